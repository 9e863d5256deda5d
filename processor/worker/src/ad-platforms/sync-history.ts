import type { Postgres } from '@tracker/infra/postgres/client';
import type { Database } from '@tracker/infra/postgres/database';
import type { SyncRun } from '@tracker/schemas/contracts/ad-platforms.contract';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { clampMoney } from '@tracker/schemas/primitives/money';
import { sql, type Transaction } from 'kysely';
import type { LinkResult } from './sync-links.ts';
import { sumUp } from './sync-report.ts';

export interface FinishedRun {
  readonly tenantId: TenantId;
  readonly platform: string;
  readonly runId: string;
  readonly trigger: SyncRun['trigger'];
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  readonly results: readonly LinkResult[];
}

/** More than any screen shows; a run of each night is a year of one campaign. */
const KEPT_RUNS = 500;

/** A failure that repeats all day is reported once a day. */
const REPORTED_MS = 86_400_000;

/** One row for each campaign of the tenant; of a run of the day, for each that failed and is news. A repeated run replaces its rows. */
export async function writeHistory(postgres: Postgres, run: FinishedRun): Promise<void> {
  const { tenantId, platform, runId, trigger, startedAtMs, endedAtMs } = run;
  const rows = [...Map.groupBy(run.results, ({ link }) => link.campaignId)].map(([campaignId, some]) => {
    const { error, warnings, dataPoints, totalSpend } = sumUp(some);
    return {
      tenant_id: tenantId,
      platform,
      run_id: runId,
      campaign_id: campaignId,
      trigger,
      started_at: new Date(startedAtMs),
      ended_at: new Date(endedAtMs),
      success: error === null,
      data_points: dataPoints,
      total_spend: clampMoney(totalSpend),
      error,
      warnings,
    };
  });
  await postgres.withTenant(tenantId, async (trx) => {
    const written = trigger === 'intraday' ? await newFailures(trx, run, rows) : rows;
    if (written.length === 0) return;
    await trx
      .deleteFrom('ad_platform_sync_runs')
      .where('platform', '=', platform)
      .where('run_id', '=', runId)
      .execute();
    await trx.insertInto('ad_platform_sync_runs').values(written).execute();
    await sql`
      DELETE FROM ad_platform_sync_runs WHERE platform = ${platform} AND started_at < (
        SELECT started_at FROM ad_platform_sync_runs WHERE platform = ${platform} ORDER BY started_at DESC OFFSET ${KEPT_RUNS} LIMIT 1)`.execute(
      trx,
    );
  });
}

async function newFailures<Row extends { campaign_id: string; error: { readonly code: string } | null }>(
  trx: Transaction<Database>,
  { platform, startedAtMs }: FinishedRun,
  rows: readonly Row[],
): Promise<Row[]> {
  const failed = rows.filter(({ error }) => error !== null);
  if (failed.length === 0) return [];
  const reported = await trx
    .selectFrom('ad_platform_sync_runs')
    .select(['campaign_id', 'error'])
    .where('platform', '=', platform)
    .where('success', '=', false)
    .where('started_at', '>', new Date(startedAtMs - REPORTED_MS))
    .execute();
  const known = new Set(reported.map(({ campaign_id: id, error }) => `${id} ${error?.code}`));
  return failed.filter(({ campaign_id: id, error }) => !known.has(`${id} ${error?.code}`));
}
