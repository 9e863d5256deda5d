// Filters of figures on the rows of a list: by the same columns and keys, so that a list under filters has the rows that the figures count.

import { AppError } from '@tracker/infra/errors/app-error';
import {
  dimensionOf,
  FIGURE_DIMENSION_NAMES,
  type FigureDimension,
  isKnownBy,
} from '@tracker/schemas/figures/dimensions';
import type { Fact } from '@tracker/schemas/figures/facts';
import type { FigureFilter } from '@tracker/schemas/figures/figure-query';
import { SUMS, type Sum } from '@tracker/schemas/figures/metrics';
import { zoneOffsets } from '@tracker/schemas/primitives/zone-offsets';
import { unknownFilter } from '@tracker/schemas/texts/filters';
import { z } from 'zod';
import { adAccountParams, readAdAccounts } from './ad-accounts.ts';
import { type Asker, tenantOf } from './asker.ts';
import { withProducts } from './bind.ts';
import { IN_RANGE } from './columns.ts';
import type { DayRange } from './day-range.ts';
import { filtersWithin } from './filters-by-name.ts';
import { mainCampaignOf } from './main-campaign.ts';
import { boundValues, type KeyFilter } from './named-filters.ts';
import { readCatalogue } from './product-catalogue.ts';
import { DIMENSION_SQL, localMs } from './sql/dimension-sql.ts';
import type { RowFilters } from './sql/filtered-query.ts';
import { clicksWith, columnsOfConversions } from './sql/sources.ts';
import { conditionSql } from './sql/statement.ts';
import type { FigureStores } from './tenant.ts';

const texts = z.array(z.string());
const ms = z.array(z.number().int());

/**
 * @param fact whose rows are listed
 * @returns undefined without filters
 * @throws AppError 400 for a dimension that the rows do not have: they are neither in nor out; 403 for what the asker may not see
 */
export async function rowFilters(
  stores: FigureStores,
  asker: Asker,
  { fact, filters: asked, range }: { fact: 'clicks' | 'sales'; filters: readonly FigureFilter[]; range: DayRange },
): Promise<RowFilters | undefined> {
  const tenant = tenantOf(asker);
  const unknown = [...asked, ...asker.within.filters].find(({ dim }) => !isKnownBy(fact, dim));
  if (unknown) {
    const sentence = unknownFilter(fact, dimensionOf(unknown.dim).label);
    throw new AppError('invalid-question', { params: { sentence } });
  }
  const { postgres } = stores;
  const filters = await filtersWithin(stores, asker, { ...allOf(fact), filters: asked, ranges: [range] });
  if (filters.length === 0) return undefined;
  const asks = (dimension: FigureDimension) => filters.some(({ dim }) => dim === dimension);
  const [catalogue, mainCampaignId, adAccounts] = await Promise.all([
    asks('product') ? readCatalogue(postgres, tenant.tenantId) : undefined,
    fact === 'sales' && asks('campaign') ? mainCampaignOf(postgres.db, tenant.tenantId) : undefined,
    asks('adAccount') ? readAdAccounts(postgres, tenant) : undefined,
  ]);
  const columnOf = columnsOfConversions({ hasCatalogue: Boolean(catalogue?.params) });
  const conditions = filters.map((filter, index) => {
    const { column, key } = DIMENSION_SQL[filter.dim];
    if (fact === 'clicks' && filter.dim === 'landing') return ` AND click_id IN (${clicksOfPages(filter, index)})`;
    const own = key(fact === 'sales' ? columnOf(column) : column, localMs('changing'));
    return ` AND ${conditionSql(own, filter, index)}`;
  });
  const offsets = zoneOffsets(range, tenant.timeZone);
  const hasTime = filters.some(({ dim }) => DIMENSION_SQL[dim].column === 'ts');
  const sql = conditions.join('');
  const isBound = ([name]: [string, unknown]) => sql.includes(`{${name}:`);
  const values = boundValues(catalogue ? filters.map((filter) => withProducts(filter, catalogue)) : filters);
  const bound = Object.entries(values).filter(isBound);
  return {
    sql,
    shape: {
      ...Object.fromEntries(bound.map(([name]) => [name, texts])),
      ...(mainCampaignId !== undefined && { mainCampaignId: z.string() }),
      ...(catalogue?.params && { productAliases: texts, aliasedTo: texts }),
      ...(adAccounts && adAccountParams),
      ...(hasTime && { offsetsFromMs: ms, offsetsMs: ms }),
    },
    values: {
      ...Object.fromEntries(bound),
      mainCampaignId: mainCampaignId ?? '',
      ...catalogue?.params,
      ...adAccounts?.params,
      offsetsFromMs: offsets.map(({ fromMs }) => fromMs),
      offsetsMs: offsets.map(({ offsetMs }) => offsetMs),
    },
  };
}

/** A row shows everything that is known of it. */
const allOf = (fact: Fact) => ({
  by: FIGURE_DIMENSION_NAMES.filter((dimension) => isKnownBy(fact, dimension)),
  sums: (Object.keys(SUMS) as Sum[]).filter((sum) => SUMS[sum] === fact),
});

/** The page of a click is that of its first view, which another table has. */
function clicksOfPages(filter: KeyFilter, index: number): string {
  const { from, column } = clicksWith(new Set(['url']));
  const page = DIMENSION_SQL.landing.key(column('url'), localMs('changing'));
  return `SELECT click_id FROM ${from} WHERE tenant_id = {tenantId:String} AND ${IN_RANGE} AND ${conditionSql(page, filter, index)}`;
}
