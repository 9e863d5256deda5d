import { PRODUCT } from './conversions.ts';

/**
 * The rollups of a day's traffic: `columns` are what its clicks and page views are grouped by. Smallest first: a figure reads the first one that
 * has the columns it asks for. To add one, add its migration, and the statement that builds it to `infra/src/rollups/queries.ts`.
 */
export const ROLLUPS = [
  {
    table: 'traffic_daily_by_campaign',
    columns: ['campaign_id', 'source', 'channel'],
    hasPageViews: true,
    /** Has rows of bots, too, under `is_bot`. */
    hasBots: true,
  },
  {
    table: 'traffic_daily_by_ad',
    columns: ['campaign_id', 'source', 'channel', 'ad_id', 'adset_id', 'ad_name', 'adset_name'],
    hasPageViews: true,
    hasBots: false,
  },
  {
    table: 'clicks_daily_by_place',
    columns: ['country_code', 'region', 'timezone', 'device_type'],
    hasPageViews: false,
    hasBots: false,
  },
  {
    table: 'traffic_daily',
    columns: [
      ...(['campaign_id', 'source', 'channel', 'ad_id', 'adset_id', 'ad_name', 'adset_name'] as const),
      ...(['placement', 'country_code', 'device_type'] as const),
    ],
    hasPageViews: true,
    hasBots: true,
  },
  {
    table: 'traffic_daily_by_hour',
    columns: ['hour', 'campaign_id', 'source', 'channel', 'country_code', 'device_type'],
    hasPageViews: true,
    hasBots: false,
  },
] as const;
export type RollupColumn = (typeof ROLLUPS)[number]['columns'][number];

/**
 * The rollups of a day's money: `columns` are what its conversions are grouped by; their figures are `MONEY_FIGURES`. Smallest first. To add a
 * dimension, name it here and in the table's migration: what builds and what reads these tables is made from this list.
 */
export const MONEY_ROLLUPS = [
  {
    table: 'money_daily_by_campaign',
    columns: ['campaign_id', 'source', 'channel'],
  },
  {
    table: 'money_daily_by_ad',
    columns: ['campaign_id', 'source', 'channel', 'ad_id', 'adset_id', 'ad_name', 'adset_name'],
  },
  {
    /** For fees and product costs, which are known by checkout and product. */
    table: 'money_daily_by_product',
    columns: [
      ...(['campaign_id', 'source', 'channel', 'ad_id', 'adset_id', 'ad_name', 'adset_name'] as const),
      ...(['provider', 'product'] as const),
    ],
  },
  {
    table: 'money_daily',
    columns: [
      ...(['hour', 'campaign_id', 'source', 'channel', 'ad_id', 'adset_id', 'ad_name', 'adset_name'] as const),
      ...(['placement', 'country_code', 'region', 'device_type'] as const),
    ],
  },
] as const;
export type MoneyColumn = (typeof MONEY_ROLLUPS)[number]['columns'][number];

/** Of a column with a name: the column that says when it was given. A rollup row has the latest name of its group. */
export const NAMED_MS = { ad_name: 'ad_named_ms', adset_name: 'adset_named_ms' } as const;

/** Of a column that conversions do not have: what it is made of, as SQL. */
export const MADE_COLUMNS: Partial<Record<MoneyColumn, string>> = { product: PRODUCT };

/** Vouched for, and of a campaign or an ad by its click, its utm values or a person: what the main campaign gets by default proves nothing of its ads (ADR 169). */
const EVIDENCE = `(verified OR is_imported) AND (campaign_id != '' OR ad_campaign_id != '' OR ad_id != '')`;

/** What a row of conversions adds, as SQL over `conversions`; a rollup has their sums. */
export const MONEY_FIGURES = {
  conversions: 'toUInt64(1)',
  attributed: `toUInt64(click_id != '')`,
  /** Of a checkout that proved itself, or imported by a person: what strangers send judges no ad. */
  verified: 'toUInt64(verified OR is_imported)',
  verified_revenue: 'if(verified OR is_imported, revenue, toDecimal64(0, 4))',
  /** What a verdict counts, leads among them; of those with a value how many, how many of them in a currency with a rate, and their money. */
  evidence: `toUInt64(${EVIDENCE})`,
  evidence_valued: `toUInt64(${EVIDENCE} AND net_value > 0)`,
  evidence_priced: `toUInt64(${EVIDENCE} AND revenue > 0)`,
  evidence_revenue: `if(${EVIDENCE}, revenue, toDecimal64(0, 4))`,
  evidence_fees: `if(${EVIDENCE}, ifNull(fee_brl, toDecimal64(0, 4)), toDecimal64(0, 4))`,
  evidence_unknown_fees: `toUInt64(${EVIDENCE} AND fee_brl IS NULL AND gross_brl != 0)`,
  evidence_unknown_fees_of: `if(${EVIDENCE} AND fee_brl IS NULL, gross_brl, toDecimal64(0, 4))`,
  revenue: 'revenue',
  /** Fees that the checkouts report, in BRL. */
  fees: 'ifNull(fee_brl, toDecimal64(0, 4))',
  /** Conversions with a value in BRL whose checkout reports no fee, and their gross value. */
  unknown_fees: 'toUInt64(fee_brl IS NULL AND gross_brl != 0)',
  unknown_fees_of: 'if(fee_brl IS NULL, gross_brl, toDecimal64(0, 4))',
} as const;

export type RollupTable = (typeof ROLLUPS)[number]['table'] | (typeof MONEY_ROLLUPS)[number]['table'];

export const ROLLUP_TABLES = [...ROLLUPS, ...MONEY_ROLLUPS].map(({ table }): RollupTable => table);
