// One key that cannot be computed: it is set aside alone, everything else of the same batch is computed, and it is right after a retry.
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { LogRecord } from '@tracker/infra/event-log/event-log';
import { DEAD_LETTERS_TOPIC } from '@tracker/schemas/events/topics';
import { useStack } from '@tracker/test/kit/stack';
import { createTenant, type TestTenant } from '@tracker/test/kit/tenant-fixture';
import { describe, expect, test } from 'vitest';
import { createBatchKit } from '../testing/batch-kit.ts';
import { click, delivery, NOON, pageView, record } from '../testing/events.ts';
import { lead } from '../testing/lead-events.ts';
import { storeDeadLetters } from './dead-letters.ts';

const stack = useStack();
const kit = createBatchKit(stack);

/** A store with a defect: each statement or table that names this text fails. */
function failing(on: string, text: string): ClickHouse {
  const { clickhouse } = stack;
  const refuse = (name: string, values: unknown) => {
    if (name === on && JSON.stringify(values).includes(text)) throw new TypeError('not a decimal amount');
  };
  return {
    ...clickhouse,
    async query(request) {
      refuse(request.name, request.params);
      return clickhouse.query(request);
    },
    async insert(request) {
      refuse(request.table, request.rows);
      return clickhouse.insert(request);
    },
  };
}

const delivered = (owner: TestTenant, transaction_id: string, clickId?: string) =>
  delivery(owner, { transaction_id, amount: 10, status: 'approved', ...(clickId && { click_id: clickId }) });

interface StoredDeadLetter {
  readonly id: string;
  readonly stream: string;
  readonly reason: string;
  readonly bytes: string;
  readonly is_settled: number;
}

/** What the tenant's dead letters are by now, in their table. */
async function deadLettersOf({ tenantId }: TestTenant): Promise<StoredDeadLetter[]> {
  const records: LogRecord[] = [];
  for await (const some of stack.log.read({
    topic: DEAD_LETTERS_TOPIC,
    to: await stack.log.ends(DEAD_LETTERS_TOPIC),
    maxRecords: 1_000,
  })) {
    records.push(...some.filter(({ value }) => JSON.parse(Buffer.from(value).toString()).tenantId === tenantId));
  }
  await storeDeadLetters(stack, records);
  return stack.clickhouse.query<StoredDeadLetter>({
    name: 'test-dead-letters',
    sql: `SELECT id, stream, reason, bytes, is_settled FROM dead_letters FINAL WHERE tenant_id = {tenantId:String}`,
    params: { tenantId },
  });
}

/** As `ops dead-letters retry` does. */
const again = (deadLetters: readonly StoredDeadLetter[]) =>
  kit.process(deadLetters.map(({ bytes }) => record(Buffer.from(bytes, 'base64').toString())));

/** The rows of one table of the tenant. */
const rowsOf = ({ tenantId }: TestTenant, table: Parameters<typeof kit.rows>[1]) => kit.rows(tenantId, table);

const soldBy = async (tenant: TestTenant) =>
  (await rowsOf(tenant, 'conversions')).map(({ transaction_id }) => String(transaction_id)).sort();

const countsOf = async (tenant: TestTenant) =>
  Promise.all(
    (['clicks', 'page_views', 'conversions'] as const).map(async (table) => (await rowsOf(tenant, table)).length),
  );

describe('a conversion that cannot be computed', () => {
  test.each(['ledger-of-conversions', 'assignments-of-conversions', 'conversions'])(
    'waits alone when %s fails for it, and counts after a retry',
    async (on) => {
      const [bad, good] = [await createTenant(stack), await createTenant(stack)];
      const conversion_id = await kit.onEmptyTables(async (empty) => {
        await kit.process([record(delivered(bad, 'POISON'))], empty);
        return String((await kit.rows(bad.tenantId, 'conversions', empty))[0]?.conversion_id);
      });

      const batch = [
        delivered(bad, 'A'),
        delivered(good, 'B'),
        delivered(bad, 'POISON'),
        delivered(good, 'C'),
        click(good),
      ];
      const changed = await kit.process(batch.map(record), failing(on, conversion_id));
      expect(changed).toEqual(new Set([bad.tenantId, good.tenantId]));
      expect(await soldBy(bad)).toEqual(['A']);
      expect(await soldBy(good)).toEqual(['B', 'C']);
      expect(await rowsOf(good, 'clicks')).toHaveLength(1);

      const deadLetters = await deadLettersOf(bad);
      expect(deadLetters).toMatchObject([{ stream: 'recompute', reason: 'not a decimal amount', is_settled: 0 }]);
      expect(await deadLettersOf(good)).toEqual([]);

      // A second failure is the same dead letter, and no other one.
      await kit.process([record(delivered(bad, 'POISON'))], failing(on, conversion_id));
      expect((await deadLettersOf(bad)).map(({ id }) => id)).toEqual(deadLetters.map(({ id }) => id));

      await again(deadLetters);
      expect(await soldBy(bad)).toEqual(['A', 'POISON']);
      expect(await deadLettersOf(bad)).toMatchObject([{ is_settled: 1 }]);
    },
  );

  test('comes again with the whole batch while the store is away', async () => {
    const tenant = await createTenant(stack);
    const away = {
      ...stack.clickhouse,
      query: async () => {
        throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
      },
    };
    await expect(kit.process([record(delivered(tenant, 'A'))], away)).rejects.toThrow('refused');
    expect(await deadLettersOf(tenant)).toEqual([]);
  });
});

describe('a row that the store does not take', () => {
  test.each(['page_views', 'unattributed_page_views', 'conversion_ledger', 'clicks'])(
    'is a dead letter alone when the insert into %s fails for it',
    async (table) => {
      const [bad, good] = [await createTenant(stack), await createTenant(stack)];
      const events = [
        ...[bad, good].flatMap((owner) => [
          pageView(owner, { atMs: NOON - 60_000, number: 1 }),
          delivered(owner, 'A'),
          click(owner),
        ]),
      ];
      await kit.process(events.map(record), failing(table, bad.tenantId));
      expect(await countsOf(good)).toEqual([1, 1, 1]);
      const deadLetters = await deadLettersOf(bad);
      expect(deadLetters).toHaveLength(1);
      await again(deadLetters);
      expect(await countsOf(bad)).toEqual([1, 1, 1]);
    },
  );
});

describe('other derived rows', () => {
  test('completes a view, a sale and a lead whose click could not be computed, after a retry', async () => {
    const [bad, good] = [await createTenant(stack), await createTenant(stack)];
    const late = click(bad, { source: 'google' });
    await kit.process(
      [
        pageView(bad),
        delivered(bad, 'A', late.payload.clickId),
        await lead(stack, bad, { clickId: late.payload.clickId }),
      ].map(record),
    );
    await kit.process([late, click(good)].map(record), failing('views-waiting-in-minutes', bad.tenantId));
    const channels = async () =>
      [await rowsOf(bad, 'page_views'), await rowsOf(bad, 'conversions')].map(([row]) => row?.channel);
    expect(await channels()).toEqual(['', 'direct']);
    const deadLetters = await deadLettersOf(bad);
    expect(deadLetters).toHaveLength(1);
    await again(deadLetters);
    expect(await channels()).toEqual(['google', 'google']);
    expect(await deadLettersOf(bad)).toMatchObject([{ is_settled: 1 }]);
  });

  test.each(['last-builds-of-years', 'clicks-of-leads'])(
    'sets aside what %s cannot answer for one company, and computes the others',
    async (query) => {
      const [bad, good] = [await createTenant(stack), await createTenant(stack)];
      const events = await Promise.all(
        [bad, good].map(async (owner) => {
          const event = click(owner);
          return [event, await lead(stack, owner, { clickId: event.payload.clickId }), delivered(owner, 'A')];
        }),
      );
      await kit.process(events.flat().map(record), failing(query, bad.tenantId));
      expect(await soldBy(good)).toEqual(['A']);
      expect(await soldBy(bad)).toEqual(['A']);
      const deadLetters = await deadLettersOf(bad);
      expect(new Set(deadLetters.map(({ stream }) => stream))).toEqual(new Set(['recompute']));
      await again(deadLetters);
      expect((await deadLettersOf(bad)).every(({ is_settled }) => is_settled === 1)).toBe(true);
    },
  );
});
