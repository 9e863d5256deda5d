import { IN_RANGE } from '@tracker/figures/columns';
import { conversionsOf } from '@tracker/figures/money';
import type { NetSql } from '@tracker/figures/net-sql';
import { type AdColumn, NAMED_IN_REPORT_MS, type SpendSql } from '@tracker/figures/spend';
import { clicksAndPageViews } from '@tracker/figures/traffic';
import { unionOf } from '@tracker/figures/union';
import { latestName } from '@tracker/infra/clickhouse/latest-name';
import { COUNTED, NAMED_BY_CLICK_MS } from '@tracker/infra/clickhouse/tables/conversions';
import { type Dimension, spendIsKnownBy } from '@tracker/schemas/metrics/dimensions';
import { COLUMN_OF, CONVERSION_KEYS, isOfConversions, SPEND_KEYS, TRAFFIC_KEYS } from './dimensions.ts';

type NamedByClick = 'ad' | 'adset';
type Named = NamedByClick | 'product';
const isNamedByClick = (dimension: Dimension): dimension is NamedByClick => dimension === 'ad' || dimension === 'adset';
const isNamed = (dimension: Dimension | undefined): dimension is Named =>
  dimension !== undefined && (dimension === 'product' || isNamedByClick(dimension));

/** When a name was given, as SQL. */
type NamedMs = (dimension: Named) => string;

interface Part {
  /** What stands behind FROM. */
  readonly from: string;
  readonly keys: Partial<Record<Dimension, string>>;
  /** SQL of each figure that its rows add to. */
  readonly figures: Readonly<Record<string, string>>;
  readonly namedMs: NamedMs;
}

const columnsOf = (groupBy: readonly Dimension[]) => [
  ...new Set(groupBy.filter((dimension) => !isOfConversions(dimension)).map((dimension) => COLUMN_OF[dimension])),
  ...groupBy.filter(isNamedByClick).map((dimension) => `${dimension}_name` as const),
];

const trafficOf = (groupBy: readonly Dimension[]): Part => ({
  from: clicksAndPageViews(columnsOf(groupBy)),
  keys: TRAFFIC_KEYS,
  figures: { clicks: 'sum(clicks)', page_views: 'sum(page_views)' },
  namedMs: (dimension) => `${dimension}_named_ms`,
});

/** `net`: null where profit is not asked for. */
const moneyOf = (groupBy: readonly Dimension[], net: NetSql | null): Part => ({
  from: (net ? net.conversions : conversionsOf)(columnsOf(groupBy)),
  keys: CONVERSION_KEYS,
  figures: {
    ...{ conversions: 'sum(conversions)', attributed: 'sum(attributed)' },
    ...Object.fromEntries((net?.conversionLines ?? ['revenue']).map((line) => [line, `sum(${line})`])),
  },
  namedMs: (dimension) => `${dimension}_named_ms`,
});

/** No rollup knows what was sold: it is read from the conversions of all days. */
const SOLD: Part = {
  from: `conversions FINAL
        WHERE tenant_id = {tenantId:String} AND ${IN_RANGE} AND ${COUNTED}`,
  keys: CONVERSION_KEYS,
  figures: { conversions: 'count()', attributed: `countIf(click_id != '')`, revenue: 'sum(revenue)' },
  namedMs: () => NAMED_BY_CLICK_MS,
};

/** By ad, with the platform's name of it; where an ad has all of a campaign's day, nothing is reported of no ad. */
function costsOf(groupBy: readonly Dimension[], spend: SpendSql, net: NetSql): Part {
  const costs = (spent: string) =>
    Object.fromEntries(net.spendLines.map((line) => [line, `sum(${net.costOf(line, spent)})`]));
  const namedMs = () => NAMED_IN_REPORT_MS;
  if (!groupBy.some(isNamedByClick)) {
    return {
      from: spend.rows,
      keys: SPEND_KEYS,
      figures: { ...costs(spend.spent), reports: 'count()' },
      namedMs,
    };
  }
  const columns: AdColumn[] = groupBy
    .filter(isNamedByClick)
    .flatMap((name): AdColumn[] => [`${name}_id`, `${name}_name`]);
  const key = columns[0] ?? 'ad_id';
  const figures = { ...costs(spend.adSpent), reports: `countIf(${key} != '' OR ad_spent != 0)` };
  return { from: spend.adsAndRest(columns), keys: SPEND_KEYS, figures, namedMs };
}

const ASKED = ['firstKeys', 'secondKeys'] as const;
const isAsked = (key: string, index: number) =>
  `(empty({${ASKED[index]}:Array(String)}) OR has({${ASKED[index]}:Array(String)}, ${key}))`;

/**
 * The figures of a range in total, by one dimension, or two, in one statement. Over all groups they add up to the figures of the campaigns, since they
 * count the same rows; only spend is left out where it cannot be split.
 */
export function breakdownSql(groupBy: readonly Dimension[], spend: SpendSql, net: NetSql): string {
  const hasCosts = spendIsKnownBy(groupBy);
  const parts: Readonly<Record<string, Part>> = {
    traffic: trafficOf(groupBy),
    conversion_sums: groupBy.some(isOfConversions) ? SOLD : moneyOf(groupBy, hasCosts ? net : null),
    ...(hasCosts && { costs: costsOf(groupBy, spend, net) }),
  };
  const keys = groupBy.map((_, index) => `key_${index + 1}`);
  const names = groupBy.flatMap((dimension, index) =>
    isNamed(dimension) ? [{ dimension, name: `name_${index + 1}`, rank: `name_rank_${index + 1}` }] : [],
  );
  const cte = ([part, { from, keys: sqlOf, figures, namedMs }]: [string, Part]) => {
    const columns = [
      ...groupBy.map((dimension, index) => `${sqlOf[dimension]} AS ${keys[index]}`),
      ...names.map(({ dimension, name, rank }) =>
        dimension === 'product' && part !== 'conversion_sums'
          ? `'' AS ${name}, 0 AS ${rank}`
          : latestName(`${dimension}_name`, namedMs(dimension), [name, rank]),
      ),
      ...Object.entries(figures).map(([figure, sql]) => `${sql} AS ${figure}`),
    ];
    return `${part} AS (
        SELECT ${columns.join(', ')}
        FROM ${from}
        GROUP BY ${keys.join(', ') || '()'}
      )`;
  };
  const figuresOf = Object.fromEntries(
    Object.entries(parts).map(([part, { figures }]) => [part, Object.keys(figures)]),
  );
  const keyOf = (place: 1 | 2) => keys[place - 1] ?? `'' AS key_${place}`;
  const label = (place: 1 | 2) =>
    isNamed(groupBy[place - 1])
      ? `argMax(name_${place}, name_rank_${place}) AS label_${place}`
      : `'' AS label_${place}`;
  return `
    WITH
      ${Object.entries(parts).map(cte).join(',\n      ')}
    SELECT
      ${keyOf(1)}, ${keyOf(2)}, ${label(1)}, ${label(2)},
      sum(clicks) AS clicks, sum(page_views) AS page_views, sum(conversions) AS conversions, sum(attributed) AS attributed,
      sum(revenue) AS revenue, ${hasCosts ? spend.total('sum(cost)') : 'toDecimal64(0, 4)'} AS spend, ${hasCosts ? 'sum(reports)' : '0'} AS reports,
      ${hasCosts ? net.lines() : '[] AS lines'},
      count() OVER () AS groups
    FROM ${unionOf([...keys, ...names.flatMap(({ name, rank }) => [name, rank])], figuresOf)}
    ${keys.length > 0 ? `WHERE ${keys.map(isAsked).join(' AND ')}` : ''}
    GROUP BY ${keys.join(', ') || '()'}
    HAVING clicks > 0 OR page_views > 0 OR conversions > 0 OR spend != 0
    ORDER BY ${['revenue DESC', 'clicks DESC', 'spend DESC', ...keys].join(', ')}
    LIMIT {limit:UInt32}`;
}
