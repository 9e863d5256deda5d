import { EXAMPLE_CLICK_ID } from '@tracker/schemas/checkouts/example';
import { keptUnread } from '@tracker/schemas/checkouts/unread-body';
import type { ConversionEvent } from '@tracker/schemas/events/conversion';
import { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { expect, test } from 'vitest';
import type { OpsDeps } from '../command.ts';
import { createRecount } from './recount.ts';

const tenant = { timeZone: 'America/Sao_Paulo' };
const caches = {
  tenants: { peek: () => tenant, find: async () => tenant },
  campaigns: { find: async () => ({ tenantId: 'tn_1' }) },
} as unknown as OpsDeps['caches'];

const AT = '2026-11-20T15:00:00.000Z';

async function revenueOf(...payloads: readonly Partial<ConversionEvent['payload']>[]) {
  const recount = createRecount(caches, { day: TenantDay.parse('2026-11-20') });
  for (const [index, payload] of payloads.entries()) {
    const event = {
      ...{ id: `e${index}`, type: 'conversion', tenantId: 'tn_1', occurredAt: AT, receivedAt: AT },
      payload: { provider: 'generic', verified: true, ...payload },
    };
    await recount.add(Buffer.from(JSON.stringify(event)));
  }
  const { conversions, revenue } = recount.figures().get('tn_1') ?? {};
  return [conversions, Number(revenue?.BRL)];
}

test('counts a delivery on the day of its row in a file, and leaves out what only the file says', async () => {
  const recountOf = async (body: object, day: string, row: object = {}, undo?: string) => {
    const recount = createRecount(caches, { day: TenantDay.parse(day) });
    const conversion = { status: 'approved', soldAt: '2026-09-20T15:00:00.000Z', amount: '500.00', currency: 'BRL' };
    const imported = { importId: 'ci_1', checkout: 'generic', transactionId: 'T-1' };
    const events = [
      { type: 'conversion-import', payload: { ...imported, conversion: { ...conversion, ...row } } },
      { type: 'conversion', payload: { provider: 'generic', verified: true, body: JSON.stringify(body) } },
      ...(undo ? [{ type: 'conversion-import', payload: { ...imported, importId: undo, conversion: null } }] : []),
    ];
    for (const [index, event] of events.entries()) {
      const envelope = { id: `e${index}`, tenantId: 'tn_1', occurredAt: AT, receivedAt: AT };
      await recount.add(Buffer.from(JSON.stringify({ ...envelope, ...event })));
    }
    const { conversions = 0, revenue } = recount.figures().get('tn_1') ?? {};
    return [conversions, Number(revenue?.BRL ?? 0)];
  };
  const paid = { transaction_id: 'T-1', amount: 480, status: 'approved' };
  expect(await recountOf(paid, '2026-09-20')).toEqual([1, 480]);
  expect(await recountOf(paid, '2026-11-20')).toEqual([0, 0]);
  expect(await recountOf(paid, '2026-11-20', {}, 'ci_1')).toEqual([1, 480]);
  expect(await recountOf(paid, '2026-11-20', {}, 'ci_2')).toEqual([0, 0]);
  expect(await recountOf(paid, '2026-11-20', { status: 'refused' })).toEqual([1, 480]);
  const part = { transaction_id: 'T-1', status: 'partially_refunded', refund_amount: 40 };
  expect(await recountOf(part, '2026-09-20')).toEqual([0, 0]);
});

const bodyOf = (amount: number) => JSON.stringify({ transaction_id: 'T-1', amount, status: 'approved' });
const unread = (text: string) => keptUnread({ at: '1:1', type: 'application/json', text });

test('counts a body that could not be read when it came, as it is read now', async () => {
  expect(await revenueOf({ body: bodyOf(97) })).toEqual([1, 97]);
  expect(await revenueOf({ body: unread(bodyOf(97)) })).toEqual([1, 97]);
  expect(await revenueOf({ body: unread(`[${bodyOf(97)},]`) })).toEqual([1, 97]);
  expect(await revenueOf({ body: unread('{"amount": 97') })).toEqual([undefined, Number.NaN]);
});

test('counts amounts in the unit of the address', async () => {
  expect(await revenueOf({ body: bodyOf(9700), amountsIn: 'cents' })).toEqual([1, 97]);
});

test('counts each body whose transaction is an unexpanded macro', async () => {
  const body = (amount: number) =>
    JSON.stringify({ transaction_id: '{transaction_id}', click_id: EXAMPLE_CLICK_ID, amount, status: 'approved' });
  const named = (amount: number) => body(amount).replace('{transaction_id}', 'T-2');
  expect(await revenueOf({ body: body(10) }, { body: body(20) }, { body: named(30) })).toEqual([3, 60]);
});

const APPROVAL = { transaction_id: 'T', event: 'purchase', status: 'approved', amount: '100' };
const refund = (fields: object) => ({ transaction_id: 'T', event: 'refund', ...fields });
const part = (fields: object) => ({ transaction_id: 'T', status: 'partially_refunded', amount: 100, ...fields });
test.each([
  [
    [APPROVAL, refund({ amount: '30' })],
    [1, 70],
  ],
  [
    [APPROVAL, refund({ refund_amount: 30 })],
    [1, 70],
  ],
  [
    [APPROVAL, refund({ status: 'completed', amount: 30 })],
    [1, 70],
  ],
  [
    [APPROVAL, refund({ amount: '30' }), refund({ amount: '20' })],
    [1, 50],
  ],
  [
    [APPROVAL, refund({ amount: '30' }), refund({})],
    [undefined, Number.NaN],
  ],
  [
    [APPROVAL, refund({ amount: '100' })],
    [undefined, Number.NaN],
  ],
  [
    [{ ...APPROVAL, status: 'paid', amount_refunded: 30 }, refund({ amount: 30 })],
    [1, 70],
  ],
  [
    [APPROVAL, { ...APPROVAL, amount_refunded: 10 }, { ...APPROVAL, amount_refunded: 20 }],
    [1, 80],
  ],
  // Sums until then, however they are sent.
  [
    [APPROVAL, part({ amount_refunded: '30' }), part({ amount_refunded: '50' })],
    [1, 50],
  ],
  [
    [APPROVAL, refund({ amount: 100, amount_refunded: 30 }), refund({ amount: 100, amount_refunded: 50 })],
    [1, 50],
  ],
  [
    [APPROVAL, refund({ amount_refunded: 30 }), part({ totalRefunded: 50 }), refund({ amount_refunded: 30 })],
    [1, 50],
  ],
  [
    [APPROVAL, part({ refunds: [{ amount: 30 }] }), part({ refunds: [{ amount: 30 }, { amount: 20 }] })],
    [1, 50],
  ],
  [
    [APPROVAL, refund({ amount_refunded: 30 }), refund({ amount_refunded: 100 })],
    [undefined, Number.NaN],
  ],
  // A refund of its own, and the sum that has it.
  [
    [APPROVAL, part({ refund_amount: 30 }), part({ amount_refunded: 50 })],
    [1, 50],
  ],
  [
    [APPROVAL, part({ refund_amount: 30, amount_refunded: 30 }), part({ refund_amount: 20, amount_refunded: 50 })],
    [1, 50],
  ],
  // Both names for what this event took back.
  [
    [APPROVAL, part({ refund_amount: 30, amount_refunded: 30 }), part({ refund_amount: 20, amount_refunded: 20 })],
    [1, 50],
  ],
  [
    [APPROVAL, part({ refund_amount: 30 }), part({ refund_amount: 50 })],
    [1, 20],
  ],
])('takes back what refunds state, in any order: %j', async (bodies, expected) => {
  const payloads = bodies.map((body) => ({ body: JSON.stringify(body) }));
  expect(await revenueOf(...payloads)).toEqual(expected);
  expect(await revenueOf(...payloads.toReversed())).toEqual(expected);
});

test('takes back of Stripe what each charge.refunded adds to the sum of before', async () => {
  const event = (type: string, created: number, object: object, before: object = {}) => ({
    provider: 'stripe' as const,
    body: JSON.stringify({
      ...{ id: `evt_${created}`, object: 'event', type, created, livemode: true },
      data: { object: { currency: 'brl', payment_intent: 'pi_1', ...object }, previous_attributes: before },
    }),
  });
  const at = Date.parse(AT) / 1000;
  const charge = { object: 'charge', id: 'ch_1', amount: 10_000, created: at, refunded: false };
  const session = {
    object: 'checkout.session',
    id: 'cs_1',
    mode: 'payment',
    payment_status: 'paid',
    amount_total: 10_000,
  };
  const paid = event('checkout.session.completed', at, session);
  const first = event('charge.refunded', at + 1, { ...charge, amount_refunded: 1_000 }, { amount_refunded: 0 });
  const second = event('charge.refunded', at + 2, { ...charge, amount_refunded: 2_000 }, { amount_refunded: 1_000 });
  expect(await revenueOf(paid, first, second)).toEqual([1, 80]);
  expect(await revenueOf(second, first, paid, second)).toEqual([1, 80]);
});
