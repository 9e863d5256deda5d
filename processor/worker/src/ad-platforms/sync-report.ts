import type { SyncReport } from '@tracker/infra/ad-platforms/sync-request';
import type { AdPlatformProblem, SyncWarning } from '@tracker/schemas/ad-platforms/problems';
import { type MoneySum, sumMoney } from '@tracker/schemas/primitives/money';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { LinkResult } from './sync-links.ts';

/** What some links brought together. */
export interface Brought {
  /** Of the first that failed, as the warnings of the first that has some. */
  readonly error: AdPlatformProblem | null;
  readonly warnings: readonly SyncWarning[];
  readonly dataPoints: number;
  readonly totalSpend: MoneySum;
}

export function sumUp(results: readonly LinkResult[]): Brought {
  const outcomes = results.map(({ outcome }) => outcome);
  return {
    error: outcomes.find(({ error }) => error !== null)?.error ?? null,
    warnings: outcomes.find(({ warnings }) => warnings.length > 0)?.warnings ?? [],
    dataPoints: outcomes.reduce((sum, { dataPoints }) => sum + dataPoints, 0),
    totalSpend: sumMoney(outcomes.map(({ totalSpend }) => totalSpend)),
  };
}

/** `campaignId`: the campaign that was asked for; null: all. */
export function toReport(
  results: readonly LinkResult[],
  campaignId: string | null,
  today: TenantDay,
  durationMs: number,
): SyncReport {
  const { error, dataPoints, totalSpend } = sumUp(results);
  return {
    error,
    links: results.length,
    successfulLinks: results.filter(({ outcome }) => outcome.error === null).length,
    dataPoints,
    totalSpend,
    today,
    todaySpend: sumMoney(
      results
        .filter(({ link }) => campaignId === null || link.campaignId === campaignId)
        .map(({ outcome }) => outcome.todaySpend),
    ),
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
