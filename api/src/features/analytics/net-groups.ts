import type { CostsOfRange } from '@tracker/figures/costs-of-range';
import { netOf, withExpenses } from '@tracker/figures/net';
import type { NetFigures } from '@tracker/schemas/contracts/dashboard.contract';
import type { Dimension } from '@tracker/schemas/metrics/dimensions';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { BreakdownGroup } from './queries.ts';

/** Meaningless where spend is unknown. */
export interface NetGroup extends BreakdownGroup {
  readonly net: NetFigures;
}

interface Asked {
  /** In the order of `DIMENSIONS`. */
  readonly groupBy: readonly Dimension[];
  readonly asking: { readonly firstKeys: readonly string[]; readonly secondKeys: readonly string[] };
  readonly costs: CostsOfRange;
  readonly limit: number;
}

/** Expenses belong to days, and to a campaign or to none; no source or ad has any. */
const HAVE_EXPENSES: ReadonlySet<Dimension> = new Set<Dimension>(['campaign', 'weekday']);

/** The groups with what remains of their revenue; and after all others, by their keys, those that have only expenses. */
export function withNet(groups: readonly BreakdownGroup[], { groupBy, asking, costs, limit }: Asked): NetGroup[] {
  const keyOf = (keys: readonly string[]) => JSON.stringify(keys);
  const expenses = groupBy.every((dimension) => HAVE_EXPENSES.has(dimension))
    ? costs.expensesBy((campaignId, day) =>
        keyOf(groupBy.map((dimension) => (dimension === 'campaign' ? (campaignId ?? '') : weekdayOf(day)))),
      )
    : new Map<string, bigint>();
  const known = groups.map((group) => keyOf([group.key_1, group.key_2].slice(0, groupBy.length)));
  const found = groups[0]?.groups ?? 0;
  // Where the limit has cut groups off, these would be cut off, too.
  const missing =
    found === groups.length
      ? [...expenses.keys()].filter((key) => !known.includes(key) && isAsked(JSON.parse(key), asking)).sort()
      : [];
  const netFor = (key: string, lines: readonly string[]) =>
    netOf(withExpenses(costs.linesOf(lines), expenses.get(key)));
  const total = found + missing.length;
  return [
    ...groups.map((group, index) => ({ ...group, groups: total, net: netFor(known[index] ?? '', group.lines) })),
    ...missing.map((key) => {
      const [key_1 = '', key_2 = ''] = JSON.parse(key) as string[];
      return { ...NO_FIGURES, key_1, key_2, groups: total, net: netFor(key, []) };
    }),
  ].slice(0, limit);
}

const isAsked = (keys: readonly string[], { firstKeys, secondKeys }: Asked['asking']): boolean =>
  [firstKeys, secondKeys].every((asked, index) => asked.length === 0 || asked.includes(keys[index] ?? ''));

const NO_FIGURES = {
  ...{ label_1: '', label_2: '', clicks: 0, page_views: 0, conversions: 0, attributed: 0 },
  ...{ revenue: 0, spend: 0, reports: 0, lines: [] },
};

/** As the key of the dimension: '1' is Monday. */
const weekdayOf = (day: TenantDay): string => String(new Date(`${day}T00:00:00Z`).getUTCDay() || 7);
