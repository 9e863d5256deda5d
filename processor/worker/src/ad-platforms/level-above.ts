// What ad accounts spent by day, with what the platform lists for their campaigns: what a list leaves out is held against it, and totals are compared
// with it. Each is asked once in a run.
import type {
  AccountDay,
  AccountWindow,
  AdPlatform,
  DayWindow,
  SpendRow,
} from '@tracker/infra/ad-platforms/ad-platform';
import { inCurrencyOf } from './ask-for-links.ts';
import type { Link } from './links.ts';

interface Asking {
  readonly token: string;
  readonly signal: AbortSignal;
}

type Ask<Row> = (asking: Asking, link: Link, window: DayWindow) => Promise<readonly Row[]>;

export interface LevelAbove {
  /** The account's own sum. */
  readonly whole: Ask<AccountDay>;
  /** Of all campaigns of the account that the platform lists. */
  readonly listed: Ask<SpendRow>;
}

/** Of one run. */
export function createLevelAbove(platform: AdPlatform): LevelAbove {
  return {
    whole: once((token, query, signal) => platform.accountSpend(token, query, signal)),
    listed: once((token, query, signal) =>
      platform.dailySpend(token, { ...query, campaignIds: null, level: 'campaign' }, signal),
    ),
  };
}

function once<Row extends AccountDay>(
  ask: (token: string, query: AccountWindow, signal: AbortSignal) => Promise<readonly Row[]>,
): Ask<Row> {
  const known: (AccountWindow & { readonly rows: readonly Row[] })[] = [];
  return async ({ token, signal }, link, { since, until }) => {
    const { adAccountId } = link;
    const before = known.find((one) => one.adAccountId === adAccountId && one.since <= since && one.until >= until);
    if (before) return before.rows.filter(({ day }) => day >= since && day <= until);
    const query = { adAccountId, since, until };
    const rows = inCurrencyOf(link, await ask(token, query, signal));
    known.push({ ...query, rows });
    return rows;
  };
}
