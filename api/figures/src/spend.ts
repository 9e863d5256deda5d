// Ad spend in SQL. A row is a campaign's day of one source, in the ad account's currency, and holds its ads as parallel arrays.
// Its value in BRL follows the tenant's current rates: they are parameters of the query, so that a change of rates writes no row.
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { type DefinedQuery, defineQuery, type QueryDefinition } from '@tracker/infra/clickhouse/define-query';
import { HOUR_MS } from '@tracker/schemas/primitives/durations';
import { z } from 'zod';

/** What a statement that reads spend is made of. */
export interface SpendSql {
  /** Of a row, and of an ad in `ads`, in BRL. */
  readonly spent: string;
  readonly adSpent: string;
  /** Of the hours of a row, an array, in BRL. */
  readonly hoursSpent: string;
  /** Of the hours of a row until `cutSecond`, in BRL; an hour that is not over counts by its share, since platforms report no parts of it. */
  readonly untilCut: string;
  /** Of the hours of a row that end after `startSecond`, in BRL. */
  readonly fromStart: string;
  /** Of an hour in `byHour`, in BRL; until `cutSecond`. */
  readonly hourSpent: string;
  readonly hourUntilCut: string;
  /** A sum of these, with as many digits as money has. */
  total(sum: string): string;
  /**
   * Of the rows that count, of the days of this condition: spend in a currency without a rate is listed elsewhere and summed nowhere, and
   * what was entered does not count where the platform reports (`COUNTED_SPEND`).
   */
  counted(days: string): string;
  /** What FROM reads: the rows of the days from `firstDay` to `lastDay`. */
  readonly rows: string;
  /** What FROM reads, and the condition of the rows that count, but for the tenant's. */
  readonly byDay: { readonly from: string; readonly where: string };
  /**
   * The same with a row for each ad, and one more for each campaign's day, without an id or a name, for what the platform names no ad for: its rows
   * add up to what it cost, and figures by ad to those by campaign. They have `ad_spent`, and where reach is asked for `ad_impression` and `ad_click`.
   */
  byAd(columns: readonly AdColumn[], hasReach: boolean): { readonly from: string; readonly where: string };
  /**
   * The same as `byDay` with a row for each hour of the tenant's clock, and one more for each hour with spend: they have `hour_ms` and `hour_spent`, and
   * `has_hours` where the hours are all of the row. @param dayOf the day of that clock, of milliseconds @param dayMs when the day of a row begins
   */
  byHour(dayOf: (ms: string) => string, dayMs: string): { readonly from: string; readonly where: string };
}

/** A day has 23, 24 or 25 hours. */
const HOURS_OF_DAY = 25;
/** An hour of another clock may be parts of two hours of the tenant's, and of no use. */
const HAS_HOURS = (dayOf: (ms: string) => string) =>
  `(arraySum(hour_spends) = spend AND arrayAll(start -> ${dayOf('toInt64(start) * 1000')} = day AND start % 3600 = toInt64(day_ms / 1000) % 3600, hour_starts))`;

const AD_COLUMNS = { ad_id: 'ad_ids', ad_name: 'ad_names', adset_id: 'adset_ids', adset_name: 'adset_names' } as const;
export type AdColumn = keyof typeof AD_COLUMNS;

/**
 * When a name was given that only the platform's report has: the number of its day, which is less than the milliseconds of any click, so
 * that the names in clicks and conversions come before it.
 */
export const NAMED_IN_REPORT_MS = 'toInt64(toUInt32(day))';

/** A row in which a platform reports something. A sync also writes rows of days on which nothing was spent: they report nothing. */
export const REPORTS = `kind = 'reported' AND (spend != 0 OR impressions != 0 OR clicks != 0)`;
/** The platform of a row, whose source also names the platform's campaign. */
export const PLATFORM = `splitByChar('/', toString(source))[1]`;

/**
 * Of a tenant's rows of these days: what a platform reports, and what was entered, unless the platform of that source reports the same
 * campaign and day (ADR 60, 148). It follows from the rows alone, in any order of the events.
 */
export const COUNTED_SPEND = (days: string): string => `(kind = 'reported' OR (kind = 'entered'
        AND (campaign_id, day, ${PLATFORM}) NOT IN (
          SELECT campaign_id, day, ${PLATFORM} FROM ad_spend FINAL
          WHERE tenant_id = {tenantId:String} AND ${days} AND ${REPORTS})))`;

/** A platform may name more of its ads than of their campaign: then there is no rest. */
const withRest = (ofAds: string, ofCampaign: string) =>
  `arrayPushBack(${ofAds}, if(${ofCampaign} > arraySum(${ofAds}), toUInt64(${ofCampaign} - arraySum(${ofAds})), toUInt64(0)))`;

/** Of a statement with these parameters. */
export const AD_DAYS = 'day BETWEEN {firstDay:Date} AND {lastDay:Date}';

interface Conversion {
  counted(days: string): string;
  inBrl(amount: string): string;
  total(sum: string): string;
}

function spendSql({ counted, inBrl, total }: Conversion): SpendSql {
  const days = `WHERE tenant_id = {tenantId:String} AND ${AD_DAYS} AND ${counted(AD_DAYS)}`;
  return {
    spent: inBrl('spend'),
    adSpent: inBrl('ad_spent'),
    hoursSpent: `arrayMap(part -> ${inBrl('part')}, hour_spends)`,
    untilCut: `arraySum((start, part) -> ${inBrl('toDecimal128(part, 4)')} * greatest(toInt64(0), least(toInt64(3600), {cutSecond:Int64} - toInt64(start))) / 3600, hour_starts, hour_spends)`,
    fromStart: `arraySum((start, part) -> if(toInt64(start) + 3600 > {startSecond:Int64}, ${inBrl('toDecimal128(part, 4)')}, 0), hour_starts, hour_spends)`,
    hourSpent: inBrl('hour_spent'),
    hourUntilCut: `${inBrl('toDecimal128(hour_spent, 4)')} * greatest(toInt64(0), least(toInt64(3600), {cutSecond:Int64} - intDiv(hour_ms, 1000))) / 3600`,
    total,
    counted,
    rows: `ad_spend FINAL
      ${days}`,
    byDay: { from: 'ad_spend FINAL', where: `${AD_DAYS} AND ${counted(AD_DAYS)}` },
    byAd: (columns, hasReach) => ({
      from: `ad_spend FINAL
      ARRAY JOIN ${[
        ...columns.map((name) => `arrayPushBack(${AD_COLUMNS[name]}, '') AS ${name}`),
        'arrayPushBack(ad_spends, spend - arraySum(ad_spends)) AS ad_spent',
        ...(hasReach
          ? [
              `${withRest('ad_impressions', 'impressions')} AS ad_impression`,
              `${withRest('ad_clicks', 'clicks')} AS ad_click`,
            ]
          : []),
      ].join(', ')}`,
      where: `${AD_DAYS} AND ${counted(AD_DAYS)}`,
    }),
    byHour: (dayOf, dayMs) => ({
      from: `(
        SELECT *, ${dayMs} AS day_ms, ${HAS_HOURS(dayOf)} AS has_hours,
          arrayFilter(ms -> ${dayOf('ms')} = day, arrayMap(hour -> day_ms + hour * ${HOUR_MS}, range(${HOURS_OF_DAY}))) AS hours_ms
        FROM ad_spend FINAL
        ${days}
      )
      ARRAY JOIN arrayConcat(hours_ms, if(has_hours, arrayMap(start -> toInt64(start) * 1000, hour_starts), [])) AS hour_ms,
        arrayConcat(arrayMap(ms -> toDecimal64(0, 4), hours_ms), if(has_hours, hour_spends, [])) AS hour_spent`,
      where: '1',
    }),
  };
}

/** The tenant's rates: parameters that a statement takes besides its own; made by `readSpendRates`. */
export const spendRates = {
  /** Those with a rate, BRL at 1 among them. */
  rateCurrencies: z.array(z.string()),
  /** From which point on each rate holds, ascending: the currency's place in the list × 100 000 + days since 1970. */
  ratesFrom: z.array(z.number().int()),
  rates: z.array(z.string()),
};
export type SpendRates = z.input<z.ZodObject<typeof spendRates>>;

/** More days than a `Date` can be. */
export const DAYS_OF_CURRENCY = 100_000;

/** The rate of a row's day, else of the latest day before it; 0 without one. */
const RATE = `toDecimal64({rates:Array(String)}[arrayCount(since -> since <= indexOf({rateCurrencies:Array(String)}, toString(currency)) * ${DAYS_OF_CURRENCY} + toUInt32(day), {ratesFrom:Array(Int64)})], 8)`;

export const IN_BRL = spendSql({
  counted: () => `currency = 'BRL' AND kind = 'reported'`,
  inBrl: (amount) => amount,
  total: (sum) => sum,
});
export const BY_RATES = spendSql({
  counted: (days) => `${RATE} > 0 AND ${COUNTED_SPEND(days)}`,
  // In 38 digits: the product has twelve behind the point.
  inBrl: (amount) => `toDecimal128(${amount}, 4) * ${RATE}`,
  total: (sum) => `round(${sum}, 4)`,
});

type Shape = z.ZodObject<Record<string, z.ZodType>>;
export interface SpendQuery<P, Row> {
  /** `rates`: null for a tenant that has none and entered nothing. */
  run(clickhouse: ClickHouse, tenantId: string, params: P, rates: SpendRates | null): Promise<Row[]>;
}

/** Shown in a snapshot for all statements by rates. */
const SHOWN_BY_RATES = 'performance-campaigns-of-day-by-rates';

/**
 * A question about spend, as two statements: almost all tenants pay in BRL alone and enter nothing, and a look-up of rates and a second
 * reading of the table take the engine longer to understand than all the rest takes it to read.
 */
export function defineSpendQuery<P extends Shape, R extends Shape>(
  definition: Omit<QueryDefinition<P, R>, 'sql'> & { sql(spend: SpendSql): string },
): SpendQuery<z.input<P>, z.output<R>> {
  const inBrl = defineQuery({ ...definition, sql: definition.sql(IN_BRL) });
  const name = `${definition.name}-by-rates`;
  const byRates: DefinedQuery<Record<string, unknown>, z.output<R>> = defineQuery({
    ...{ name, row: definition.row, sql: definition.sql(BY_RATES) },
    params: z.object({ ...definition.params.shape, ...spendRates }),
    ...(name !== SHOWN_BY_RATES && { variantOf: SHOWN_BY_RATES }),
  });
  return {
    run: (clickhouse, tenantId, params, rates) =>
      rates === null
        ? inBrl.run(clickhouse, tenantId, params)
        : byRates.run(clickhouse, tenantId, { ...params, ...rates }),
  };
}
