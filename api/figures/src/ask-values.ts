// The values of a dimension, for the list of a filter.
import { type FigureDimension, isKnownBy } from '@tracker/schemas/figures/dimensions';
import { type FigureValuesQuery, SORTED_GROUPS_MAX } from '@tracker/schemas/figures/figure-query';
import { keyLabel } from '@tracker/schemas/figures/key-labels';
import { SUMS } from '@tracker/schemas/figures/metrics';
import { folded } from '@tracker/schemas/primitives/text';
import { readGroups } from './ask-groups.ts';
import { type Asker, seesSum, tenantOf } from './asker.ts';
import { namesOfGroups } from './names.ts';
import { type FigureDeps, rangeOf } from './plan.ts';

/** In the order in which they rank values: of a page there are no clicks, and of a product only conversions. */
const RANKED = [
  { sum: 'clicks', figure: 'clicks' },
  { sum: 'pageViews', figure: 'page_views' },
  { sum: 'conversions', figure: 'conversions' },
  { sum: 'spend', figure: 'spend' },
] as const;

export const ranksOf = (dimension: FigureDimension) => RANKED.filter(({ sum }) => isKnownBy(SUMS[sum], dimension));

interface Value {
  readonly key: string;
  readonly label: string;
}

/** `total`: of all that there are, or of those found; never less. */
interface Values {
  readonly items: Value[];
  readonly total: number;
}

/** Most clicked first, and by name for an asker who does not see how often; `q` is searched in the 10,000 first ones. */
export async function askValues(deps: FigureDeps, asker: Asker, asked: FigureValuesQuery): Promise<Values> {
  const { dim, q = '', limit } = asked;
  const tenant = tenantOf(asker);
  const ranks = ranksOf(dim);
  const isRanked = ranks.every(({ sum }) => seesSum(asker.within, sum));
  const readsAll = q !== '' || !isRanked;
  const { groups, total } = await readGroups(deps, asker, {
    range: rangeOf(deps, tenant, asked),
    by: [dim],
    sums: ranks.map(({ sum }) => sum),
    shows: [],
    order: ranks.map(({ figure }) => ({ figure, descending: true })),
    // One more: those without a value.
    limit: readsAll ? SORTED_GROUPS_MAX : limit + 1,
  });
  const named = groups.filter(({ keys: [key] }) => key !== '');
  const names = await namesOfGroups(deps, tenant, [dim], named);
  const sought = folded(q);
  const found = named
    .map(({ keys: [key = ''] }, index) => ({ key, label: keyLabel(dim, key, names[index]?.[0] ?? null) }))
    .filter(({ key, label }) => folded(key).includes(sought) || folded(label).includes(sought));
  const items = isRanked ? found : found.toSorted((one, other) => one.label.localeCompare(other.label));
  return { items: items.slice(0, limit), total: readsAll ? found.length : total - (groups.length - named.length) };
}
