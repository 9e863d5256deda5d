import { CLICK_OF_VIEW, VIEW_HAS_CLICK } from '@tracker/infra/clickhouse/click-of-view';
import { latestName } from '@tracker/infra/clickhouse/latest-name';
import { type Dimension, spendIsKnownBy } from '@tracker/schemas/metrics/dimensions';
import { COUNTED, IN_RANGE, REAL_CLICK, REAL_VIEW } from '../../figures/columns.ts';
import { IN_OPEN_DAYS, IN_SEALED_DAYS } from '../../figures/sealed-days.ts';
import { type AdColumn, NAMED_IN_REPORT_MS, type SpendSql } from '../../figures/spend.ts';
import { type KeySources, keyOf, knowsHoursAndAds, SPEND_KEYS, viewsNeedClicks } from './dimensions.ts';

/** What a part adds to a group. What it has none of is a plain 0, which costs the engine less to understand than a typed one. */
const MEASURES = ['visits', 'page_visits', 'sales', 'tracked_sales', 'earned', 'spent', 'spend_rows'] as const;
type Measures = Partial<Record<(typeof MEASURES)[number], string>>;

/** When a name was given and the name, as SQL. */
interface Name {
  readonly givenMs: string;
  readonly name: string;
}
/** A part that tells the names of ads and ad sets. */
interface Names {
  readonly ad: Name;
  readonly adset: Name;
}

interface Part {
  /** What stands behind FROM. */
  readonly from: string;
  readonly keys: KeySources | 'spend';
  readonly measures: Measures;
  readonly names?: Names;
}

const DAY_CELLS: KeySources = { ts: 'day_start', campaign: 'toString(campaign_id)', ofClick: '', own: '' };
const FACTS: KeySources = { ...DAY_CELLS, ts: 'ts' };
const SALES: KeySources = {
  ...FACTS,
  campaign: `if(campaign_id = '', {mainCampaignId:String}, toString(campaign_id))`,
};

const CELL_NAMES: Names = {
  ad: { givenMs: 'ad_named_ms', name: 'ad_name' },
  adset: { givenMs: 'adset_named_ms', name: 'adset_name' },
};
/** When a name was given: by the click, also where a sale tells it. */
const factNames = (ts: string): Names => ({
  ad: { givenMs: `toUnixTimestamp64Milli(${ts})`, name: 'ad_name' },
  adset: { givenMs: `toUnixTimestamp64Milli(${ts})`, name: 'adset_name' },
});

/** The smallest cells that know these dimensions. Those of hours know nothing of ads. */
function cellsBy(groupBy: readonly Dimension[]): string {
  const hasAny = (...dimensions: Dimension[]) => dimensions.some((dimension) => groupBy.includes(dimension));
  if (hasAny('hour')) return 'visits_daily_by_hour';
  if (hasAny('placement', 'country', 'device')) return 'visits_daily';
  return hasAny('ad', 'adset') ? 'visits_daily_by_ad' : 'visits_daily_by_campaign';
}
const WITH_BOTS: ReadonlySet<string> = new Set(['visits_daily', 'visits_daily_by_campaign']);

/** Of sealed days. */
function cells(groupBy: readonly Dimension[]): Part {
  const table = cellsBy(groupBy);
  return {
    from: `${table}
      WHERE tenant_id = {tenantId:String} AND ${IN_SEALED_DAYS}${WITH_BOTS.has(table) ? ' AND is_bot = 0' : ''}`,
    keys: groupBy.includes('hour') ? FACTS : DAY_CELLS,
    measures: { visits: 'sum(clicks)', page_visits: 'sum(views)' },
    names: CELL_NAMES,
  };
}

/** Of the days that are in no cells. A page view is completed with what only its click tells, when that is asked. */
function facts(groupBy: readonly Dimension[], range: string): Part[] {
  const views = `tenant_id = {tenantId:String} AND ${range} AND ${REAL_VIEW}`;
  const joined = `(
        SELECT ts, campaign_id, country_code, device_type, if(${VIEW_HAS_CLICK}, click_id, '') AS click_id
        FROM page_views FINAL
        WHERE ${views}
      ) AS view
      LEFT JOIN (
        SELECT click_id, source, channel, ad_id, adset_id, placement
        FROM clicks FINAL
        WHERE tenant_id = {tenantId:String}
          AND (ts, click_id) IN (SELECT ${CLICK_OF_VIEW} FROM page_views FINAL WHERE ${views} AND ${VIEW_HAS_CLICK})
      ) AS click ON click.click_id = view.click_id`;
  const ofView: KeySources = { ts: 'view.ts', campaign: 'toString(view.campaign_id)', ofClick: 'click.', own: 'view.' };
  return [
    {
      from: `clicks FINAL
      WHERE tenant_id = {tenantId:String} AND ${range} AND ${REAL_CLICK}`,
      keys: FACTS,
      measures: { visits: 'count()' },
      names: factNames('ts'),
    },
    {
      from: viewsNeedClicks(groupBy) ? joined : `page_views FINAL WHERE ${views}`,
      keys: viewsNeedClicks(groupBy) ? ofView : FACTS,
      measures: { page_visits: 'count()' },
    },
  ];
}

const sales: Part = {
  from: `conversions FINAL
      WHERE tenant_id = {tenantId:String} AND ${IN_RANGE} AND ${COUNTED}`,
  keys: SALES,
  measures: { sales: 'count()', tracked_sales: `countIf(click_id != '')`, earned: 'sum(revenue)' },
  names: factNames('ifNull(click_ts, ts)'),
};

const isNamed = (dimension: Dimension | undefined): dimension is 'ad' | 'adset' =>
  dimension === 'ad' || dimension === 'adset';

/** By ad, the platform's name of it; where all of a cell is some ad's, nothing is reported of no ad. */
function spendOf(groupBy: readonly Dimension[], spend: SpendSql): Part {
  if (!groupBy.some(isNamed)) {
    return { from: spend.cells, keys: 'spend', measures: { spent: `sum(${spend.spent})`, spend_rows: 'count()' } };
  }
  const columns: AdColumn[] = groupBy.filter(isNamed).flatMap((name): AdColumn[] => [`${name}_id`, `${name}_name`]);
  const key = columns[0] ?? 'ad_id';
  return {
    from: spend.adsAndRest(columns),
    keys: 'spend',
    measures: { spent: `sum(${spend.adSpent})`, spend_rows: `countIf(${key} != '' OR ad_spent != 0)` },
    names: {
      ad: { givenMs: NAMED_IN_REPORT_MS, name: 'ad_name' },
      adset: { givenMs: NAMED_IN_REPORT_MS, name: 'adset_name' },
    },
  };
}

function nameOf(names: Names | undefined, dimension: 'ad' | 'adset', place: number): string {
  if (!names) return `'' AS name_${place}, 0 AS named_${place}`;
  const { givenMs, name } = names[dimension];
  return latestName(name, givenMs, [`name_${place}`, `named_${place}`]);
}

/**
 * The figures of a range by one dimension, or two, in one statement: what each kind of fact adds to a group. Over all groups they add up
 * to the figures of the campaigns, since they count the same facts; only spend is left out where it cannot be split.
 */
export function breakdownSql(groupBy: readonly Dimension[], spend: SpendSql): string {
  const parts = [
    // Cells of hours and ads would be as many as the clicks.
    ...(knowsHoursAndAds(groupBy) ? facts(groupBy, IN_RANGE) : [cells(groupBy), ...facts(groupBy, IN_OPEN_DAYS)]),
    sales,
    ...(spendIsKnownBy(groupBy) ? [spendOf(groupBy, spend)] : []),
  ];
  const columns = groupBy.map((_, index) => `key_${index + 1}`).join(', ');
  const select = ({ from, keys, measures, names }: Part) => `
      SELECT
        ${[
          ...groupBy.map(
            (name, index) => `${keys === 'spend' ? SPEND_KEYS[name] : keyOf(name, keys)} AS key_${index + 1}`,
          ),
          ...groupBy.flatMap((name, index) => (isNamed(name) ? [nameOf(names, name, index + 1)] : [])),
          ...MEASURES.map((name) => `${measures[name] ?? '0'} AS ${name}`),
        ].join(', ')}
      FROM ${from}
      GROUP BY ${columns}`;
  const label = (place: 1 | 2) =>
    isNamed(groupBy[place - 1]) ? `argMax(name_${place}, named_${place}) AS label_${place}` : `'' AS label_${place}`;
  return `
    SELECT
      key_1, ${groupBy.length > 1 ? 'key_2' : `'' AS key_2`}, ${label(1)}, ${label(2)},
      sum(visits) AS clicks, sum(page_visits) AS views, sum(sales) AS conversions, sum(tracked_sales) AS tracked,
      sum(earned) AS revenue, ${spend.total('sum(spent)')} AS spend, sum(spend_rows) AS spend_rows,
      count() OVER () AS groups
    FROM (${parts.map(select).join(`
      UNION ALL`)}
    )
    GROUP BY ${columns}
    HAVING clicks > 0 OR views > 0 OR conversions > 0 OR spend != 0
    ORDER BY revenue DESC, clicks DESC, spend DESC, ${columns}
    LIMIT {limit:UInt32}`;
}
