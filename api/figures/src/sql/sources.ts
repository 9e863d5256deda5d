// Where the rows of a fact are: tables of facts for open days, rollups for finalized ones (ADR 14, 56). A source gives columns and figures as SQL over its
// own rows; `statement.ts` puts several of them under one another.

import { COUNTED, NAMED_BY_CLICK_MS, PAID, PRODUCT, UNPAID } from '@tracker/infra/clickhouse/tables/conversions';
import { MONEY_FIGURES, MONEY_ROLLUPS, type ROLLUPS } from '@tracker/infra/clickhouse/tables/rollups';
import { IN_RANGE, REAL_CLICK, REAL_VIEW } from '../columns.ts';
import { catalogueProductSql } from '../product-catalogue.ts';
import { BY_RATES, IN_BRL, NAMED_IN_REPORT_MS, PLATFORM, type SpendSql } from '../spend.ts';
import { trafficRollup } from '../traffic.ts';
import { IN_FINALIZED_DAYS, IN_OPEN_DAYS, IN_OPEN_MONEY, type RangeParts } from '../traffic-range.ts';
import { unknownSpendRows } from '../unknown-spend.ts';
import { type ClockSql, type Column, localDay, localMs, momentOfDay, type NameColumn } from './dimension-sql.ts';
import { type ConversionFigure, FEE_LINES, SPEND_TAX_OF } from './net-figures.ts';

/** What the parts of a statement sum, under `n_` and this name. */
export type Figure =
  | 'clicks'
  | 'page_views'
  | ConversionFigure
  | OrderFigure
  | 'cost'
  | 'spend_tax'
  | 'reports'
  | 'impressions'
  | 'platform_clicks'
  | UncutFigure;

/** Of a last day that ends early: reports whose spend, or whose reach, is of the whole day. */
export type UncutFigure = 'uncut' | 'uncut_reach';

export interface Source {
  /** What FROM reads. */
  readonly from: string;
  /** Conditions, with the tenant's among them. */
  readonly where: readonly string[];
  readonly column: (column: Column) => string;
  /** The name and the moment when it was given. */
  readonly name: (name: NameColumn) => readonly [name: string, ms: string];
  readonly figures: Partial<Readonly<Record<Figure, string>>>;
}

/** What a question needs of the rows of its facts. */
export interface Needs {
  /** Of groups and filters. */
  readonly columns: ReadonlySet<Column>;
  readonly names: ReadonlySet<NameColumn>;
  /** A day or its hours, where `columns` has 'ts'. */
  readonly time: 'day' | 'hour';
  readonly figures: ReadonlySet<Figure>;
  /** Costs of conversions are dated, or known by checkout and product. */
  readonly hasCosts: boolean;
  /** The tax on spend is dated, or known by source. */
  readonly hasSpendTaxes: boolean;
  /** The tenant pays in other currencies, or entered spend. */
  readonly hasRates: boolean;
  /** Ids of checkouts are products of a catalogue. */
  readonly hasCatalogue: boolean;
  readonly clock: ClockSql;
  /** Some days of spend were read by no run. */
  readonly hasUnknown: boolean;
  /** Spend of the first day begins late, at `startSecond`, where its hours are known. */
  readonly startsLate: boolean;
  /** The last day ends early, at `cutSecond`. */
  readonly isCut: boolean;
  readonly parts: RangeParts;
}

/** Each source of a fact, and whether finalized days come from a rollup. */
export interface Sources {
  readonly parts: readonly Source[];
  readonly fromRollups: boolean;
}

const TENANT = 'tenant_id = {tenantId:String}';
const MOMENT_MS = 'toUnixTimestamp64Milli(ts)';
const NO_NAME = [`''`, 'toInt64(0)'] as const;

const own = (column: Column): string => column;

// --- Clicks and page views

/** What a click's page is the page of: its first view, if that came within a day. So it does not depend on the days that are asked for. */
const FIRST_VIEWS = `(
        SELECT click_id AS viewed_click, min(ts) AS viewed_at, argMin(url, (ts, view_id)) AS viewed_url
        FROM page_views FINAL
        WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({fromMs:Int64})
          AND ts < fromUnixTimestamp64Milli({toMs:Int64}) + INTERVAL 1 DAY AND channel != '' AND ${REAL_VIEW}
        GROUP BY click_id
      )`;

/** Where clicks are read, and their columns: the page is that of their first view. */
export const clicksWith = (columns: ReadonlySet<Column>): Pick<Source, 'from' | 'column'> => ({
  from: columns.has('url')
    ? `clicks FINAL LEFT JOIN ${FIRST_VIEWS} AS first_views ON click_id = viewed_click`
    : 'clicks FINAL',
  column: (column) => (column === 'url' ? `if(viewed_at < ts + INTERVAL 1 DAY, viewed_url, '')` : column),
});

const CLICKS: Omit<Source, 'where' | 'from' | 'column'> = {
  name: (name) => (name === 'product_name' ? NO_NAME : [name, MOMENT_MS]),
  figures: { clicks: '1' },
};
const VIEWS: Omit<Source, 'where'> = {
  from: 'page_views FINAL',
  column: own,
  name: () => NO_NAME,
  figures: { page_views: '1' },
};

type TrafficRollup = (typeof ROLLUPS)[number];
type MoneyRollup = (typeof MONEY_ROLLUPS)[number];

/** What a rollup must have; each knows its day. */
const rollupColumns = ({ columns, names, time }: Needs): string[] => [
  ...[...columns].flatMap((column) => (column !== 'ts' ? column : time === 'hour' ? 'hour' : [])),
  ...names,
];

const ofRollup = (rollup: TrafficRollup | MoneyRollup, { time }: Needs): Pick<Source, 'from' | 'column' | 'name'> => ({
  from: rollup.table,
  column: (column) => (column === 'ts' ? (time === 'hour' ? 'ts' : 'day_start') : column),
  name: (name) => [name, name.replace(/name$/, 'named_ms')],
});

/** @param asked which of both can be split as asked */
export function trafficSources(needs: Needs, asked: { readonly clicks: boolean; readonly views: boolean }): Sources {
  const rollup = trafficRollup(rollupColumns(needs), { views: asked.views });
  const range = rollup ? IN_OPEN_DAYS : IN_RANGE;
  const parts: Source[] = [];
  const { isFinalized, isOpen } = needs.parts.traffic;
  if (rollup && isFinalized) {
    parts.push({
      ...ofRollup(rollup, needs),
      where: [TENANT, IN_FINALIZED_DAYS, ...(rollup.hasBots ? ['is_bot = 0'] : [])],
      figures: { ...(asked.clicks && { clicks: 'clicks' }), ...(asked.views && { page_views: 'page_views' }) },
    });
  }
  const readsFacts = isOpen || rollup === undefined;
  if (asked.clicks && readsFacts)
    parts.push({ ...CLICKS, ...clicksWith(needs.columns), where: [TENANT, range, REAL_CLICK] });
  if (asked.views && readsFacts) parts.push({ ...VIEWS, where: [TENANT, range, REAL_VIEW] });
  return { parts, fromRollups: rollup !== undefined };
}

// --- Conversions

/** A direct conversion counts for the main campaign (decision 24). */
const ofConversions = (column: Column): string => {
  if (column === 'campaign_id') return `if(campaign_id = '', {mainCampaignId:String}, campaign_id)`;
  return column === 'product' ? PRODUCT : column;
};
/** The product as the tenant's catalogue has it; costs are known by that of the checkout. */
const inCatalogue = (column: Source['column'], { hasCatalogue }: Pick<Needs, 'hasCatalogue'>): Source['column'] =>
  hasCatalogue
    ? (name) => (name === 'product' ? catalogueProductSql(column('provider'), column('product')) : column(name))
    : column;
/** Of the table itself, as figures read it. */
export const columnsOfConversions = (needs: Pick<Needs, 'hasCatalogue'>) => inCatalogue(ofConversions, needs);
const nameOfConversion: Source['name'] = (name) => [name, NAMED_BY_CLICK_MS];

/** Of those that count. */
export function conversionSources(needs: Needs): Sources {
  // Fees and product costs are known by checkout and product, and dated.
  const isByProduct = needs.hasCatalogue && needs.columns.has('product');
  const ofFees: readonly Column[] = needs.hasCosts || isByProduct ? ['provider', 'product'] : [];
  const asked = { ...needs, columns: new Set([...needs.columns, ...ofFees]) };
  const wanted = rollupColumns(asked);
  const rollup = MONEY_ROLLUPS.find(({ columns }: { columns: readonly string[] }) =>
    wanted.every((column) => columns.includes(column)),
  );
  const at = (source: Pick<Source, 'column'>) => ({
    moment: source.column('ts'),
    checkout: source.column('provider'),
    product: source.column('product'),
  });
  const facts: Source = {
    from: 'conversions FINAL',
    where: [TENANT, rollup ? IN_OPEN_MONEY : IN_RANGE, COUNTED],
    column: inCatalogue(ofConversions, needs),
    name: nameOfConversion,
    figures: {
      ...MONEY_FIGURES,
      ...(needs.hasCosts && FEE_LINES(at({ column: ofConversions }), MONEY_FIGURES)),
    },
  };
  if (!rollup) return { parts: [facts], fromRollups: false };
  const rows = ofRollup(rollup, asked);
  const column: Source['column'] = (name) => (name === 'campaign_id' ? ofConversions(name) : rows.column(name));
  const sums = Object.fromEntries(Object.keys(MONEY_FIGURES).map((figure) => [figure, figure]));
  const finalized: Source = {
    ...rows,
    column: inCatalogue(column, needs),
    where: [TENANT, IN_FINALIZED_DAYS],
    figures: { ...sums, ...(needs.hasCosts && FEE_LINES(at({ column }), sums as typeof MONEY_FIGURES)) },
  };
  const { isFinalized, isOpen } = needs.parts.money;
  return { parts: [...(isFinalized ? [finalized] : []), ...(isOpen ? [facts] : [])], fromRollups: true };
}

const ORDERS = {
  pending: [`status = 'pending'`, 'gross_brl'],
  approved: [PAID],
  lost: [UNPAID],
  refunds: [`status IN ('refunded', 'partially_refunded')`],
  chargebacks: [`status = 'chargeback'`],
} as const;
export type OrderFigure = keyof typeof ORDERS | 'pending_value';
export const ORDER_FIGURES = [...(Object.keys(ORDERS) as (keyof typeof ORDERS)[]), 'pending_value'] as const;

/** Of conversions in any status. Without a key anyone can name an order, so that those are left out; a lead is no order. No rollup has them: they are few. */
export const orderSources = (needs: Needs): Sources => ({
  fromRollups: true,
  parts: [
    {
      from: 'conversions FINAL',
      where: [TENANT, IN_RANGE, `verified = 1 AND is_test = 0 AND conversion_type != 'lead'`],
      column: inCatalogue(ofConversions, needs),
      name: nameOfConversion,
      figures: {
        ...Object.fromEntries(Object.entries(ORDERS).map(([figure, [condition]]) => [figure, condition])),
        pending_value: `if(${ORDERS.pending[0]}, gross_brl, toDecimal64(0, 4))`,
      },
    },
  ],
});

// --- Spend

const ON_CUT_DAY = 'day = {lastDay:Date}';
const ON_FIRST_DAY = 'day = {firstDay:Date}';
const AD_COLUMNS: ReadonlySet<Column> = new Set<Column>(['ad_id', 'adset_id']);

export const spendSql = ({ hasRates }: Pick<Needs, 'hasRates'>): SpendSql => (hasRates ? BY_RATES : IN_BRL);

/** A row of a campaign's day is one row, or one for each of its ads and one for the rest. */
export function spendSources(needs: Needs): Sources {
  const spend = spendSql(needs);
  const byAd = (['ad_id', 'adset_id'] as const).filter((column) => needs.columns.has(column));
  const isByAd = [...needs.columns].some((column) => AD_COLUMNS.has(column));
  if (needs.columns.has('ts') && needs.time === 'hour')
    return { fromRollups: true, parts: [spendByHour(needs, spend), ...unknownSources(needs, false)] };
  const wholeDay = isByAd ? spend.adSpent : spend.spent;
  // Platforms report the hours of a campaign, and of no ad: what an ad cost until a time of day is not known.
  const fromStart =
    needs.startsLate && !isByAd
      ? `if(${ON_FIRST_DAY} AND notEmpty(hour_starts) AND arraySum(hour_spends) = spend, ${spend.fromStart}, ${wholeDay})`
      : wholeDay;
  const spent = needs.isCut && !isByAd ? `if(${ON_CUT_DAY}, ${spend.untilCut}, ${fromStart})` : fromStart;
  const isUncut = isByAd ? 'ad_spent != 0' : 'spend != 0 AND empty(hour_starts)';
  const column = ofSpend(momentOfDay(needs.clock, 'day'));
  const names = byAd.flatMap((name) => {
    const nameOf = name === 'ad_id' ? ('ad_name' as const) : ('adset_name' as const);
    return needs.names.has(nameOf) ? [name, nameOf] : [name];
  });
  const { from, where } = isByAd
    ? spend.byAd(names, needs.figures.has('impressions') || needs.figures.has('platform_clicks'))
    : spend.byDay;
  return {
    fromRollups: true,
    parts: [
      {
        from,
        where: [TENANT, where],
        column,
        name: (name) => (names.includes(name as never) ? [name, NAMED_IN_REPORT_MS] : NO_NAME),
        figures: {
          cost: spent,
          ...(needs.hasSpendTaxes && { spend_tax: SPEND_TAX_OF(spent) }),
          // Where an ad has all of a campaign's day, nothing is reported of no ad.
          reports: '1',
          impressions: isByAd ? 'ad_impression' : 'impressions',
          platform_clicks: isByAd ? 'ad_click' : 'clicks',
          ...(needs.isCut && { uncut: `${ON_CUT_DAY} AND ${isUncut}`, uncut_reach: ON_CUT_DAY }),
        },
      },
      ...unknownSources(needs, isByAd),
    ],
  };
}

/** What no run has read is in every hour of its day, and of every ad of its campaign. */
function unknownSources({ hasUnknown, clock, columns, time }: Needs, isByAd: boolean): Source[] {
  if (!hasUnknown) return [];
  const byHour = columns.has('ts') && time === 'hour';
  const moment = momentOfDay(clock, 'day');
  return [
    {
      from: `${unknownSpendRows(isByAd)}${byHour ? ` ARRAY JOIN range(24) AS hour` : ''}`,
      where: [TENANT],
      column: ofSpend(byHour ? `${moment} + toIntervalHour(hour)` : moment),
      name: () => NO_NAME,
      figures: { cost: '0', reports: '1', uncut: '1', uncut_reach: '1' },
    },
  ];
}

const ofSpend =
  (moment: string): Source['column'] =>
  (name) => {
    switch (name) {
      case 'ts':
        return moment;
      case 'source':
      case 'channel':
        return PLATFORM;
      case 'ad_campaign_id':
        // Behind the slash: which campaign of the platform it was.
        return `if(kind = 'reported', splitByChar('/', toString(source))[2], '')`;
      default:
        return name;
    }
  };

/** Of a row without all of its hours nothing is known of any hour of its day, where it has spend; of no row who saw it when. */
function spendByHour({ clock, isCut, startsLate, hasSpendTaxes }: Needs, spend: SpendSql): Source {
  const moment = (ms: string) => `fromUnixTimestamp64Milli(${ms}, 'UTC')`;
  const { from, where } = spend.byHour(
    (ms) => localDay(localMs(clock)(moment(ms))),
    `toUnixTimestamp64Milli(${momentOfDay(clock, 'day')})`,
  );
  const ofHour = isCut ? `if(${ON_CUT_DAY}, ${spend.hourUntilCut}, ${spend.hourSpent})` : spend.hourSpent;
  const spent = startsLate ? `if(intDiv(hour_ms, 1000) + 3600 > {startSecond:Int64}, ${ofHour}, 0)` : ofHour;
  return {
    from,
    where: [TENANT, where],
    column: ofSpend(moment('hour_ms')),
    name: () => NO_NAME,
    figures: {
      cost: spent,
      ...(hasSpendTaxes && { spend_tax: SPEND_TAX_OF(spent) }),
      ...{ reports: '1', uncut: 'NOT has_hours', uncut_reach: 'impressions != 0 OR clicks != 0' },
    },
  };
}
