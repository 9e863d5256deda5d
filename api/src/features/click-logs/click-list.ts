// The clicks of a filter: their list in pages, their totals, their sources, and the file.

import type { FigureDeps } from '@tracker/figures/plan';
import { rowFilters } from '@tracker/figures/row-filters';
import { readFiguresRange } from '@tracker/figures/traffic-range';
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { Click, ClickSource, ClickTotals } from '@tracker/schemas/contracts/click-logs.contract';
import { MoneySum } from '@tracker/schemas/primitives/money';
import type { InstantRange } from '@tracker/schemas/primitives/tenant-day';
import type { z } from 'zod';
import type { Insider } from '../../http/access.ts';
import type { CsvFile } from '../../http/csv.ts';
import type { Page } from '../../http/page.ts';
import { type AddressDeps, showAddresses } from '../../lists/addresses.ts';
import {
  clickFields,
  type FilterAsked,
  filterParams,
  type ListAsked,
  listRange,
  pageOf,
  pageParams,
  spanOf,
  type TotalAsked,
} from '../../lists/event-lists.ts';
import { filteredFile, filtersOfTexts } from '../../lists/filtered-lists.ts';
import { findPage } from '../../lists/find-page.ts';
import { readOpenedCheckouts } from '../../lists/opened-checkouts.ts';
import { recordExport } from '../../store/audit.ts';
import { exportClicks } from './click-export.ts';
import {
  type ClickFilters,
  clicksAftermath,
  clicksOfDays,
  clicksPage,
  clicksSlices,
  clicksSources,
  clicksSourcesSearched,
  clicksTotals,
  clicksTotalsSearched,
} from './click-sql.ts';
import { createSlices, readPage, type Slices, type Tenant } from './time-slices.ts';

interface OwnFilters {
  readonly bots?: '1' | undefined;
  readonly f?: readonly string[] | undefined;
}
export type ClicksAsked = FilterAsked & OwnFilters;

export interface ClickService {
  list(principal: Insider, asked: ListAsked & OwnFilters & TotalAsked): Promise<Page<z.input<typeof Click>>>;
  totals(principal: Insider, asked: ClicksAsked): Promise<z.input<typeof ClickTotals>>;
  sources(principal: Insider, asked: Omit<ClicksAsked, 'source'>): Promise<z.input<typeof ClickSource>[]>;
  export(principal: Insider, asked: ClicksAsked): Promise<CsvFile>;
}

export interface ClickDeps extends AddressDeps, FigureDeps {}

/** More than anyone looks through in a menu. */
const SOURCES_MAX = 200;

export interface ClickCounts {
  readonly slices: Slices<ClickFilters>;
  totals(tenant: Tenant, filters: ClickFilters): ReturnType<typeof clicksTotals.run>;
  sources(tenant: Tenant, filters: Omit<ClickFilters, 'source'>): ReturnType<typeof clicksSources.run>;
}

/** A search looks into texts, and filters of figures into columns, of which rollups of campaigns know nothing. */
const isSearch = ({ q, filtered }: Pick<ClickFilters, 'q' | 'filtered'>) => q !== '' || filtered !== undefined;

export function createClickCounts(clickhouse: ClickHouse): ClickCounts {
  async function withTraffic<F extends Omit<ClickFilters, 'source'>>({ tenantId, timeZone }: Tenant, filters: F) {
    const { q: _q, ...asked } = filters;
    const { fromMs, toMs } = filters;
    return { ...asked, ...(await readFiguresRange(clickhouse, tenantId, { fromMs, toMs, timeZone })) };
  }

  return {
    slices: createSlices<ClickFilters>(clickhouse, {
      ofDays: clicksOfDays,
      ofEvents: clicksSlices,
      rollupsKnow: (filters) => !isSearch(filters),
    }),

    async totals(tenant, filters) {
      return isSearch(filters)
        ? clicksTotalsSearched.run(clickhouse, tenant.tenantId, filters)
        : clicksTotals.run(clickhouse, tenant.tenantId, await withTraffic(tenant, filters));
    },

    async sources(tenant, filters) {
      const limit = SOURCES_MAX;
      return isSearch(filters)
        ? clicksSourcesSearched.run(clickhouse, tenant.tenantId, { ...filters, limit })
        : clicksSources.run(clickhouse, tenant.tenantId, { ...(await withTraffic(tenant, filters)), limit });
    },
  };
}

type ListedClick = Awaited<ReturnType<typeof clicksPage.run>>[number];

export function createClickService(deps: ClickDeps): ClickService {
  const { clickhouse, clock } = deps;
  const counts = createClickCounts(clickhouse);

  async function filtersOf(principal: Insider, { f, ...asked }: ClicksAsked) {
    const params = filterParams(principal, asked, clock.now());
    const filters = {
      fact: 'clicks',
      filters: filtersOfTexts(f),
      range: listRange(principal, asked, clock.now()),
    } as const;
    const filtered = await rowFilters(deps, principal.asker, filters);
    return { ...params, bots: asked.bots === '1' ? 1 : 0, filtered };
  }

  /** By click id; clicks of which nothing became are not there. */
  async function aftermathOf({ tenantId }: Insider, clicks: readonly ListedClick[]) {
    if (clicks.length === 0) return new Map<string, never>();
    const rows = await clicksAftermath.run(clickhouse, tenantId, {
      ...spanOf(clicks),
      clickIds: clicks.map(({ click_id }) => click_id),
    });
    return new Map(rows.map((row) => [row.click_id, row]));
  }

  return {
    async list(principal, asked) {
      const filters = await filtersOf(principal, asked);
      const page = { ...filters, ...pageParams(filters, asked) };
      const read = (part: InstantRange & { limit?: number }) =>
        clicksPage.run(clickhouse, principal.tenantId, { ...page, ...part });
      const { rows, total } =
        asked.total === 'later' && isSearch(page)
          ? { rows: await findPage(page, read), total: undefined }
          : await readPage(counts.slices, principal, page, read);
      const [shown, aftermath, opened] = await Promise.all([
        showAddresses(deps, rows, principal.role),
        aftermathOf(principal, rows),
        readOpenedCheckouts(clickhouse, principal.tenantId, rows),
      ]);
      const items = shown.map((row) => {
        const later = aftermath.get(row.click_id);
        return {
          ...clickFields(row),
          fbp: row.fbp ?? later?.late_fbp ?? null,
          fbc: row.fbc ?? later?.late_fbc ?? null,
          openedCheckouts: opened.get(row.click_id) ?? [],
          previousClickId: row.prev ?? later?.late_prev ?? null,
          convertedAt: later?.converted_at ?? null,
          conversionValue: later && later.conversion_count > 0 ? MoneySum.parse(later.conversion_value) : null,
        };
      });
      return pageOf(items, asked.limit, total);
    },

    async totals(principal, asked) {
      const [row] = await counts.totals(principal, await filtersOf(principal, asked));
      const { clicks = 0, converted = 0, conversion_value = '0', campaigns = 0, sources = 0 } = row ?? {};
      return {
        clicks,
        convertedClicks: converted,
        conversionValue: MoneySum.parse(conversion_value),
        campaigns,
        sources,
      };
    },

    async sources(principal, asked) {
      const { source: _source, ...filters } = await filtersOf(principal, asked);
      return counts.sources(principal, filters);
    },

    async export(principal, asked) {
      const { startDate, endDate, campaignId, source, q = '', bots, f } = asked;
      const filters = await filtersOf(principal, asked);
      await recordExport(deps.postgres, principal, 'clicks.export', {
        startDate,
        endDate,
        campaignId,
        source,
        bots,
        q,
        ...(f && f.length > 0 && { f }),
      });
      return filteredFile(deps, principal, { asked, file: exportClicks(deps, principal, filters, clock.now()) });
    },
  };
}
