import { z } from 'zod';
import { COUNTED, IN_RANGE } from '../../figures/columns.ts';
import { CAMPAIGN, filters, has, search } from '../../lists/filters.ts';

export const clickFilters = filters.extend({
  /** 1: clicks of bots too. */
  bots: z.number().int(),
});

/** `column` says whether a bot clicked. */
export const askedBots = (column: 'is_bot' | 'click_is_bot') => `({bots:UInt8} = 1 OR ${column} = 0)`;

/**
 * Ids are most of what a search reads, and say little that the campaign has not said: `mc_{campaign}_` and 19 digits. They are looked at for texts
 * that may lie in one and have a digit; for others the engine does not read them.
 */
const IN_CLICK_ID = `(match({q:String}, '^[A-Za-z0-9_-]*[0-9][A-Za-z0-9_-]*$') AND ${has('click_id')})`;
const IN_TEXTS = search("concat('mc_', campaign_id, '_')", 'source', 'referrer', 'user_agent');

/** The clicks of a filter, but for their source. */
export const LISTED = `tenant_id = {tenantId:String} AND ${IN_RANGE} AND is_prefetch = 0 AND ${askedBots('is_bot')}
        AND ${CAMPAIGN}
        AND (${IN_TEXTS} OR ${IN_CLICK_ID})`;

/** Sales that stand and have a click of the range: a sale carries its click's moment, so that nobody need name the clicks. */
export const SOLD_BY_CLICKS = `tenant_id = {tenantId:String} AND ${COUNTED} AND click_id != ''
        AND click_ts >= fromUnixTimestamp64Milli({fromMs:Int64}) AND click_ts < fromUnixTimestamp64Milli({toMs:Int64})`;

/**
 * What each click is worth: the first conversion that stands, and the sum of all that do, whether the click was a bot's or not
 * (decision 33).
 */
export const SALES_OF_CLICKS = `(
      SELECT click_id, count() AS sales, toNullable(min(ts)) AS first_sale, sum(revenue) AS worth
      FROM conversions FINAL
      WHERE ${SOLD_BY_CLICKS}
      GROUP BY click_id
    )`;
