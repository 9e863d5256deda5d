import { defineQuery } from '@tracker/infra/clickhouse/define-query';
import { Count, DecimalText, InstantText, TextOrNull } from '@tracker/infra/clickhouse/row-types';
import { z } from 'zod';
import { IN_RANGE } from '../../figures/columns.ts';
import { CLICK_FIELDS, clickColumns } from '../../lists/click-columns.ts';
import { before, page, SOURCE } from '../../lists/filters.ts';
import { clickFilters, LISTED, SALES_OF_CLICKS, SOLD_BY_CLICKS } from './click-filters.ts';

const clickPage = page.extend(clickFilters.shape);

/** A page of clicks, newest first, out of a window that holds little more than the page: see `windows.ts`. */
const PAGE = `clicks FINAL
    WHERE ${LISTED} AND ${SOURCE} AND ${before('click_id')}
    ORDER BY ts DESC, click_id DESC
    LIMIT {limit:UInt32}`;

export const clicksPage = defineQuery({
  name: 'clicks-page',
  params: clickPage,
  row: z.object(clickColumns),
  sql: `
    SELECT ts AS created_at, click_id, ${CLICK_FIELDS}
    FROM ${PAGE}`,
});

/**
 * The same for a file: a row is its texts in the order of the file's columns, which is read several times as fast as an object of
 * them. What is no text, and the address, stand beside.
 */
export const clicksExportPage = defineQuery({
  name: 'clicks-export-page',
  params: clickPage,
  row: z.object({
    created_at: InstantText,
    texts: z.array(z.string()),
    ip_address: TextOrNull,
    address_key: z.string(),
    address_sealed: z.string(),
    sales: Count,
    worth: DecimalText,
  }),
  sql: `
    SELECT
      c.ts AS created_at,
      [
        c.click_id, campaign_id, source, referrer, country_code, city, device_type, browser,
        sub1, sub2, sub3, sub4, sub5, sub6, sub7, sub8,
        utm_source, utm_medium, utm_campaign, utm_content, utm_term, utm_id
      ] AS texts,
      ip_address, address_key, address_sealed, s.sales AS sales, s.worth AS worth
    FROM (SELECT * FROM ${PAGE}) AS c
    LEFT JOIN ${SALES_OF_CLICKS} AS s ON s.click_id = c.click_id
    ORDER BY c.ts DESC, c.click_id DESC`,
});

/**
 * What became of these clicks: what they are worth, and the first of each of the pixel's ids that their pages told later. A question of its
 * own, because it knows the moments of the clicks, by which both tables are sorted; as joins they made the list half as slow again.
 */
export const clicksAftermath = defineQuery({
  name: 'clicks-aftermath',
  params: z.object({ fromMs: z.number().int(), toMs: z.number().int(), clickIds: z.array(z.string()) }),
  row: z.object({
    click_id: z.string(),
    sales: Count,
    converted_at: InstantText.nullable(),
    conversion_value: DecimalText,
    told_fbp: TextOrNull,
    told_fbc: TextOrNull,
  }),
  sql: `
    SELECT
      click_id, sum(sold) AS sales, min(first_sale) AS converted_at, sum(worth) AS conversion_value,
      max(first_fbp) AS told_fbp, max(first_fbc) AS told_fbc
    FROM (
      SELECT click_id, count() AS sold, toNullable(min(ts)) AS first_sale, sum(revenue) AS worth, '' AS first_fbp, '' AS first_fbc
      FROM conversions FINAL
      WHERE ${SOLD_BY_CLICKS} AND click_id IN {clickIds:Array(String)}
      GROUP BY click_id
      UNION ALL
      SELECT
        click_id, 0 AS sold, NULL AS first_sale, 0 AS worth,
        argMinIf(fbp, (received_at, event_id), fbp != '') AS first_fbp,
        argMinIf(fbc, (received_at, event_id), fbc != '') AS first_fbc
      FROM click_identities FINAL
      WHERE tenant_id = {tenantId:String} AND ${IN_RANGE} AND click_id IN {clickIds:Array(String)}
      GROUP BY click_id
    )
    GROUP BY click_id`,
});
