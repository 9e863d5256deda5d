import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { readSealedDays } from '../../figures/sealed-days.ts';
import {
  clicksOfDays,
  clicksSlices,
  clicksSources,
  clicksSourcesSearched,
  clicksTotals,
  clicksTotalsSearched,
} from './click-count-queries.ts';
import { type Company, createSlices, type Slices } from './slices.ts';

type Filters = Parameters<typeof clicksSlices.run>[2];
export type ClickFilters = Omit<Filters, 'sliceMs'>;

/** More than anyone looks through in a menu. */
const SOURCES_MAX = 200;

export interface ClickCounts {
  readonly slices: Slices<ClickFilters>;
  totals(company: Company, filters: ClickFilters): ReturnType<typeof clicksTotals.run>;
  sources(company: Company, filters: Omit<ClickFilters, 'source'>): ReturnType<typeof clicksSources.run>;
}

/** A search looks into texts, of which cells know nothing. */
const isSearch = ({ q }: Pick<ClickFilters, 'q'>) => q !== '';

export function createClickCounts(clickhouse: ClickHouse): ClickCounts {
  async function withSealedDays<F extends Omit<ClickFilters, 'source'>>(company: Company, filters: F) {
    const { q: _q, ...asked } = filters;
    const { fromMs, toMs } = filters;
    const days = await readSealedDays(clickhouse, company.tenantId, { fromMs, toMs, timeZone: company.timeZone });
    return { ...asked, ...days };
  }

  return {
    slices: createSlices<ClickFilters>(clickhouse, {
      ofDays: clicksOfDays,
      ofFacts: clicksSlices,
      cellsKnow: (filters) => !isSearch(filters),
    }),

    async totals(company, filters) {
      return isSearch(filters)
        ? clicksTotalsSearched.run(clickhouse, company.tenantId, filters)
        : clicksTotals.run(clickhouse, company.tenantId, await withSealedDays(company, filters));
    },

    async sources(company, filters) {
      const limit = SOURCES_MAX;
      return isSearch(filters)
        ? clicksSourcesSearched.run(clickhouse, company.tenantId, { ...filters, limit })
        : clicksSources.run(clickhouse, company.tenantId, { ...(await withSealedDays(company, filters)), limit });
    },
  };
}
