import type { SyncReport } from '@tracker/infra/ad-platforms/sync-request';
import type { AdPlatformProblem, SyncWarning } from '@tracker/schemas/ad-platforms/problems';
import { type MoneySum, sumMoney } from '@tracker/schemas/primitives/money';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { LinkResult } from './sync-links.ts';
import { distinctWarnings } from './warnings.ts';

/** What some links brought together. */
export interface Brought {
  /** Of the first that failed, with the name of its ad account. */
  readonly error: AdPlatformProblem | null;
  readonly warnings: readonly SyncWarning[];
  readonly dataPoints: number;
  readonly totalSpend: MoneySum;
}

export function sumUp(results: readonly LinkResult[]): Brought {
  const outcomes = results.map(({ outcome }) => outcome);
  const failed = results.find(({ outcome }) => outcome.error !== null);
  return {
    error: failed?.outcome.error ? atAccount(failed.outcome.error, failed.link) : null,
    warnings: distinctWarnings(outcomes.flatMap(({ warnings }) => warnings)),
    dataPoints: outcomes.reduce((sum, { dataPoints }) => sum + dataPoints, 0),
    totalSpend: sumMoney(outcomes.map(({ totalSpend }) => totalSpend)),
  };
}

/** Of the connection or the installation, not of one account. */
const OF_ALL: ReadonlySet<AdPlatformProblem['code']> = new Set([
  ...(['not_connected', 'reconnect_needed', 'connection_ended', 'connection_expired', 'app_removed'] as const),
  ...(['account_check_needed', 'password_changed', 'app_refused', 'app_access_level', 'version_ended'] as const),
  'redirect_refused',
]);

export const atAccount = (
  problem: AdPlatformProblem,
  { accountName, adAccountId }: { readonly accountName: string; readonly adAccountId: string },
): AdPlatformProblem => (OF_ALL.has(problem.code) ? problem : { ...problem, account: accountName || adAccountId });

/** `campaignId`: the campaign that was asked for; null: all. */
export function toReport(
  results: readonly LinkResult[],
  campaignId: string | null,
  today: TenantDay,
  durationMs: number,
): SyncReport {
  const { error, dataPoints, totalSpend } = sumUp(results);
  const own = results.filter(({ link }) => campaignId === null || link.campaignId === campaignId);
  return {
    error,
    links: results.length,
    successfulLinks: results.filter(({ outcome }) => outcome.error === null).length,
    dataPoints,
    totalSpend,
    today,
    todaySpend: campaignId !== null && own.length === 0 ? null : sumMoney(own.map(({ outcome }) => outcome.todaySpend)),
    totalTodaySpend: sumMoney(results.map(({ outcome }) => outcome.todaySpend)),
    durationMs,
    ownError:
      results.find(({ link, outcome }) => link.campaignId === campaignId && outcome.error !== null)?.outcome.error ??
      null,
    failedAccounts: [...Map.groupBy(results, ({ link }) => link.adAccountId).values()].flatMap((some) => {
      const failed = some.find(({ outcome }) => outcome.error !== null);
      return failed?.outcome.error
        ? [{ name: failed.link.accountName || failed.link.adAccountId, error: failed.outcome.error }]
        : [];
    }),
  };
}
