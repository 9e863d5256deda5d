import { createTableGate } from '@tracker/infra/postgres/table-gate';
import { createFakeClock } from '@tracker/test/kit/fake-clock';
import { useStack } from '@tracker/test/kit/stack';
import { createTenant, type TestTenant } from '@tracker/test/kit/tenant-fixture';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createBatchKit } from '../testing/batch-kit.ts';
import { click, clickIdOf, record } from '../testing/events.ts';
import { createFinalizer } from './finalizer.ts';
import { listTenantZones } from './tenant-zones.ts';

vi.setConfig({ testTimeout: 120_000 });
const stack = useStack();
const kit = createBatchKit(stack);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Long before the events of other tests: their days are in the future by this clock. */
const NOON = Date.parse('2011-05-10T15:00:00Z');

/** A worker that ignores the tenants of other tests. */
function setUp(own: readonly TestTenant[], lag = 0n) {
  const gate = createTableGate({ url: stack.postgresUrl, logger: stack.logger });
  onTestFinished(() => gate.close());
  const clock = createFakeClock(new Date(NOON + 3 * DAY).toISOString());
  const { clickhouse, logger } = stack;
  const ids = new Set<string>(own.map(({ tenantId }) => tenantId));
  const tenants = async () => (await listTenantZones(stack.postgres.sql)).filter(({ tenantId }) => ids.has(tenantId));
  const worker = createFinalizer({ clickhouse, tenants, gate, lag: async () => lag, clock, logger });
  return { clock, gate, worker };
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
  const { gate, worker } = setUp([tenant]);
  await gate.sharedByOne(() => worker.turn());
  expect(await finalizedDays(tenant)).toEqual([]);
  await turnUntilDone(worker);
  expect(await finalizedDays(tenant)).not.toEqual([]);
});
