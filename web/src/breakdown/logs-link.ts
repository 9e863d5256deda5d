import type { Dimension } from '@tracker/schemas/metrics/dimensions';
import { type DateRange, searchOfRange } from '../date-range/date-range.ts';

/** Both logs show seven days unless the address says otherwise (specification §9). */
const LOGS_PRESET = '7d';

type Filters = Partial<Record<'campaign' | 'source' | 'product' | 'payment' | 'checkout', string>>;
export interface LogsLink {
  readonly to: '/click-logs' | '/conversion-logs';
  readonly search: object;
}

const LOGS: readonly [LogsLink['to'], ReadonlySet<string>][] = [
  ['/click-logs', new Set(['campaign', 'source'] satisfies Dimension[])],
  ['/conversion-logs', new Set(['campaign', 'product', 'payment', 'checkout'] satisfies Dimension[])],
];

/** The clicks of a campaign, in the same days. */
export const clicksOf = (campaignId: string, range: DateRange): LogsLink => ({
  to: '/click-logs',
  search: { campaign: campaignId, ...searchOfRange(range, LOGS_PRESET) },
});

/** The log whose filters can show what a group counts, in the same days; undefined where none can. */
export function logsOf(
  groupBy: readonly Dimension[],
  keys: readonly (string | null)[],
  range: DateRange,
): LogsLink | undefined {
  const asked = groupBy.slice(0, keys.length);
  const [to] = LOGS.find(([, filters]) => asked.every((dimension) => filters.has(dimension))) ?? [];
  if (to === undefined || keys.length === 0 || keys.includes(null)) return undefined;
  const filters: Filters = Object.fromEntries(asked.map((dimension, index) => [dimension, keys[index]]));
  return { to, search: { ...filters, ...searchOfRange(range, LOGS_PRESET) } };
}
