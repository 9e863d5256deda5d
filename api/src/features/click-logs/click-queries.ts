import { defineQuery } from '@tracker/infra/clickhouse/define-query';
import { Count, DecimalText, InstantText, TextOrNull } from '@tracker/infra/clickhouse/row-types';
import { CLICK_CSV_COLUMNS, type ClickCsvColumn } from '@tracker/schemas/contracts/click-logs.contract';
import { CLICK_TAGS, TAGS_WITH_HEADER, type TagHeader } from '@tracker/schemas/events/click-tags';
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

/** A column of the file: SQL over a click `c` and its sales `s`, or '' for one that `export-clicks.ts` fills in. */
const CSV_SQL: Readonly<Record<ClickCsvColumn, string>> = {
  'Click ID': 'c.click_id',
  'Campaign ID': 'campaign_id',
  Referrer: 'referrer',
  'IP Address': '',
  Country: 'country_code',
  City: 'city',
  'Device Type': 'device_type',
  Browser: 'browser',
  ...csvTagColumns(),
  Converted: '',
  'Conversion Value': '',
  'Created At': '',
};

function csvTagColumns() {
  const columns = TAGS_WITH_HEADER.map((name) => [CLICK_TAGS[name].header, CLICK_TAGS[name].column]);
  return Object.fromEntries(columns) as Record<TagHeader, string>;
}

/**
 * The same for a file: a row is the texts of the file's columns in their order, which is read several times as fast as an object of
 * them.
 */
export const clicksExportPage = defineQuery({
  name: 'clicks-export-page',
  params: clickPage,
  row: z.object({
    created_at: InstantText,
    click_id: z.string(),
    texts: z.array(z.string()),
    ip_address: TextOrNull,
    address_key: z.string(),
    address_sealed: z.string(),
    sales: Count,
    worth: DecimalText,
  }),
  sql: `
    SELECT
      c.ts AS created_at, c.click_id AS click_id,
      [${CLICK_CSV_COLUMNS.map((column) => CSV_SQL[column] || "''").join(', ')}] AS texts,
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
