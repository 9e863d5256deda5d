import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { readSealedDays } from '../../figures/sealed-days.ts';
import {
  clicksOfDays,
  clicksSlices,
  clicksSources,
  clicksSourcesSearched,
  clicksTotals,
  clicksTotalsSearched,
} from './click-count-queries.ts';
import { type Held, heldBy, sliceMsOf } from './windows.ts';

type Filters = Parameters<typeof clicksSlices.run>[2];
export type ClickFilters = Omit<Filters, 'sliceMs'>;
type Company = { readonly tenantId: string; readonly timeZone: TimeZone };

/** A page lies in a slice or a few of these: little more than itself is read for it. */
const SLICES = 500;
/** More than anyone looks through in a menu. */
const SOURCES_MAX = 200;

export interface ClickCounts {
  /** Where the clicks of a filter lie, newest first: in whole days, or in slices. */
  slices(company: Company, filters: ClickFilters): Promise<Held[]>;
  /** The same in slices of the facts alone. */
  slicesOfFacts(company: Company, filters: ClickFilters): Promise<Held[]>;
  totals(company: Company, filters: ClickFilters): ReturnType<typeof clicksTotals.run>;
  sources(company: Company, filters: Omit<ClickFilters, 'source'>): ReturnType<typeof clicksSources.run>;
}

export function createClickCounts(clickhouse: ClickHouse): ClickCounts {
  /** A search looks into texts, of which cells know nothing. */
  const isSearch = ({ q }: Pick<ClickFilters, 'q'>) => q !== '';

  async function withSealedDays<F extends Omit<ClickFilters, 'source'>>(company: Company, filters: F) {
    const { q: _q, ...asked } = filters;
    const { fromMs, toMs } = filters;
    const days = await readSealedDays(clickhouse, company.tenantId, { fromMs, toMs, timeZone: company.timeZone });
    return { ...asked, ...days };
  }

  async function slicesOfFacts({ tenantId }: Company, filters: ClickFilters) {
    const sliceMs = sliceMsOf(filters, SLICES);
    const counted = await clicksSlices.run(clickhouse, tenantId, { ...filters, sliceMs });
    const slices = counted.map(({ slice, clicks }) => ({ slice, rows: clicks }));
    return heldBy(filters, sliceMs, slices);
  }

  return {
    slicesOfFacts,

    async slices(company, filters) {
      if (isSearch(filters)) return slicesOfFacts(company, filters);
      const days = await withSealedDays(company, filters);
      const open = { fromMs: days.openFromMs, toMs: days.openToMs - (days.openAgainMs - days.openUntilMs) };
      const sliceMs = sliceMsOf(open, SLICES);
      const counted = await clicksOfDays.run(clickhouse, company.tenantId, { ...days, sliceMs });
      // Up to the next one that holds any.
      return counted.map(({ from_ms, clicks }, index) => ({
        fromMs: from_ms,
        toMs: counted[index - 1]?.from_ms ?? filters.toMs,
        rows: clicks,
      }));
    },

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
