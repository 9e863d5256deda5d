import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { StoreError } from '@tracker/infra/clickhouse/errors';
import { createTableLock } from '@tracker/infra/postgres/table-lock';
import { listTenantZones } from '@tracker/infra/postgres/tables/tenant-zones';
import { DEFAULT_TIME_ZONE } from '@tracker/schemas/primitives/time';
import { createFakeClock } from '@tracker/test/kit/fake-clock';
import { within } from '@tracker/test/kit/machine';
import { useStack } from '@tracker/test/kit/stack';
import { createTenant, type TestTenant } from '@tracker/test/kit/tenant-fixture';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createBatchKit } from '../testing/batch-kit.ts';
import { click, clickIdOf, record } from '../testing/events.ts';
import { createFinalizer } from './finalizer.ts';

vi.setConfig({ testTimeout: within(120_000) });
const stack = useStack();
const kit = createBatchKit(stack);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Long before the events of other tests: their days are in the future by this clock. */
const NOON = Date.parse('2011-05-10T15:00:00Z');
/** Of São Paulo. */
const SECOND_DAY_MS = Date.parse('2011-05-11T03:00:00Z');
const MEMORY_LIMIT = { kind: 'busy', code: 241, type: 'MEMORY_LIMIT_EXCEEDED' } as const;

/** A worker that ignores the tenants of other tests. */
function setUp(own: readonly TestTenant[], lag = 0n) {
  const tableLock = createTableLock({ url: stack.postgresUrl, logger: stack.logger });
  onTestFinished(() => tableLock.close());
  const clock = createFakeClock(new Date(NOON + 3 * DAY).toISOString());
  const { clickhouse, logger } = stack;
  const ids = new Set<string>(own.map(({ tenantId }) => tenantId));
  const tenants = async () => (await listTenantZones(stack.postgres.sql)).filter(({ tenantId }) => ids.has(tenantId));
  const worker = createFinalizer({ clickhouse, tenants, tableLock, lag: async () => lag, clock, logger });
  return { clock, tableLock, worker };
}

async function turnUntilDone(worker: { turn(): Promise<boolean> }): Promise<void> {
  for (let turns = 0; turns < 50; turns += 1) if (!(await worker.turn())) return;
  throw new Error('the worker finds no end');
}

const clickRecord = (owner: TestTenant, atMs: number) =>
  record(click(owner, { atMs, clickId: clickIdOf(owner, atMs) }));

async function finalizedDays({ tenantId }: TestTenant): Promise<string[]> {
  const rows = await stack.clickhouse.query<{ day: string }>({
    name: 'test-finalized',
    sql: `SELECT DISTINCT toString(toDate(day_start)) AS day FROM finalized_days FINAL
          WHERE tenant_id = {tenantId:String} AND state = 2 ORDER BY day`,
    params: { tenantId },
  });
  return rows.map(({ day }) => day);
}

test('finalizes the closed days of every tenant, and recounts a day after a late event', async () => {
  const [one, other, empty] = [await createTenant(stack), await createTenant(stack), await createTenant(stack)];
  const { clock, worker } = setUp([one, other, empty]);
  await kit.process([clickRecord(one, NOON), clickRecord(one, NOON + 3 * DAY), clickRecord(other, NOON + DAY)]);
  await turnUntilDone(worker);
  // Not today, which is not over.
  expect(await finalizedDays(one)).toEqual(['2011-05-10', '2011-05-11', '2011-05-12']);
  expect(await finalizedDays(other)).toEqual(['2011-05-11', '2011-05-12']);
  expect(await finalizedDays(empty)).toEqual([]);

  await kit.process([clickRecord(one, NOON + 2 * DAY + 1)]);
  expect(await finalizedDays(one)).toEqual(['2011-05-10', '2011-05-11']);
  clock.advance(10 * 60_000);
  await turnUntilDone(worker);
  expect(await finalizedDays(one)).toEqual(['2011-05-10', '2011-05-11', '2011-05-12']);

  // One hour after midnight is too early, two are not.
  clock.set(new Date(NOON + 3 * DAY + 13 * HOUR).toISOString());
  await turnUntilDone(worker);
  expect(await finalizedDays(one)).toHaveLength(3);
  clock.advance(2 * HOUR);
  await turnUntilDone(worker);
  expect(await finalizedDays(one)).toHaveLength(4);
});

test('finalizes the last minutes where very many events come, and looks again a minute later', async () => {
  const tenant = await createTenant(stack);
  const { clock, worker } = setUp([tenant]);
  const storeClicks = (fromMs: number) =>
    stack.clickhouse.command(
      `INSERT INTO clicks (tenant_id, ts, click_id, campaign_id, ver)
       SELECT {tenantId:String}, fromUnixTimestamp64Milli({fromMs:Int64} + number), toString(number), '', 1 FROM numbers(50000)`,
      { tenantId: tenant.tenantId, fromMs },
    );
  const lastMinute = async () => {
    const [row] = await stack.clickhouse.query<{ last: string }>({
      name: 'test-last-minute',
      sql: `SELECT formatDateTime(max(day_end), '%H:%i') AS last FROM finalized_days FINAL
            WHERE tenant_id = {tenantId:String} AND state = 2`,
      params: { tenantId: tenant.tenantId },
    });
    return row?.last;
  };
  await storeClicks(clock.now() - 10 * 60_000);
  await turnUntilDone(worker);
  expect(await lastMinute()).toBe('14:59');
  await storeClicks(clock.now());
  clock.advance(31_000);
  await turnUntilDone(worker);
  expect(await lastMinute()).toBe('14:59');
  clock.advance(60_000);
  await turnUntilDone(worker);
  expect(await lastMinute()).toBe('15:01');
});

test('finalizes nothing while the processor lags or another process counts', async () => {
  const tenant = await createTenant(stack);
  await kit.process([clickRecord(tenant, NOON)]);
  await setUp([tenant], 1_000_000n).worker.turn();
  const { tableLock, worker } = setUp([tenant]);
  await tableLock.sharedByOne('rollups', () => worker.turn());
  expect(await finalizedDays(tenant)).toEqual([]);
  await turnUntilDone(worker);
  expect(await finalizedDays(tenant)).not.toEqual([]);
});

test('finalizes the days of others, and the other days of that company, when one day cannot be built', async () => {
  const [bad, good] = [await createTenant(stack), await createTenant(stack)];
  const { clock, tableLock } = setUp([bad, good]);
  await kit.process([...[0, 1, 2].map((day) => clickRecord(bad, NOON + day * DAY)), clickRecord(good, NOON)]);
  let attempts = 0;
  const { clickhouse, logger } = stack;
  const failing = {
    ...clickhouse,
    async command(sql: string, params?: Readonly<Record<string, unknown>>) {
      const bounds = (params?.bounds ?? []) as readonly number[];
      const isBad = params?.tenantId === bad.tenantId && bounds.slice(0, -1).some((ms) => ms === SECOND_DAY_MS);
      if (isBad) attempts += 1;
      if (isBad) throw new StoreError('rollup failed: MEMORY_LIMIT_EXCEEDED (241)', MEMORY_LIMIT);
      return clickhouse.command(sql, params);
    },
  };
  const tenants = async () => [bad, good].map(({ tenantId }) => ({ tenantId, timeZone: DEFAULT_TIME_ZONE }));
  const worker = createFinalizer({ clickhouse: failing, tenants, tableLock, lag: async () => 0n, clock, logger });
  await turnUntilDone(worker);
  expect(await finalizedDays(bad)).toEqual(['2011-05-10', '2011-05-12']);
  expect(await finalizedDays(good)).toEqual(['2011-05-10', '2011-05-11', '2011-05-12']);
  for (let hours = 0; hours < 30; hours += 1) {
    clock.advance(HOUR);
    await turnUntilDone(worker);
  }
  // Once as one of several days, and three times alone.
  expect(attempts).toBeLessThanOrEqual(4);
});

test('looks at the other companies in the same turn when one cannot be looked at', async () => {
  const [bad, good] = [await createTenant(stack), await createTenant(stack)];
  const { clock, tableLock } = setUp([bad, good]);
  await kit.process([clickRecord(good, NOON)]);
  const { clickhouse, logger } = stack;
  const failing: ClickHouse = {
    ...clickhouse,
    async query(request) {
      if (request.params?.tenantId === bad.tenantId) throw new TypeError('defect');
      return clickhouse.query(request);
    },
  };
  const tenants = async () => [bad, good].map(({ tenantId }) => ({ tenantId, timeZone: DEFAULT_TIME_ZONE }));
  const worker = createFinalizer({ clickhouse: failing, tenants, tableLock, lag: async () => 0n, clock, logger });
  await turnUntilDone(worker);
  expect(await finalizedDays(good)).toEqual(['2011-05-10', '2011-05-11', '2011-05-12']);
});
