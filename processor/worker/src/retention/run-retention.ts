// Deletes what the retention of each tenant gives up (ADR 33). Before a click goes, every day before the limit is finalized, and the limit is
// stored: from then on the processor drops what comes late for those days, so that none of them is ever counted again. A run that
// ends in its middle is repeated by the next one. The snapshot of a replay and the event log follow the tables.
import { liveTablesAreOneSet } from '@tracker/infra/clickhouse/shadow';
import { TRAFFIC_TABLES } from '@tracker/infra/clickhouse/tables/tenant-tables';
import { eachApart } from '@tracker/infra/lifecycle/each-apart';
import { figuresChanged } from '@tracker/infra/postgres/figure-versions';
import type { TableLock } from '@tracker/infra/postgres/table-lock';
import { buildRollups, finalizeDays } from '@tracker/infra/rollups/build-rollups';
import { findOpenDaysBetween } from '@tracker/infra/rollups/open-days';
import { firstFacts } from '@tracker/infra/rollups/queries';
import { metrics } from '@tracker/infra/telemetry/metrics';
import { dayBounds } from '@tracker/schemas/primitives/day-bounds';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { addDays, dayOf } from '@tracker/schemas/primitives/tenant-day';
import { msFromInstant } from '@tracker/schemas/primitives/time';
import { type LogRetentionDeps, type LogRetentionPlan, runLogRetention } from './log-retention.ts';
import { planRetention, type RetentionItem, type TenantRetention } from './plan-retention.ts';
import { assertNoReplay, RetentionBusyError } from './retention-busy.ts';
import { shrinkSnapshot } from './shrink-snapshot.ts';

export interface RetentionDeps extends LogRetentionDeps {
  readonly tableLock: TableLock;
}

export interface RetentionResult {
  readonly rows: number;
  readonly bytes: number;
  /** Tenants whose clicks stay for now: a day before the limit could not be finalized. */
  readonly postponed: readonly string[];
  /** Tenants of which some rows stay for now: they could not be planned or deleted. */
  readonly failed: readonly string[];
  /** Of the event log; null where it is kept whole. */
  readonly log: LogRetentionPlan | null;
}

const DAYS_AT_ONCE = 32;

export async function runRetention(
  deps: RetentionDeps,
  { signal, progress }: { signal?: AbortSignal; progress?: (done: number, total: number) => void } = {},
): Promise<RetentionResult> {
  await assertNoReplay(deps.postgres);
  const failed = new Set<string>();
  const onFailed = (tenantId: string, err: unknown) => {
    if (err instanceof RetentionBusyError || signal?.aborted) throw err;
    failed.add(tenantId);
    deps.logger.error(
      { event: 'retention.tenant.failed', err, tenantId },
      'old rows of a tenant not deleted; trying again the next night',
    );
  };
  const plans = await planRetention(deps, deps.clock.now(), onFailed);
  const total = plans.reduce((sum, { items }) => sum + items.length, 0);
  const postponed: string[] = [];
  let [done, rows, bytes] = [0, 0, 0];
  const deleteOld = async (plan: TenantRetention) => {
    const isReady = !hasTraffic(plan) || (await byOne(deps, () => finishDays(deps, plan)));
    if (!isReady) postponed.push(plan.tenantId);
    for (const item of plan.items) {
      signal?.throwIfAborted();
      if (isReady || !isTraffic(item)) {
        await byOne(deps, () => deleteItem(deps, plan, item));
        metrics.retentionDeletedRows.inc({ table: item.table }, item.rows);
        rows += item.rows;
        bytes += item.bytes;
      }
      done += 1;
      progress?.(done, total);
    }
    if (plan.items.length > 0) await figuresChanged(deps.postgres.sql, [plan.tenantId]);
  };
  await eachApart(plans, deleteOld, ({ tenantId }, error) => onFailed(tenantId, error));
  await shrinkSnapshot(deps, onFailed, signal);
  const log = await runLogRetention(deps, { ...(signal && { signal }), ...(progress && { progress }) });
  metrics.retentionLastRun.set(Math.round(deps.clock.now() / 1_000));
  if (postponed.length > 0) {
    deps.logger.warn(
      { event: 'retention.postponed', tenants: postponed },
      'clicks are kept: days before the limit are not finalized; trying again the next night',
    );
  }
  if (rows > 0) deps.logger.info({ event: 'retention.run.completed', rows, bytes }, 'old rows deleted');
  return { rows, bytes, postponed, failed: [...failed], log };
}

const isTraffic = ({ table }: RetentionItem): boolean => TRAFFIC_TABLES.some((one) => one === table);
const hasTraffic = ({ items }: TenantRetention): boolean => items.some(isTraffic);

async function byOne<T>({ tableLock, clickhouse }: RetentionDeps, work: () => Promise<T>): Promise<T> {
  const result = await tableLock.sharedByOne('rollups', async () => {
    if (!(await liveTablesAreOneSet(clickhouse))) throw new RetentionBusyError('A swap was interrupted in its middle.');
    return [await work()] as const;
  });
  if (result === undefined) throw new RetentionBusyError('Days are being finalized, or another run is at work.');
  return result[0];
}

/** Finalizes what is open before the limit and stores the limit. False: a day was re-opened meanwhile. */
async function finishDays({ clickhouse, postgres, clock }: RetentionDeps, plan: TenantRetention): Promise<boolean> {
  const { tenantId, timeZone, clicksKeptFromMs: toMs } = plan;
  const facts = await firstFacts.run(clickhouse, tenantId as TenantId, { fromMs: 0 });
  const fact = facts.find(({ half }) => half === 'traffic');
  if (fact && msFromInstant(fact.ts) < toMs) {
    const bounds = dayBounds(dayOf(msFromInstant(fact.ts), timeZone), addDays(dayOf(toMs, timeZone), -1), timeZone);
    for (const run of await findOpenDaysBetween(clickhouse, { tenantId, timeZone, half: 'traffic', bounds })) {
      for (let start = 0; start + 1 < run.length; start += DAYS_AT_ONCE) {
        const some = run.slice(start, start + DAYS_AT_ONCE + 1);
        const built = await buildRollups(
          clickhouse,
          { tenantId, timeZone, half: 'traffic', bounds: some },
          clock.now(),
        );
        if ((await finalizeDays(clickhouse, built)) < built.length) return false;
      }
    }
  }
  await postgres.withTenant(tenantId as TenantId, (trx) =>
    trx
      .insertInto('retention')
      .values({ tenant_id: tenantId, clicks_kept_from: new Date(toMs) })
      .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ clicks_kept_from: new Date(toMs) }))
      .execute(),
  );
  return true;
}

async function deleteItem(
  { clickhouse, postgres }: RetentionDeps,
  { tenantId, auditKeptFromMs }: TenantRetention,
  { table, month, where }: RetentionItem,
): Promise<void> {
  if (table === 'audit_log') {
    await postgres.sql`SELECT purge_audit_log(${tenantId}, ${new Date(auditKeptFromMs)})`;
    return;
  }
  // One partition in each statement: short, and what ends in its middle has done a part.
  const partition = month === null ? '' : `IN PARTITION ID '${month}' `;
  await clickhouse.command(`ALTER TABLE ${table} DELETE ${partition}WHERE ${where} SETTINGS mutations_sync = 2`);
}
