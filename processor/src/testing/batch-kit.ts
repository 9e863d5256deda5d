import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { shadowClickHouse, shadowOf } from '@tracker/infra/clickhouse/shadow';
import { REPLAYED_TABLES } from '@tracker/infra/clickhouse/tables/tenant-tables';
import { createOutbox } from '@tracker/infra/conversions/outbox';
import { createRates } from '@tracker/infra/conversions/rates';
import type { LogRecord } from '@tracker/infra/event-log/event-log';
import { randomText } from '@tracker/infra/identity/random-id';
import { type Clock, systemClock } from '@tracker/infra/lifecycle/clock';
import { createChangedRows } from '@tracker/infra/postgres/changed-rows';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { Stack } from '@tracker/test/kit/stack';
import { sql } from 'kysely';
import { deadLetterSink } from '../batch/dead-letters.ts';
import { type BatchDeps, processBatch } from '../batch/process-batch.ts';
import { createSetAside, type SetAsideKeys } from '../batch/set-aside.ts';
import { createWantedLookUps } from '../batch/wanted-look-ups.ts';
import { createUnverifiedStore } from '../conversions/unverified-store.ts';
import { NOWHERE } from '../lookups/geo.ts';
import { createUserAgents } from '../lookups/user-agents.ts';
import { computeSlice } from '../recomputations/compute-slice.ts';
import { createRecomputations } from '../recomputations/recomputations.ts';
import { createRetriedClicks } from '../retried-clicks/retried-clicks.ts';
import { createStreams } from '../streams/streams.ts';

const ORDER = {
  clicks: 'click_id, ts',
  click_identities: 'click_id, event_id',
  opened_checkouts: 'click_id, event_id',
  script_notices: 'event_id',
  page_views: 'ts, view_id',
  conversions: 'conversion_id',
  conversion_ledger: 'conversion_id, event_id',
  conversion_links: 'conversion_id, other_id, event_id',
  conversion_assignments: 'conversion_id, event_id',
  ad_spend: 'campaign_id, day',
  spend_reports: 'campaign_id, source, day, reported_at',
  ad_results: 'campaign_id, source, day',
  webhook_deliveries: 'received_at, delivery_id',
};
type Table = keyof typeof ORDER;

/** Processes batches against the real stores like a consumer, but without waiting for one. */
export function createBatchKit(
  stack: Pick<Stack, 'caches' | 'clickhouse' | 'log' | 'logger' | 'postgres'>,
  clock: Clock = systemClock,
  { sliceMax }: { readonly sliceMax?: number } = {},
) {
  const userAgents = createUserAgents();
  let setAside: SetAsideKeys | undefined;
  const setAsideKeys = () => {
    setAside ??= createSetAside({ ...stack, clock });
    return setAside;
  };
  const deps = (): BatchDeps => ({
    streams: createStreams({
      ...stack.caches,
      postgres: stack.postgres,
      geo: { place: () => NOWHERE },
      userAgents,
    }),
    clickhouse: stack.clickhouse,
    tenants: stack.caches.tenants,
    postgres: stack.postgres,
    rates: createRates({ sql: stack.postgres.sql, tenants: stack.caches.tenants }),
    unverified: createUnverifiedStore(stack.postgres),
    retriedClicks: createRetriedClicks(stack.postgres),
    outbox: createOutbox({ sql: stack.postgres.sql, destinations: stack.caches.destinations, clock }),
    changedRows: createChangedRows(stack.postgres.sql),
    recomputations: createRecomputations(stack.postgres.sql, sliceMax),
    lookUps: createWantedLookUps({ sql: stack.postgres.sql, clock }),
    keepFailed: deadLetterSink({ log: stack.log, clock: systemClock, logger: stack.logger }),
    setAside: setAsideKeys(),
    logger: stack.logger,
  });
  /** What the processor derived for this tenant in one table, in a fixed order. */
  const rows = (tenantId: string, table: Table, clickhouse: ClickHouse = stack.clickhouse) =>
    clickhouse.query<Record<string, unknown>>({
      name: 'test-table',
      sql: `SELECT * FROM ${table} FINAL WHERE tenant_id = {tenantId:String} ORDER BY ${ORDER[table]}`,
      params: { tenantId },
    });
  return {
    process: (records: readonly LogRecord[], clickhouse: ClickHouse = stack.clickhouse) =>
      processBatch({ ...deps(), clickhouse }, records),

    /** As a replay does: into other tables, with nothing left for later. */
    replay: (records: readonly LogRecord[], clickhouse: ClickHouse) =>
      processBatch(
        { ...deps(), clickhouse, postgres: null, outbox: null, changedRows: null, recomputations: null, lookUps: null },
        records,
      ),

    /** The next slice of conversions whose rates changed, of any tenant, as a processor that has just been started. */
    computeSlice: () =>
      computeSlice({
        ...deps(),
        recomputations: createRecomputations(stack.postgres.sql, sliceMax),
        announce: async () => undefined,
      }),

    rows,

    /** Everything that the processor derived for this tenant, in a fixed order. */
    async tables(tenantId: string, clickhouse?: ClickHouse): Promise<Record<string, unknown[]>> {
      const tables: Record<string, unknown[]> = {};
      for (const table of Object.keys(ORDER) as Table[]) tables[table] = await rows(tenantId, table, clickhouse);
      return tables;
    },

    /** What Postgres keeps about conversions without a key, as if no event had been processed. */
    async forgetUnverified(tenantId: TenantId): Promise<void> {
      await stack.postgres.withTenant(tenantId, async (trx) => {
        await sql`DELETE FROM unverified_conversions`.execute(trx);
        await sql`DELETE FROM unverified_state`.execute(trx);
      });
    },

    /** Gives `work` a store whose tables are empty, as those of a replay; they are dropped after it. */
    async onEmptyTables<T>(work: (clickhouse: ClickHouse) => Promise<T>): Promise<T> {
      const suffix = `test${randomText(12).toLowerCase()}`;
      const each = (statement: (table: string) => string) =>
        Promise.all(REPLAYED_TABLES.map((table) => stack.clickhouse.command(statement(table))));
      try {
        await each((table) => `CREATE TABLE ${shadowOf(table, suffix)} AS ${table}`);
        return await work(shadowClickHouse(stack.clickhouse, suffix));
      } finally {
        await each((table) => `DROP TABLE IF EXISTS ${shadowOf(table, suffix)} SYNC`);
      }
    },
  };
}
