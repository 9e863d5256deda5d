// Refunds and disputes of the generic format that have an id of their own find the conversion that they name, and sums of refunds are not added up.
import { createRecount } from '@tracker/cli/reconcile/recount';
import { deliveryIdOf } from '@tracker/infra/identity/conversion-id';
import { createBatchKit } from '@tracker/processor/testing/batch-kit';
import { record } from '@tracker/processor/testing/events';
import { FIELD_NAMES } from '@tracker/schemas/capture/field-names';
import { recogniseCheckout } from '@tracker/schemas/checkouts/map-checkout';
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
const SOLD_AT = Date.parse('2026-11-20T15:00:00Z');
const DAY = TenantDay.parse('2026-11-20');

type Body = Record<string, unknown>;
type Shown = readonly [transaction: string, status: string, left: number | null];

const SALE = { transaction_id: 'T-1', amount: '100.00', status: 'approved', occurred_at: '2026-11-20T12:00:00-03:00' };
const refund = (fields: Body): Body => ({ event: 'refund', transaction_id: 'R-1', amount: 30, ...fields });
const part = (fields: Body): Body => ({ ...SALE, status: 'partially_refunded', occurred_at: undefined, ...fields });

const OWN_SALE = { ...SALE, amount: undefined, order_total: '100.00' };

const CASES: readonly [name: string, bodies: readonly Body[], expected: readonly Shown[]][] = [
  ...(['parent_id', 'parent_transaction_id', 'original_transaction_id', 'refund_of', 'order_id'] as const).map(
    (name): [string, Body[], Shown[]] => [
      `a refund that names its sale by ${name}`,
      [SALE, refund({ [name]: 'T-1' })],
      [['T-1', 'partially_refunded', 70]],
    ],
  ),
  [
    'two refunds and one repeated',
    [SALE, refund({ order_id: 'T-1' }), refund({ transaction_id: 'R-2', order_id: 'T-1', amount: 20 })],
    [['T-1', 'partially_refunded', 50]],
  ],
  ['a whole refund', [SALE, refund({ refund_of: 'T-1', amount: 100 })], [['T-1', 'refunded', null]]],
  ['a refund without an amount', [SALE, refund({ parent_id: 'T-1', amount: undefined })], [['T-1', 'refunded', null]]],
  [
    'a status alone',
    [SALE, { transaction_id: 'R-1', order_id: 'T-1', status: 'refunded', amount: 30 }],
    [['T-1', 'partially_refunded', 70]],
  ],
  [
    'a chargeback',
    [SALE, { event: 'chargeback', id: 'CB-1', original_order_id: 'T-1', amount: 100 }],
    [['T-1', 'chargeback', null]],
  ],
  [
    'a refund without an id',
    [SALE, refund({ transaction_id: undefined, refund_of: 'T-1' })],
    [['T-1', 'partially_refunded', 70]],
  ],
  [
    'the refund of a bump, which names the main sale',
    [
      SALE,
      { ...SALE, transaction_id: 'B-1', amount: 27 },
      { transaction_id: 'B-1', parent_transaction_id: 'T-1', status: 'refunded', amount: 27 },
    ],
    [
      ['B-1', 'refunded', null],
      ['T-1', 'approved', 100],
    ],
  ],
  [
    'a refund of a sale with two ids, under the first',
    [
      { ...SALE, order_id: 'O-1' },
      { ...SALE, transaction_id: 'O-1' },
      refund({ transaction_id: 'T-1', order_id: 'O-1' }),
    ],
    [
      ['O-1', 'approved', 100],
      ['T-1', 'partially_refunded', 70],
    ],
  ],
  [
    'a refused payment of a paid order',
    [SALE, { event: 'payment.failed', transaction_id: 'P-2', order_id: 'T-1', amount: 100 }],
    [
      ['P-2', 'refused', null],
      ['T-1', 'approved', 100],
    ],
  ],
  [
    'a refund whose sale did not come',
    [SALE, refund({ refund_of: 'T-2' })],
    [
      ['R-1', 'refunded', null],
      ['T-1', 'approved', 100],
    ],
  ],
  [
    'a refund without the order_total by which the own checkout is recognized',
    [OWN_SALE, { event: 'refund', transaction_id: 'T-1', amount: 30 }],
    [['T-1', 'partially_refunded', 70]],
  ],
  ['a state without it', [OWN_SALE, { transaction_id: 'T-1', status: 'refunded' }], [['T-1', 'refunded', null]]],
  [
    'a part without it',
    [OWN_SALE, { transaction_id: 'T-1', status: 'partially_refunded', amount: '100.00', refund_amount: '30.00' }],
    [['T-1', 'partially_refunded', 70]],
  ],
  ['a dispute without it', [OWN_SALE, { event: 'chargeback', transaction_id: 'T-1' }], [['T-1', 'chargeback', null]]],
  [
    'one of another sender under the same id',
    [SALE, OWN_SALE, { event: 'refund', transaction_id: 'T-1', amount: 30 }],
    [
      ['T-1', 'approved', 100],
      ['T-1', 'partially_refunded', 70],
    ],
  ],
  [
    'sums until then',
    [SALE, part({ amount_refunded: 30 }), part({ amount_refunded: 50 })],
    [['T-1', 'partially_refunded', 50]],
  ],
  [
    'a sum in refunds with ids of their own',
    [
      SALE,
      refund({ order_id: 'T-1', amount_refunded: 30 }),
      refund({ transaction_id: 'R-2', order_id: 'T-1', amount: 20, amount_refunded: 50 }),
    ],
    [['T-1', 'partially_refunded', 50]],
  ],
  [
    'a sum, and refunds of their own',
    [SALE, part({ refund_amount: 30 }), part({ total_refunded: 50 }), { ...SALE, status: 'paid', amount_refunded: 50 }],
    [['T-1', 'partially_refunded', 50]],
  ],
];

const eventOf = ({ tenantId }: TestTenant, body: Body, index = 0, verified = true): ConversionEvent => {
  const text = JSON.stringify(body);
  const provider = recogniseCheckout(body);
  const receivedAt = instantFromMs(SOLD_AT + 3_600_000 + index * 1_000);
  return {
    ...{ id: deliveryIdOf(tenantId, provider, text), type: 'conversion', schemaVersion: 1, tenantId, campaignId: null },
    ...{ occurredAt: receivedAt, receivedAt, payload: { provider, body: text, verified } },
  };
};

async function shownOf({ tenantId }: TestTenant, clickhouse = stack.clickhouse): Promise<Shown[]> {
  const rows = await clickhouse.query<{ transaction_id: string; status: string; left: string }>({
    name: 'test-conversions',
    sql: `SELECT transaction_id, status, if(is_counted, toString(net_value), '') AS left FROM conversions FINAL
      WHERE tenant_id = {tenantId:String} AND is_moved = 0 ORDER BY transaction_id, status`,
    params: { tenantId },
  });
  return rows.map((row) => [row.transaction_id, row.status, row.left === '' ? null : Number(row.left)]);
}

async function recounted({ tenantId }: TestTenant, events: readonly ConversionEvent[]) {
  const recount = createRecount(stack.caches, { day: DAY, tenantId });
  for (const event of events) await recount.add(Buffer.from(JSON.stringify(event)));
  return Number(recount.figures().get(tenantId)?.revenue.BRL ?? 0);
}

function ordersOf<T>(list: readonly T[]): T[][] {
  if (list.length < 2) return [[...list]];
  return list.flatMap((one, index) => ordersOf(list.toSpliced(index, 1)).map((rest) => [one, ...rest]));
}

describe('refunds of the generic format', () => {
  it('find their sale in any order, after a replay and in a recount', async () => {
    const stories = await Promise.all(
      CASES.flatMap(([name, bodies, expected]) =>
        ordersOf(bodies).map(async (order) => {
          const tenant = await createTenant(stack);
          return { name, tenant, expected, events: order.map((body, index) => eventOf(tenant, body, index)) };
        }),
      ),
    );
    for (const step of [0, 1, 2, 3, 0]) {
      await kit.process(stories.flatMap(({ events }) => events.slice(step, step + 1).map(record)));
    }
    const all = stories.flatMap(({ events }) => events.map(record));
    for (const { name, tenant, expected, events } of stories) {
      expect([name, await shownOf(tenant)]).toEqual([name, expected]);
      const revenue = expected.reduce((sum, [, , left]) => sum + (left ?? 0), 0);
      expect([name, await recounted(tenant, events)]).toEqual([name, revenue]);
    }
    await kit.onEmptyTables(async (empty) => {
      await kit.process(all.toReversed(), empty);
      for (const { name, tenant, expected } of stories) {
        expect([name, await shownOf(tenant, empty)]).toEqual([name, expected]);
      }
    });
  });

  it('find it under every name of the table', async () => {
    const names = [...FIELD_NAMES.refundOf, ...FIELD_NAMES.parentTransactionId];
    const stories = await Promise.all(names.map(async (name) => ({ name, tenant: await createTenant(stack) })));
    const events = stories.flatMap(({ name, tenant }) => [
      eventOf(tenant, SALE),
      eventOf(tenant, refund({ [name]: 'T-1' }), 1),
    ]);
    await kit.process(events.map(record));
    for (const { name, tenant } of stories) {
      expect([name, await shownOf(tenant)]).toEqual([name, [['T-1', 'partially_refunded', 70]]]);
    }
  });

  it('take nothing from a sale when they come without a key, from another company, or as a test', async () => {
    const [tenant, other] = [await createTenant(stack), await createTenant(stack)];
    await kit.process(
      [
        eventOf(tenant, SALE),
        eventOf(other, refund({ refund_of: 'T-1' })),
        eventOf(tenant, refund({ refund_of: 'T-1' }), 1, false),
        eventOf(tenant, refund({ refund_of: 'T-1', is_test: true }), 2),
      ].map(record),
    );
    expect((await shownOf(tenant)).find(([transaction]) => transaction === 'T-1')).toEqual(['T-1', 'approved', 100]);
  });
});
