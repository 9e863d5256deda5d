// The values of a dimension, for the list of a filter.
import { type FigureDimension, isKnownBy } from '@tracker/schemas/figures/dimensions';
import { type FigureValuesQuery, SORTED_GROUPS_MAX } from '@tracker/schemas/figures/figure-query';
import { keyLabel } from '@tracker/schemas/figures/key-labels';
import { SUMS } from '@tracker/schemas/figures/metrics';
import { folded } from '@tracker/schemas/primitives/text';
import { type FigureDeps, rangeOf } from './ask-figures.ts';
import { readGroups } from './ask-groups.ts';
import { namesOfGroups } from './names.ts';
import type { Tenant } from './tenant.ts';

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

/** Most clicked first; `q` is searched in the 10,000 first ones. */
export async function askValues(deps: FigureDeps, tenant: Tenant, asked: FigureValuesQuery): Promise<Values> {
  const { dim, q = '', limit } = asked;
  const ranks = ranksOf(dim);
  const { groups, total } = await readGroups(deps, tenant, {
    range: rangeOf(deps, tenant, asked),
    by: [dim],
    sums: ranks.map(({ sum }) => sum),
    order: ranks.map(({ figure }) => ({ figure, descending: true })),
    // One more: those without a value.
    limit: q === '' ? limit + 1 : SORTED_GROUPS_MAX,
  });
  const named = groups.filter(({ keys: [key] }) => key !== '');
  const names = await namesOfGroups(deps, tenant, [dim], named);
  const sought = folded(q);
  const found = named
    .map(({ keys: [key = ''] }, index) => ({ key, label: keyLabel(dim, key, names[index]?.[0] ?? null) }))
    .filter(({ key, label }) => folded(key).includes(sought) || folded(label).includes(sought));
  return { items: found.slice(0, limit), total: q === '' ? total - (groups.length - named.length) : found.length };
}
