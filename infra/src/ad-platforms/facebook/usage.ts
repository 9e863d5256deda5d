// How much of Facebook's budget is used, as it says in four headers of almost every answer.
import { z } from 'zod';

/** Which of an account's budgets a call uses up. */
export type Use = 'insights' | 'management';

export const budgetOf = (adAccountId: string, use: Use): string => `${adAccountId} ${use}`;

/** Percentages of 0 to 100 and more; `regainMs` is 0 unless Facebook says how long it will refuse. */
export interface Usage {
  readonly percent: number;
  readonly regainMs: number;
}

export interface UsageReading {
  /** Of the app, shared by all tenants. */
  readonly app?: Usage;
  /** Of the ad account that the call was about, for the use of the call. */
  readonly account?: Usage;
}

const percent = z.number().min(0).catch(0);
const AppUsage = z.object({ call_count: percent, total_time: percent, total_cputime: percent });
const AccountUsage = z.object({ acc_id_util_pct: percent, reset_time_duration: percent });
const InsightsThrottle = z.object({ app_id_util_pct: percent, acc_id_util_pct: percent });
/** By business or ad account; each kind of call has a budget of its own. */
const BusinessUsage = z.record(
  z.string(),
  z.array(AppUsage.extend({ type: z.string().catch(''), estimated_time_to_regain_access: z.number().min(0).catch(0) })),
);

const MINUTE_MS = 60_000;
/** From here on no call is made. */
export const STOP_FROM_PERCENT = 95;

/** What cannot be read is left out: a header in a new form must not stop a sync. */
export function readUsage(headers: Headers, use: Use): UsageReading {
  const app = read(AppUsage, headers.get('x-app-usage'));
  const account = read(AccountUsage, headers.get('x-ad-account-usage'));
  const throttle = read(InsightsThrottle, headers.get('x-fb-ads-insights-throttle'));
  const business = Object.values(read(BusinessUsage, headers.get('x-business-use-case-usage')) ?? {})
    .flat()
    .filter(({ type }) => type === '' || (type === 'ads_insights') === (use === 'insights'));
  return {
    app: fullest([
      app && { percent: busiest(app), regainMs: 0 },
      throttle && { percent: throttle.app_id_util_pct, regainMs: 0 },
    ]),
    account: fullest([
      account && {
        percent: account.acc_id_util_pct,
        regainMs: account.acc_id_util_pct >= STOP_FROM_PERCENT ? account.reset_time_duration * 1000 : 0,
      },
      use === 'insights' && throttle ? { percent: throttle.acc_id_util_pct, regainMs: 0 } : undefined,
      ...business.map((one) => ({
        percent: busiest(one),
        regainMs: one.estimated_time_to_regain_access * MINUTE_MS,
      })),
    ]),
  };
}

const busiest = (usage: z.infer<typeof AppUsage>) => Math.max(usage.call_count, usage.total_time, usage.total_cputime);

function fullest(usages: readonly (Usage | undefined)[]): Usage | undefined {
  const known = usages.filter((usage) => usage !== undefined);
  if (known.length === 0) return undefined;
  return {
    percent: Math.max(...known.map((usage) => usage.percent)),
    regainMs: Math.max(...known.map((usage) => usage.regainMs)),
  };
}

function read<T>(schema: z.ZodType<T>, text: string | null): T | undefined {
  if (text === null) return undefined;
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
