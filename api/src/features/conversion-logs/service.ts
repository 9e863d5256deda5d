import type { FigureDeps } from '@tracker/figures/plan';
import { readCatalogue } from '@tracker/figures/product-catalogue';
import { rowFilters } from '@tracker/figures/row-filters';
import { soldOfRow } from '@tracker/infra/clickhouse/tables/sold-columns';
import type { Conversion, ConversionFilters } from '@tracker/schemas/contracts/conversion-logs.contract';
import { CONVERSION_CSV_COLUMNS, type ConversionTotals } from '@tracker/schemas/contracts/conversion-logs.contract';
import { Money, MoneySum } from '@tracker/schemas/primitives/money';
import type { Cursor } from '@tracker/schemas/primitives/pagination';
import { dayOf } from '@tracker/schemas/primitives/tenant-day';
import type { z } from 'zod';
import type { Insider } from '../../http/access.ts';
import type { CsvFile, CsvRow } from '../../http/csv.ts';
import type { Page } from '../../http/page.ts';
import { type RowPage, readPages } from '../../http/read-pages.ts';
import {
  type ListAsked as EventsAsked,
  type FilterAsked,
  filterParams,
  listRange,
  pageOf,
  pageParams,
  type TotalAsked,
} from '../../lists/event-lists.ts';
import { filteredFile, filtersOfTexts } from '../../lists/filtered-lists.ts';
import { findPage } from '../../lists/find-page.ts';
import { recordExport } from '../../store/audit.ts';
import { conversionsPage, conversionsTotal, conversionTotals } from './queries.ts';

type ConversionsAsked = FilterAsked &
  Pick<
    z.output<typeof ConversionFilters>,
    'verified' | 'status' | 'tracking' | 'checkout' | 'product' | 'payment' | 'f'
  >;
type ListAsked = ConversionsAsked & Pick<EventsAsked, 'limit' | 'cursor'> & TotalAsked;

export interface ConversionService {
  list(principal: Insider, asked: ListAsked): Promise<Page<ConversionJson>>;
  totals(principal: Insider, asked: ConversionsAsked): Promise<ConversionTotals>;
  /** All rows of the filter; the export is recorded in the audit log. */
  file(principal: Insider, asked: ConversionsAsked): Promise<CsvFile>;
}

export type ConversionDeps = FigureDeps;

export type ConversionJson = z.input<typeof Conversion>;
export type ConversionRow = Awaited<ReturnType<typeof conversionsPage.run>>[number];

/** Conversions are sorted by id, not by time, so that each page reads them all: pages are large. */
const FILE_PAGE = 20_000;

export function createConversionService(deps: ConversionDeps): ConversionService {
  const { clickhouse, postgres, clock } = deps;
  /** '': not asked. */
  async function ownFilters({ tenantId }: Insider, asked: ConversionsAsked) {
    const { verified, status, tracking, checkout, product, payment } = asked;
    const catalogue = product ? await readCatalogue(postgres, tenantId) : undefined;
    return {
      verified: verified ?? ('' as const),
      status: status ?? '',
      tracking: tracking ?? ('' as const),
      checkout: checkout ?? '',
      product: product ?? '',
      aliasesOfProduct: [...(catalogue?.aliasesOf(product ?? '') ?? [])],
      payment: payment ?? '',
    };
  }

  async function filtersOf(principal: Insider, { f, ...asked }: ConversionsAsked) {
    const params = filterParams(principal, asked, clock.now());
    const filters = {
      fact: 'sales',
      filters: filtersOfTexts(f),
      range: listRange(principal, asked, clock.now()),
    } as const;
    const [own, filtered] = await Promise.all([
      ownFilters(principal, asked),
      rowFilters(deps, principal.asker, filters),
    ]);
    return { ...params, ...own, filtered };
  }

  async function totalOf({ tenantId }: Insider, filters: Awaited<ReturnType<typeof filtersOf>>): Promise<number> {
    const [row] = await conversionsTotal.run(clickhouse, tenantId, filters);
    return row?.total ?? 0;
  }

  return {
    async list(principal, asked) {
      const filters = await filtersOf(principal, asked);
      const page = { ...filters, ...pageParams(filters, asked) };
      const [rows, total] = await Promise.all([
        findPage(page, (part) => conversionsPage.run(clickhouse, principal.tenantId, { ...page, ...part })),
        asked.total === 'later' ? undefined : totalOf(principal, filters),
      ]);
      return pageOf(rows.map(toConversion), asked.limit, total);
    },

    async totals(principal, asked) {
      const [row] = await conversionTotals.run(clickhouse, principal.tenantId, await filtersOf(principal, asked));
      const { counted = 0, tracked = 0, worth = '0', without_rate = 0, listed = 0 } = row ?? {};
      return {
        all: counted,
        withTracking: tracked,
        direct: counted - tracked,
        totalValue: MoneySum.parse(worth),
        withoutRate: without_rate,
        listed,
      };
    },

    async file(principal, asked) {
      const { tenantId, timeZone } = principal;
      const filters = await filtersOf(principal, asked);
      const { startDate, endDate, campaignId, source, verified, status, q = '' } = asked;
      const { tracking, checkout, product, payment, f } = asked;
      const own = { verified, status, tracking, checkout, product, payment, ...(f && f.length > 0 && { f }) };
      const recorded = { startDate, endDate, campaignId, source, ...own, q };
      await recordExport(postgres, principal, 'conversions.export', recorded);
      const readPage = async (cursor: Cursor | undefined): Promise<RowPage<CsvRow, Cursor>> => {
        const page = { ...filters, ...pageParams(filters, { cursor, limit: FILE_PAGE }) };
        const rows = await conversionsPage.run(clickhouse, tenantId, page);
        const { items, next } = pageOf(rows.map(toConversion), FILE_PAGE, 0);
        return { rows: items.map(csvRow), next };
      };
      const file = {
        filename: `conversions-export-${dayOf(clock.now(), timeZone)}.csv`,
        header: CONVERSION_CSV_COLUMNS,
        rows: readPages(readPage),
      };
      return filteredFile(deps, principal, { asked, file });
    },
  };
}

export const toConversion = (row: ConversionRow): ConversionJson => ({
  id: row.conversion_id,
  clickId: row.click_id,
  campaignId: row.campaign_id,
  conversionType: row.conversion_type,
  status: row.status as ConversionJson['status'],
  value: Money.parse(row.value),
  netValue: Money.parse(row.net_value),
  currency: row.currency,
  revenue: row.brl === null ? null : Money.parse(row.brl),
  transactionId: row.transaction_id,
  provider: row.provider,
  checkout: row.provider,
  ...soldOfRow(row),
  products: row.products.length > 0 ? row.products : null,
  kind: (row.kind || 'main') as ConversionJson['kind'],
  attribution: row.attribution,
  channel: row.channel,
  adId: row.ad_id,
  adName: row.ad_name,
  isTest: row.is_test,
  verified: row.verified,
  imported: row.imported,
  counted: row.counted,
  recovered: row.recovered,
  uncountedReason: row.uncounted_reason as ConversionJson['uncountedReason'],
  createdAt: row.created_at,
});

/** In the order of `CONVERSION_CSV_COLUMNS`. */
const csvRow = (conversion: ConversionJson): CsvRow => [
  conversion.id,
  conversion.createdAt,
  conversion.status,
  conversion.conversionType,
  conversion.value,
  conversion.netValue,
  conversion.currency,
  conversion.revenue,
  conversion.clickId,
  conversion.campaignId,
  conversion.transactionId,
  conversion.provider,
  conversion.isTest,
  conversion.verified,
  conversion.counted,
  conversion.uncountedReason,
  conversion.attribution,
  conversion.channel,
  conversion.adId,
  conversion.adName,
  conversion.productId,
  conversion.productName,
  conversion.offer,
  conversion.paymentMethod,
  conversion.installments,
  conversion.gatewayFee,
  conversion.netToSeller,
  conversion.kind,
  conversion.parentTransactionId,
  conversion.recurrence,
  conversion.coupon,
  conversion.affiliate,
  conversion.recovered,
  conversion.imported,
  conversion.interest,
  conversion.products?.join(' + ') ?? null,
];
