import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { LogRecord } from '@tracker/infra/event-log/event-log';
import { type Clock, systemClock } from '@tracker/infra/lifecycle/clock';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { Stack } from '@tracker/test/kit/stack';
import { sql } from 'kysely';
import { deadLetterSink } from '../batch/dead-letters.ts';
import { type BatchDeps, processBatch } from '../batch/process-batch.ts';
import { createSetAside, type SetAsideKeys } from '../batch/set-aside.ts';
import { createRates } from '../conversions/rates.ts';
import { createUnverifiedStore } from '../conversions/unverified-store.ts';
import { NOWHERE } from '../lookups/geo.ts';
import { createUserAgents } from '../lookups/user-agents.ts';
import { createRetriedClicks } from '../retried-clicks/retried-clicks.ts';
import { createOutbox } from '../send-back/outbox.ts';
import { createStreams } from '../streams/streams.ts';

/** Processes batches against the real stores like a consumer, but without waiting for one. */
export function createBatchKit(
  stack: Pick<Stack, 'caches' | 'clickhouse' | 'log' | 'logger' | 'postgres'>,
  clock: Clock = systemClock,
) {
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
      userAgents: createUserAgents(),
    }),
    clickhouse: stack.clickhouse,
    postgres: stack.postgres,
    rates: createRates({ sql: stack.postgres.sql, tenants: stack.caches.tenants }),
    unverified: createUnverifiedStore(stack.postgres),
    retriedClicks: createRetriedClicks(stack.postgres),
    outbox: createOutbox({ sql: stack.postgres.sql, destinations: stack.caches.destinations, clock }),
    keepFailed: deadLetterSink({ log: stack.log, clock: systemClock, logger: stack.logger }),
    setAside: setAsideKeys(),
    logger: stack.logger,
  });
  return {
    process: (records: readonly LogRecord[], clickhouse: ClickHouse = stack.clickhouse) =>
      processBatch({ ...deps(), clickhouse }, records),

    /** Everything that the processor derived for this tenant, in a fixed order. */
    async tables(tenantId: string): Promise<Record<string, unknown[]>> {
      const read = (table: string, order: string) =>
        stack.clickhouse.query<Record<string, unknown>>({
          name: 'test-table',
          sql: `SELECT * FROM ${table} FINAL WHERE tenant_id = {tenantId:String} ORDER BY ${order}`,
          params: { tenantId },
        });
      return {
        clicks: await read('clicks', 'click_id'),
        click_identities: await read('click_identities', 'click_id, event_id'),
        page_views: await read('page_views', 'ts, view_id'),
        conversions: await read('conversions', 'conversion_id'),
        conversion_ledger: await read('conversion_ledger', 'conversion_id, event_id'),
        conversion_assignments: await read('conversion_assignments', 'conversion_id, event_id'),
        ad_spend: await read('ad_spend', 'campaign_id, day'),
        webhook_deliveries: await read('webhook_deliveries', 'received_at, delivery_id'),
      };
    },

    /** What Postgres keeps about conversions without a key, as if no event had been processed. */
    async forgetUnverified(tenantId: TenantId): Promise<void> {
      await stack.postgres.withTenant(tenantId, async (trx) => {
        await sql`DELETE FROM unverified_conversions`.execute(trx);
        await sql`DELETE FROM unverified_state`.execute(trx);
      });
    },

    /** Empties the tenant's tables, for a replay. */
    async empty(tenantId: string): Promise<void> {
      const tables = [
        'clicks',
        'click_identities',
        'page_views',
        'conversions',
        'conversion_ledger',
        'conversion_assignments',
        'unattributed_conversions',
        'unattributed_page_views',
        'ad_spend',
        'webhook_deliveries',
      ];
      const empty = (table: string) =>
        stack.clickhouse.command(
          `ALTER TABLE ${table} DELETE WHERE tenant_id = '${tenantId}' SETTINGS mutations_sync = 2`,
        );
      await Promise.all(tables.map(empty));
    },
  };
}
