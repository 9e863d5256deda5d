// The levels of an ad platform, and how the filters of a screen lead down them.
import type { AdLevel } from '@tracker/schemas/ad-platforms/ad-object';
import { FILTERS_MAX, filterOfKey } from '@tracker/schemas/figures/figure-query';
import { filterOf } from '../filters/filter-texts.ts';
import { LEVELS, type Level } from './tree-search.ts';

export const LEVEL_LABELS: Readonly<Record<Level, string>> = {
  adAccount: 'Contas',
  platformCampaign: 'Campanhas',
  adset: 'Conjuntos',
  ad: 'Anúncios',
};
export const OBJECT_LEVELS: Readonly<Record<Level, AdLevel>> = {
  adAccount: 'account',
  platformCampaign: 'campaign',
  adset: 'adset',
  ad: 'ad',
};

/** Listed without a filter: most tenants have one account, and clicks know their campaign before an account is connected. */
export const TOP_LEVEL: Level = 'platformCampaign';

export const levelBelow = (level: Level): Level | undefined => LEVELS[LEVELS.indexOf(level) + 1];

/** A group within those above it; without a key it is what belongs to none. */
export interface Step {
  readonly level: Level;
  readonly key: string | null;
}

export const filterOfStep = ({ level, key }: Step): string => filterOfKey(level, key);

/** The one object that a screen's filter chooses; undefined: it is another filter. */
function stepOf(filter: string): Step | undefined {
  const { dim, op, values } = filterOf(filter) ?? {};
  const level = LEVELS.find((one) => one === dim);
  const [key] = values ?? [];
  return level && op === 'is' && values?.length === 1 && key !== undefined ? { level, key } : undefined;
}

/** Where the filters of a screen lead to, from the top. */
export const pathOf = (filters: readonly string[]): Step[] =>
  filters
    .flatMap((filter) => stepOf(filter) ?? [])
    .sort((one, other) => LEVELS.indexOf(one.level) - LEVELS.indexOf(other.level));

/** The level that is listed first under these filters. */
export function firstLevel(filters: readonly string[]): Level {
  const last = pathOf(filters).at(-1);
  return last ? (levelBelow(last.level) ?? last.level) : TOP_LEVEL;
}

/** Up to a step of the path: what is below it goes; undefined: to the top. */
export function filtersUpTo(filters: readonly string[], step: Step | undefined): string[] {
  const depth = step ? LEVELS.indexOf(step.level) : -1;
  return filters.filter((filter) => {
    const one = stepOf(filter);
    return !one || LEVELS.indexOf(one.level) <= depth;
  });
}

/** Of the groups below some steps. Where a question cannot take all of them, the highest are left out: an ad set has one campaign. */
export function filtersBelow(filters: readonly string[], path: readonly Step[]): string[] {
  const missing = path.map(filterOfStep).filter((filter) => !filters.includes(filter));
  return [...filters, ...missing.slice(-Math.max(1, FILTERS_MAX - filters.length))];
}
