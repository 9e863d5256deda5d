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
