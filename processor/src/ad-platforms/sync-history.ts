import type { Postgres } from '@tracker/infra/postgres/client';
import type { SyncRun } from '@tracker/schemas/contracts/ad-platforms.contract';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { sql } from 'kysely';
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

/** One row for each campaign of the tenant. A repeated run replaces its rows. */
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
      total_spend: totalSpend,
      error,
      warnings,
    };
  });
  if (rows.length === 0) return;
  await postgres.withTenant(tenantId, async (trx) => {
    await trx
      .deleteFrom('ad_platform_sync_runs')
      .where('platform', '=', platform)
      .where('run_id', '=', runId)
      .execute();
    await trx.insertInto('ad_platform_sync_runs').values(rows).execute();
    await sql`
      DELETE FROM ad_platform_sync_runs WHERE platform = ${platform} AND started_at < (
        SELECT started_at FROM ad_platform_sync_runs WHERE platform = ${platform} ORDER BY started_at DESC OFFSET ${KEPT_RUNS} LIMIT 1)`.execute(
      trx,
    );
  });
}
