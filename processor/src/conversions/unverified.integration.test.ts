import { conversionIdOf } from '@tracker/infra/identity/conversion-id';
import { DAY_MS, MINUTE_MS } from '@tracker/schemas/primitives/durations';
import { useStack } from '@tracker/test/kit/stack';
import { createTenant, type TestTenant } from '@tracker/test/kit/tenant-fixture';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createBatchKit } from '../testing/batch-kit.ts';
import { click, clickIdOf, delivery, type EventOwner, keyless, NOON, record, rulesChanged } from '../testing/events.ts';
import { storeRule } from '../testing/unverified-rules.ts';
import { decideUnverified } from './unverified.ts';

const stack = useStack();
const kit = createBatchKit(stack);

interface Row {
  readonly transaction_id: string;
  readonly conversion_id: string;
  readonly status: string;
  readonly is_counted: number;
  readonly revenue: string;
  readonly net_value: string;
  readonly value: string;
  readonly uncounted_reason: string;
  readonly uncounted_revenue: string;
  readonly is_test: number;
  readonly verified: number;
}

const process = (...events: object[]) => kit.process(events.map(record));
const rowsOf = async ({ tenantId }: EventOwner) => (await kit.rows(tenantId, 'conversions')) as unknown as Row[];
/** By transaction: the reason, or the revenue of a conversion that counts. */
const decisions = async (owner: EventOwner) =>
  Object.fromEntries(
    (await rowsOf(owner))
      .map((row): [string, string | number] => [row.transaction_id, row.uncounted_reason || Number(row.revenue)])
      .sort(),
  );

const sold = (transaction: string, change: object = {}) => ({
  ...{ transaction_id: transaction, amount: '10.00', status: 'approved' },
  ...change,
});
const count = { fromMs: 0, mode: 'count', maxAgeDays: 90, perDay: 500 } as const;
const minute = (number: number) => NOON + number * MINUTE_MS;

async function withClicks(clicks = 5): Promise<TestTenant> {
  const tenant = await createTenant(stack);
  await process(...Array.from({ length: clicks }, (_, index) => click(tenant, { atMs: NOON + index })));
  return tenant;
}
const clickOf = (owner: EventOwner, index: number) => clickIdOf(owner, NOON + index);

describe('test event', () => {
  it.each([
    ['amount', sold('REAL-9', { amount: '5000.00' })],
    ['status', sold('REAL-9', { status: 'refunded' })],
    ['day', sold('REAL-9', { occurred_at: new Date(NOON - 3 * DAY_MS).toISOString() })],
  ])('is a conversion of its own, and does not change the %s of a real one', async (_what, body) => {
    const tenant = await createTenant(stack);
    const asTest = delivery(tenant, { ...body, is_test: true }, minute(1));
    await process(delivery(tenant, sold('REAL-9', { amount: '50.00' })), asTest);
    const rows = await rowsOf(tenant);
    const real = rows.filter((row) => row.is_test === 0);
    expect(real).toMatchObject([{ status: 'approved', is_counted: 1, ts: '2026-11-20 15:00:00.000' }]);
    expect(Number(real[0]?.revenue)).toBe(50);
    expect(rows.filter((row) => row.is_test === 1)).toMatchObject([{ transaction_id: 'REAL-9', is_counted: 0 }]);
  });

  it('is no first verified event, and no candidate', async () => {
    const tenant = await withClicks();
    const test = { is_test: true };
    await process(
      delivery(tenant, sold('TESTE-1', test), minute(1)),
      keyless(tenant, sold('TESTE-2', { ...test, click_id: clickOf(tenant, 1) }), minute(1)),
      keyless(tenant, sold('a', { click_id: clickOf(tenant, 0) }), minute(2)),
    );
    expect(await decisions(tenant)).toEqual({ 'TESTE-1': 0, 'TESTE-2': 0, a: 10 });
  });
});

describe('post without a key', () => {
  it.each([
    ['refunds', { status: 'refunded' }],
    ['refunds with a time long after', { status: 'chargeback', occurred_at: '2027-12-31T00:00:00Z' }],
    ['changes the amount of', { amount: '0.01' }],
    ['changes the currency of', { currency: 'USD' }],
  ])('never %s a verified conversion', async (_what, change) => {
    const tenant = await withClicks();
    const forged = (name: string) => ({ ...sold(name, change), click_id: clickOf(tenant, 0) });
    await process(keyless(tenant, forged('before'), minute(-1)));
    await process(
      delivery(tenant, sold('before', { amount: '1000.00' })),
      delivery(tenant, sold('after', { amount: '1000.00' })),
    );
    await process(keyless(tenant, forged('after'), minute(1)));
    for (const row of await rowsOf(tenant)) {
      expect(row).toMatchObject({ status: 'approved', is_counted: 1, verified: 1, currency: 'BRL', click_id: '' });
      expect([Number(row.revenue), Number(row.net_value), Number(row.value)]).toEqual([1000, 1000, 1000]);
    }
  });

  it('with the body of a verified event is another event', async () => {
    const tenant = await createTenant(stack);
    await process(keyless(tenant, sold('a')), delivery(tenant, sold('a'), minute(1)));
    expect(await rowsOf(tenant)).toMatchObject([{ verified: 1, is_counted: 1, event_count: 2 }]);
  });
});

describe('conversion without a verified event', () => {
  it('counts until the first verified event of its tenant, also when that is processed later', async () => {
    const tenant = await withClicks();
    await process(
      keyless(tenant, sold('a', { click_id: clickOf(tenant, 0) }), minute(1)),
      keyless(tenant, sold('b', { click_id: clickOf(tenant, 1) }), minute(3)),
    );
    expect(await decisions(tenant)).toEqual({ a: 10, b: 10 });
    await process(delivery(tenant, sold('proven'), minute(2)));
    expect(await decisions(tenant)).toEqual({ a: 10, b: 'after-verified', proven: 10 });
    await process(keyless(tenant, sold('c', { click_id: clickOf(tenant, 2) }), minute(5)));
    expect(await decisions(tenant)).toMatchObject({ c: 'after-verified' });
    await process(delivery(tenant, sold('earlier'), minute(0)));
    expect(await decisions(tenant)).toMatchObject({ a: 'after-verified' });
  });

  it('says what it would be worth, in the currency of the tenant', async () => {
    const tenant = await withClicks();
    await process(keyless(tenant, sold('a', { amount: '999.99' })));
    const [row] = await rowsOf(tenant);
    expect(row).toMatchObject({ uncounted_reason: 'no-click', is_counted: 0, status: 'approved' });
    expect([row?.value, row?.net_value, row?.revenue, row?.uncounted_revenue].map(Number)).toEqual([
      999.99, 0, 0, 999.99,
    ]);
  });

  it('is held back by nothing but its status while that does not count', async () => {
    const tenant = await withClicks();
    await process(keyless(tenant, sold('a', { status: 'pending' })));
    expect(await rowsOf(tenant)).toMatchObject([{ status: 'pending', uncounted_reason: '', is_counted: 0 }]);
  });

  it('counts as soon as its click is stored', async () => {
    const tenant = await createTenant(stack);
    await process(keyless(tenant, sold('a', { click_id: clickOf(tenant, 0) }), minute(1)));
    expect(await decisions(tenant)).toEqual({ a: 'no-click' });
    await process(click(tenant, { atMs: NOON }));
    expect(await decisions(tenant)).toEqual({ a: 10 });
  });

  it('counts once per click and type, the first by receipt, in any order of arrival', async () => {
    const tenant = await withClicks();
    const posted = (name: string, at: number, change: object = {}) =>
      keyless(tenant, sold(name, { click_id: clickOf(tenant, 0), ...change }), at);
    await process(posted('second', minute(2)));
    await process(posted('third', minute(3)), posted('upsell', minute(4), { event_type: 'upsell' }));
    await process(posted('first', minute(1)));
    expect(await decisions(tenant)).toEqual({
      ...{ first: 10, second: 'same-click', third: 'same-click', upsell: 10 },
    });
    // The first one is refunded: it is no longer in the way.
    await process(posted('first', minute(9), { status: 'refunded' }));
    expect(await decisions(tenant)).toMatchObject({ first: 0, second: 10, third: 'same-click' });
  });

  it('does not count next to a verified conversion of the same click and type, in any order of arrival', async () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const tenant = await withClicks();
      await storeRule(stack, tenant.tenantId, count);
      const same = { click_id: clickOf(tenant, 0) };
      const both = [keyless(tenant, sold('script', same), minute(1)), delivery(tenant, sold('HP-1', same), minute(2))];
      for (const index of order) await process(both[index] as object);
      expect(await decisions(tenant)).toEqual({ 'HP-1': 10, script: 'same-click' });
    }
  });

  it('counts at most so many a day, and gives a freed place to the next', async () => {
    const tenant = await withClicks();
    await storeRule(stack, tenant.tenantId, { ...count, perDay: 2 });
    const names = ['a', 'b', 'c', 'd'];
    await process(
      ...names.map((name, index) => keyless(tenant, sold(name, { click_id: clickOf(tenant, index) }), minute(index))),
    );
    expect(await decisions(tenant)).toEqual({ a: 10, b: 10, c: 'daily-limit', d: 'daily-limit' });
    await process(delivery(tenant, sold('a', { click_id: clickOf(tenant, 0) }), minute(9)));
    expect(await decisions(tenant)).toEqual({ a: 10, b: 10, c: 10, d: 'daily-limit' });
  });

  describe('of a network with more than twenty in a day', () => {
    const junk = (tenant: TestTenant, index: number, change: object = {}) =>
      keyless(
        tenant,
        sold(`junk-${String(index).padStart(2, '0')}`, { click_id: clickOf(tenant, index), ...change }),
        minute(index),
        'net-of-junk',
      );
    const shop = (tenant: TestTenant) =>
      keyless(tenant, sold('shop', { click_id: clickOf(tenant, 30) }), minute(60), 'net-of-shop');
    const expected = {
      ...Object.fromEntries(
        Array.from({ length: 25 }, (_, index) => [
          `junk-${String(index).padStart(2, '0')}`,
          index < 20 ? 10 : 'network-limit',
        ]),
      ),
      shop: 10,
    };

    it('is listed beyond them and takes no place of the day, in any order of arrival and after a replay', async () => {
      for (const inOrder of [true, false]) {
        const tenant = await withClicks(31);
        await storeRule(stack, tenant.tenantId, { ...count, perDay: 21 });
        const events = [...Array.from({ length: 25 }, (_, index) => junk(tenant, index)), shop(tenant)];
        const arriving = inOrder ? events : events.toReversed();
        for (const some of [arriving.slice(0, 7), arriving.slice(7, 19), arriving.slice(19)]) await process(...some);
        expect(await decisions(tenant)).toEqual(expected);
        await process(...events);
        expect(await decisions(tenant)).toEqual(expected);
      }
    });

    it('is decided about as all candidates together are, in any order of events', async () => {
      const tenant = await withClicks(120);
      await storeRule(stack, tenant.tenantId, { ...count, perDay: 30 });
      const random = randomOf(20_261_120);
      const networks = ['net-a', 'net-a', 'net-a', 'net-b', ''];
      const posts = Array.from({ length: 110 }, (_, index) => ({
        name: `s${index}`,
        click: Math.floor(random() * 120),
        atMs: minute(1 + Math.floor(random() * 900)),
        network: networks[Math.floor(random() * networks.length)] ?? '',
      }));
      const expected = decideUnverified(
        posts.map(({ name, click: index, atMs, network }) => ({
          ...{
            conversionId: conversionIdOf(JSON.stringify([tenant.tenantId, 'generic', 'transaction', name])),
            network,
          },
          ...{ receivedAtMs: atMs, clickId: clickOf(tenant, index), clickAtMs: NOON + index, type: 'purchase' },
          hasVerifiedTwin: false,
        })),
        { rules: [{ ...count, perDay: 30 }], firstVerifiedAtMs: Number.POSITIVE_INFINITY },
      );
      expect(new Set(expected.values())).toEqual(new Set([null, 'same-click', 'network-limit', 'daily-limit']));
      const shuffled = posts.map((one) => [random(), one] as const).sort(([a], [b]) => a - b);
      while (shuffled.length > 0) {
        const some = shuffled.splice(0, 1 + Math.floor(random() * 40));
        await process(
          ...some.map(([, { name, click: index, atMs, network }]) =>
            keyless(tenant, sold(name, { click_id: clickOf(tenant, index) }), atMs, network || undefined),
          ),
        );
      }
      const rows = await rowsOf(tenant);
      expect(new Map(rows.map((row) => [row.conversion_id, row.uncounted_reason || null]))).toEqual(expected);
    });

    it('gives a freed place to the next of its network', async () => {
      const tenant = await withClicks(31);
      await process(...Array.from({ length: 25 }, (_, index) => junk(tenant, index)));
      await process(junk(tenant, 0, { status: 'refunded' }));
      expect(await decisions(tenant)).toMatchObject({ 'junk-20': 10, 'junk-21': 'network-limit' });
    });

    it('has the network of the first event of each conversion', async () => {
      const tenant = await withClicks(31);
      await process(...Array.from({ length: 20 }, (_, index) => junk(tenant, index)));
      const moved = sold('moved', { click_id: clickOf(tenant, 25) });
      await process(keyless(tenant, moved, minute(40), 'net-of-junk'));
      expect(await decisions(tenant)).toMatchObject({ moved: 'network-limit' });
      // An earlier event of the same conversion comes late, from another network.
      await process(keyless(tenant, { ...moved, amount: '10.0' }, minute(39), 'net-of-shop'));
      expect(await decisions(tenant)).toMatchObject({ moved: 10 });
    });

    it('is noted with the moment of the last one that was held back', async () => {
      const tenant = await withClicks(31);
      const limitedAt = async () => {
        const { rows } = await stack.postgres.withTenant(tenant.tenantId, (trx) =>
          sql<{ limited_at: Date | null }>`SELECT limited_at FROM unverified_state`.execute(trx),
        );
        return rows[0]?.limited_at?.getTime();
      };
      await process(...Array.from({ length: 20 }, (_, index) => junk(tenant, index)));
      expect(await limitedAt()).toBeUndefined();
      await process(junk(tenant, 22), junk(tenant, 21));
      expect(await limitedAt()).toBe(minute(22));
      await process(junk(tenant, 20));
      expect(await limitedAt()).toBe(minute(22));
    });
  });

  it('does not count above a million of the currency of the tenant, and is listed with what it would be worth', async () => {
    const tenant = await withClicks();
    const posted = (name: string, index: number, amount: string) =>
      keyless(tenant, sold(name, { click_id: clickOf(tenant, index), amount }), minute(index));
    await process(
      posted('at', 0, '1000000.00'),
      posted('above', 1, '1000000.01'),
      posted('huge', 2, '99999999999999.00'),
    );
    expect(await decisions(tenant)).toEqual({ at: 1_000_000, above: 'amount', huge: 'amount' });
    await process(delivery(tenant, sold('above', { amount: '1000000.01' }), minute(9)));
    expect(await decisions(tenant)).toMatchObject({ above: 1_000_000.01 });
  });

  it('follows the rule of its receipt, also one that was stored after it was processed', async () => {
    const tenant = await withClicks();
    const posted = (name: string, index: number) =>
      keyless(tenant, sold(name, { click_id: clickOf(tenant, index) }), minute(index));
    await process(posted('a', 0), posted('b', 1), posted('c', 2));
    for (const [mode, from] of [
      ['list', 1],
      ['refuse', 2],
    ] as const) {
      await storeRule(stack, tenant.tenantId, { ...count, mode, fromMs: minute(from) });
      await process(rulesChanged(tenant, minute(from)));
    }
    expect(await decisions(tenant)).toEqual({ a: 10, b: 'listed', c: 'refused' });
    await storeRule(stack, tenant.tenantId, { ...count, fromMs: minute(3) });
    await process(rulesChanged(tenant, minute(3)), posted('d', 3));
    expect(await decisions(tenant)).toEqual({ a: 10, b: 'listed', c: 'refused', d: 10 });
  });

  it('is decided about again when the batch is repeated after a crash between Postgres and ClickHouse', async () => {
    const tenant = await withClicks();
    await process(keyless(tenant, sold('a', { click_id: clickOf(tenant, 0) }), minute(2)));
    const first = record(delivery(tenant, sold('proven'), minute(1)));
    const crashing = { ...stack.clickhouse, insert: failsFor('conversions', stack.clickhouse.insert) };
    await expect(kit.process([first], crashing)).rejects.toThrow('crash');
    expect(await decisions(tenant)).toMatchObject({ a: 10 });
    await kit.process([first]);
    expect(await decisions(tenant)).toEqual({ a: 'after-verified', proven: 10 });
  });

  it('of a deleted tenant stops no batch', async () => {
    const [gone, tenant] = [await withClicks(), await withClicks()];
    const posted = keyless(gone, sold('a', { click_id: clickOf(gone, 0) }), minute(1));
    await stack.postgres.withTenant(gone.tenantId, (trx) =>
      sql`DELETE FROM tenants WHERE id = ${gone.tenantId}`.execute(trx),
    );
    await process(posted, delivery(tenant, sold('proven')));
    expect(await decisions(tenant)).toEqual({ proven: 10 });
  });
});

const failsFor =
  (table: string, insert: typeof stack.clickhouse.insert): typeof stack.clickhouse.insert =>
  (request) =>
    request.table === table
      ? Promise.reject(Object.assign(new Error('crash'), { code: 'ECONNRESET' }))
      : insert(request);

/** The same numbers from 0 to 1 each time. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
