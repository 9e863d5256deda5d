// What ads cost, as statements read it. A cell is a campaign's day of one source, in the ad account's currency, and holds its ads as parallel
// arrays. It is worth in BRL what the company's rates say now: they come with each question, so that no row need be written when they change.
import { z } from 'zod';

/** The parameters of a statement that reads spend, beside its own; given by `readSpendRates`. */
export const spendRates = {
  /** Those with a rate; BRL, at 1, is always one. */
  rateCurrencies: z.array(z.string()),
  /** From which point on each rate holds, ascending: the currency's place in the list × 100 000 + days since 1970. */
  ratesFrom: z.array(z.number().int()),
  rates: z.array(z.string()),
};
export type SpendRates = z.input<z.ZodObject<typeof spendRates>>;

/** More days than a `Date` can be. */
export const DAYS_OF_CURRENCY = 100_000;

/** The rate of a cell's day, else of the latest day before it; 0 without one. */
const RATE = `toDecimal64({rates:Array(String)}[arrayCount(since -> since <= indexOf({rateCurrencies:Array(String)}, toString(currency)) * ${DAYS_OF_CURRENCY} + toUInt32(day), {ratesFrom:Array(Int64)})], 8)`;

/** In 38 digits: the product has twelve behind the point. */
const inBrl = (amount: string) => `toDecimal128(${amount}, 4) * ${RATE}`;
export const SPENT = inBrl('spend');

/** Of the parts of a statement, which name it `spent`: as many digits as money has. */
export const SUM_SPENT = 'round(sum(spent), 4)';

/** Spend in a currency without a rate is listed elsewhere and summed nowhere. */
export const COUNTED_SPEND = `${RATE} > 0`;

/** What stands behind FROM: the cells of the days from `firstDay` to `lastDay`. */
export const CELLS_OF_SPEND = `ad_spend FINAL
      WHERE tenant_id = {tenantId:String} AND day BETWEEN {firstDay:Date} AND {lastDay:Date} AND ${COUNTED_SPEND}`;

/**
 * The same with a row for each ad of a cell, and one without an id for what the platform names no ad for: the rows of a cell add up to what
 * it cost, and figures by ad to those by campaign.
 */
export const ADS_OF_SPEND = `(
        SELECT
          campaign_id, source, day,
          arrayJoin(arrayPushBack(
            arrayZip(ad_ids, ad_names, adset_ids, adset_names, ad_spends),
            ('', '', '', '', toDecimal64(spend - arraySum(ad_spends), 4))
          )) AS one,
          tupleElement(one, 1) AS ad_id, tupleElement(one, 2) AS ad_name,
          tupleElement(one, 3) AS adset_id, tupleElement(one, 4) AS adset_name,
          ${inBrl('tupleElement(one, 5)')} AS ad_spent
        FROM ${CELLS_OF_SPEND}
      )`;

/**
 * When a name was given that only the platform's report tells: the number of its day, which is less than the milliseconds of any click, so
 * that the names in clicks and sales come before it.
 */
export const NAMED_IN_REPORT_MS = 'toInt64(toUInt32(day))';
