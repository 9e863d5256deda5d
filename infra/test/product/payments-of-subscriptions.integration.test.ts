// Refunds and disputes of Stripe's subscriptions name the payment of an invoice, and other deliveries say which invoice it paid.

import { createRecount } from '@tracker/cli/reconcile/recount';
import { deliveryIdOf } from '@tracker/infra/identity/conversion-id';
import { createBatchKit } from '@tracker/processor/testing/batch-kit';
import { record } from '@tracker/processor/testing/events';
import type { ConversionEvent } from '@tracker/schemas/events/conversion';
import { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import { describe, expect, it, vi } from 'vitest';
import { within } from '../kit/machine.ts';
import { useStack } from '../kit/stack.ts';
import { createTenant, type TestTenant } from '../kit/tenant-fixture.ts';

vi.setConfig({ testTimeout: within(120_000) });

const stack = useStack();
const kit = createBatchKit(stack);
const PAID_AT = Date.parse('2026-11-20T15:00:00Z');
const DAY = TenantDay.parse('2026-11-20');

type Body = Record<string, unknown>;

/** Deliveries of one story, a minute after another in the clock of the checkout; they arrive in any order. */
function stripe(type: string, minute: number, object: Body, previous: Body = {}): Body {
  const created = PAID_AT / 1000 + minute * 60;
  const data = { object, previous_attributes: previous };
  return { id: `evt_${type}_${minute}`, object: 'event', created, livemode: true, type, data };
}

const invoice = (change: Body = {}) =>
  stripe('invoice.paid', 0, {
    ...{ id: 'in_100', object: 'invoice', billing_reason: 'subscription_create', currency: 'brl', status: 'paid' },
    ...{ amount_paid: 9700, amount_due: 9700, status_transitions: { paid_at: PAID_AT / 1000 } },
    ...change,
  });
const payment = (change: Body = {}, of: Body = { type: 'payment_intent', payment_intent: 'pi_100' }, minute = 0) =>
  stripe('invoice_payment.paid', minute, {
    ...{ id: 'inpay_1', object: 'invoice_payment', invoice: 'in_100', payment: of, status: 'paid', currency: 'brl' },
    ...{ amount_paid: 9700, amount_requested: 9700, is_default: true },
    ...change,
  });
const charge = (change: Body = {}) => ({
  ...{ id: 'ch_100', object: 'charge', amount: 9700, amount_refunded: 9700, refunded: true, currency: 'brl' },
  ...{ payment_intent: 'pi_100', created: PAID_AT / 1000, metadata: {} },
  ...change,
});
const refund = (change: Body = {}, before = 0) =>
  stripe('charge.refunded', 5, charge(change), { amount_refunded: before });
const partly = (cents: number, before = 0) => ({
  ...refund({ amount_refunded: cents, refunded: false }, before),
  ...{ id: `evt_partly_${cents}`, created: PAID_AT / 1000 + cents },
});
const dispute = (type: string, status: string, change: Body = {}) =>
  stripe(`charge.dispute.${type}`, type === 'created' ? 6 : 7, {
    ...{ id: 'du_1', object: 'dispute', amount: 9700, charge: 'ch_100', payment_intent: 'pi_100', currency: 'brl' },
    ...{ status, created: PAID_AT / 1000 + 300 },
    ...change,
  });

const eventOf = ({ tenantId }: TestTenant, body: Body, index = 0, verified = true): ConversionEvent => {
  const text = JSON.stringify(body);
  const receivedAt = instantFromMs(PAID_AT + 3_600_000 + index * 1_000);
  return {
    ...{ id: deliveryIdOf(tenantId, 'stripe', text), type: 'conversion', schemaVersion: 1, tenantId, campaignId: null },
    ...{ occurredAt: receivedAt, receivedAt, payload: { provider: 'stripe', body: text, verified } },
  };
};

interface Shown {
  readonly transaction_id: string;
  readonly status: string;
  readonly is_counted: number;
  readonly net_value: string;
}

async function shownOf({ tenantId }: TestTenant, clickhouse = stack.clickhouse): Promise<Shown[]> {
  return clickhouse.query<Shown>({
    name: 'test-conversions',
    sql: `SELECT transaction_id, status, is_counted, toString(net_value) AS net_value FROM conversions FINAL
      WHERE tenant_id = {tenantId:String} AND is_moved = 0 ORDER BY transaction_id`,
    params: { tenantId },
  });
}

async function recounted({ tenantId }: TestTenant, events: readonly ConversionEvent[]) {
  const recount = createRecount(stack.caches, { day: DAY, tenantId });
  for (const event of events) await recount.add(Buffer.from(JSON.stringify(event)));
  const { conversions = 0, revenue = {} } = recount.figures().get(tenantId) ?? {};
  return { conversions, revenue: Number(revenue.BRL ?? 0) };
}

function* ordersOf<T>(list: readonly T[]): Generator<T[]> {
  if (list.length < 2) yield [...list];
  for (const [index, one] of list.entries()) {
    for (const rest of ordersOf(list.filter((_, other) => other !== index))) yield [one, ...rest];
  }
}

const of = (transaction: string, status: string, net: string | null): Shown => ({
  ...{ transaction_id: transaction, status, is_counted: net === null ? 0 : 1, net_value: net ?? '0' },
});

const CASES: readonly [name: string, bodies: readonly Body[], expected: readonly Shown[]][] = [
  ['a refund', [invoice(), payment(), refund()], [of('in_100', 'refunded', null)]],
  ['a partial refund', [invoice(), payment(), partly(4700)], [of('in_100', 'partially_refunded', '50')]],
  [
    'two partial refunds',
    [invoice(), payment(), partly(4700), partly(5700, 4700)],
    [of('in_100', 'partially_refunded', '40')],
  ],
  ['a dispute', [invoice(), payment(), dispute('created', 'needs_response')], [of('in_100', 'disputed', '97')]],
  ['a lost dispute', [invoice(), payment(), dispute('closed', 'lost')], [of('in_100', 'chargeback', null)]],
  ['a won dispute', [invoice(), payment(), dispute('closed', 'won')], [of('in_100', 'approved', '97')]],
  [
    'an invoice of the API before 2025-03-31 and a refund of one after it',
    [invoice({ charge: 'ch_100', payment_intent: 'pi_100' }), refund()],
    [of('in_100', 'refunded', null)],
  ],
  [
    'a dispute in the API before 2025-03-31',
    [invoice({ charge: 'ch_100', payment_intent: 'pi_100' }), dispute('closed', 'lost')],
    [of('in_100', 'chargeback', null)],
  ],
  [
    'a refund in the API before 2025-03-31',
    [invoice(), refund({ invoice: 'in_100' })],
    [of('in_100', 'refunded', null)],
  ],
  [
    'a charge without a payment intent',
    [invoice(), payment({}, { type: 'charge', charge: 'ch_100' }), refund({ payment_intent: null })],
    [of('in_100', 'refunded', null)],
  ],
  [
    'expanded objects',
    [invoice(), payment({ invoice: { id: 'in_100' } }, { payment_intent: { id: 'pi_100' } }), refund()],
    [of('in_100', 'refunded', null)],
  ],
  [
    'one of two payments of an invoice',
    [
      invoice(),
      payment({ amount_paid: 4000 }),
      payment({ amount_paid: 5700 }, { payment_intent: 'pi_101' }, 1),
      refund({ amount: 4000, amount_refunded: 4000 }),
    ],
    [of('in_100', 'partially_refunded', '57')],
  ],
  // No delivery says which sale it is of: shown, and counted nowhere.
  ['a refund without a link', [invoice(), refund()], [of('in_100', 'approved', '97'), of('pi_100', 'refunded', null)]],
  [
    'a partial refund without a link',
    [invoice(), partly(4700)],
    [of('in_100', 'approved', '97'), of('pi_100', 'partially_refunded', null)],
  ],
  [
    'a dispute without a link',
    [invoice(), dispute('created', 'needs_response')],
    [of('in_100', 'approved', '97'), of('pi_100', 'disputed', null)],
  ],
  ['a won dispute alone', [dispute('closed', 'won')], [of('pi_100', 'chargeback_reversed', null)]],
  ['a payment of an invoice that is no subscription', [payment(), refund()], [of('pi_100', 'refunded', null)]],
];

describe('refunds and disputes of subscriptions', () => {
  it.each(CASES)('%s: the same in any order, after a replay and in a recount', async (_name, bodies, expected) => {
    const sum = expected.reduce((total, one) => total + Number(one.net_value), 0);
    const count = expected.filter((one) => one.is_counted).length;
    const stories = await Promise.all(
      [...ordersOf(bodies)].map(async (order) => {
        const tenant = await createTenant(stack);
        return { tenant, events: order.map((body, index) => eventOf(tenant, body, index)) };
      }),
    );
    for (const step of bodies.keys()) {
      await kit.process(stories.flatMap(({ events }) => events.slice(step, step + 1).map(record)));
    }
    for (const { tenant, events } of stories) {
      expect(await shownOf(tenant)).toEqual(expected);
      expect(await recounted(tenant, events)).toEqual({ conversions: count, revenue: sum });
    }
    const tenant = await createTenant(stack);
    const events = bodies.map((body, index) => record(eventOf(tenant, body, index)));
    await kit.onEmptyTables(async (empty) => {
      await kit.process([...events, ...events.toReversed()], empty);
      expect(await shownOf(tenant, empty)).toEqual(expected);
    });
  });

  it('never share a link between companies, tests and what came without a key', async () => {
    const [tenant, other] = [await createTenant(stack), await createTenant(stack)];
    const bodies = [invoice(), refund()];
    const inTest = { ...payment(), livemode: false };
    for (const event of [
      ...bodies.map((body) => eventOf(tenant, body)),
      eventOf(other, payment()),
      eventOf(tenant, inTest),
      eventOf(tenant, payment(), 0, false),
    ]) {
      await kit.process([record(event)]);
    }
    expect(await shownOf(tenant)).toEqual([of('in_100', 'approved', '97'), of('pi_100', 'refunded', null)]);
    expect(await shownOf(other)).toEqual([]);
  });
});
