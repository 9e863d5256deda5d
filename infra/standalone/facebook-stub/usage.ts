// Usage budgets of the app and of each ad account: each call fills them, time drains them, headers report them.

export interface UsageMeter {
  /** Percent per call; 0 freezes all budgets. */
  perCallPercent: number;
  dropPerMinutePercent: number;
  set(budget: string, percent: number): void;
  count(budget: string): number;
  percentOf(budget: string): number;
}

export const APP_BUDGET = 'app';

export function createUsageMeter(clock: { now(): number }): UsageMeter {
  const budgets = new Map<string, { percent: number; atMs: number }>();
  return {
    perCallPercent: 0.1,
    dropPerMinutePercent: 20,
    set(budget, percent) {
      budgets.set(budget, { percent, atMs: clock.now() });
    },
    count(budget) {
      const percent = this.percentOf(budget) + this.perCallPercent;
      this.set(budget, percent);
      return percent;
    },
    percentOf(budget) {
      const { percent, atMs } = budgets.get(budget) ?? { percent: 0, atMs: clock.now() };
      return Math.max(0, percent - (Math.max(0, clock.now() - atMs) / 60_000) * this.dropPerMinutePercent);
    },
  };
}

const round = (percent: number) => Math.round(percent * 100) / 100;

/** `account` without 'act_'; undefined for calls without an account. */
export function usageHeaders(meter: UsageMeter, account: string | undefined, isInsights: boolean, regainMinutes = 0) {
  const app = Math.floor(meter.percentOf(APP_BUDGET));
  const headers: Record<string, string> = {
    'x-app-usage': JSON.stringify({
      call_count: app,
      total_time: Math.floor(app / 2),
      total_cputime: Math.floor(app / 3),
    }),
  };
  const percent = account === undefined ? 0 : meter.percentOf(account);
  const tier = { ads_api_access_tier: 'standard_access' };
  if (account !== undefined) {
    const business = {
      type: isInsights ? 'ads_insights' : 'ads_management',
      call_count: Math.floor(percent),
      total_cputime: Math.floor(percent / 4),
      total_time: Math.floor(percent / 4),
      estimated_time_to_regain_access: regainMinutes,
    };
    headers['x-ad-account-usage'] = JSON.stringify({
      acc_id_util_pct: round(percent),
      reset_time_duration: 100,
      ...tier,
    });
    headers['x-business-use-case-usage'] = JSON.stringify({ [account]: [{ ...business, ...tier }] });
  } else if (regainMinutes > 0) {
    const business = { type: 'ads_management', call_count: 100, estimated_time_to_regain_access: regainMinutes };
    headers['x-business-use-case-usage'] = JSON.stringify({ '900': [business] });
  }
  if (isInsights) {
    headers['x-fb-ads-insights-throttle'] = JSON.stringify({
      app_id_util_pct: app,
      acc_id_util_pct: round(percent),
      ...tier,
    });
  }
  return headers;
}
