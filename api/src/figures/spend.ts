// What ads cost, as statements read it. A cell is a campaign's day of one source, and holds its ads as parallel arrays.

/** Spend in a currency without a rate is listed elsewhere and summed nowhere. */
export const COUNTED_SPEND = `currency = 'BRL'`;

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
          tupleElement(one, 3) AS adset_id, tupleElement(one, 4) AS adset_name, tupleElement(one, 5) AS ad_spent
        FROM ${CELLS_OF_SPEND}
      )`;

/**
 * When a name was given that only the platform's report tells: the number of its day, which is less than the milliseconds of any click, so
 * that the names in clicks and sales come before it.
 */
export const NAMED_IN_REPORT_MS = 'toInt64(toUInt32(day))';
