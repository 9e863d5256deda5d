import type { FigureFilter } from '@tracker/schemas/figures/figure-query';
import { filterText } from '@tracker/schemas/figures/filter-texts';
import { readGroups } from './ask-groups.ts';
import { ranksOf } from './ask-values.ts';
import { type Asker, tenantOf } from './asker.ts';
import type { DayRange } from './day-range.ts';
import { namesOfGroups } from './names.ts';
import type { FigureDeps } from './plan.ts';
import { DIMENSION_SQL } from './sql/dimension-sql.ts';

/** 'Anúncio é VSL 01 Ana', with the names that their values have in these days. */
export const filtersInWords = (
  deps: FigureDeps,
  asker: Asker,
  { range, filters }: { readonly range: DayRange; readonly filters: readonly FigureFilter[] },
): Promise<string[]> =>
  Promise.all(
    filters.map(async (filter) => {
      const { dim, op, values } = filter;
      if (op === 'none' || op === 'has') return filterText(filter);
      const found = DIMENSION_SQL[dim].name
        ? await readGroups(deps, asker, {
            ...{ range, by: [dim], sums: ranksOf(dim).map(({ sum }) => sum), shows: [] },
            ...{ onlyKeys: values.map((key) => [key]), limit: values.length },
          }).then(({ groups }) => new Map(groups.map((group) => [group.keys[0], group])))
        : undefined;
      // What has no figures in these days has its name at the platform.
      const groups = values.map((key) => found?.get(key) ?? { keys: [key], names: [''] });
      const names = await namesOfGroups(deps, tenantOf(asker), [dim], groups);
      const byKey = new Map(groups.map(({ keys: [key] }, index) => [key, names[index]?.[0]]));
      return filterText(filter, (key) => byKey.get(key) ?? undefined);
    }),
  );
