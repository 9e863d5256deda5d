import { defineQuery } from '@tracker/infra/clickhouse/define-query';
import { Count, DecimalText, InstantText, TextOrNull } from '@tracker/infra/clickhouse/row-types';
import { z } from 'zod';
import { IN_RANGE } from '../../figures/columns.ts';
import { CLICK_FIELDS, clickColumns } from './click-columns.ts';
import { clickFilters, LISTED, SALES_OF_CLICKS } from './click-filters.ts';
import { before, page, SOURCE } from './filters.ts';

const clickPage = page.extend(clickFilters.shape);

/** A page of clicks, newest first, out of a window that holds little more than the page: see `windows.ts`. */
const PAGE = `(
      SELECT *
      FROM clicks FINAL
      WHERE ${LISTED} AND ${SOURCE} AND ${before('click_id')}
      ORDER BY ts DESC, click_id DESC
      LIMIT {limit:UInt32}
    )`;

export const clicksPage = defineQuery({
  name: 'clicks-page',
  params: clickPage,
  row: z.object({
    ...clickColumns,
    sales: Count,
    converted_at: InstantText.nullable(),
    conversion_value: DecimalText,
  }),
  sql: `
    SELECT
      c.ts AS created_at, c.click_id AS click_id, ${CLICK_FIELDS},
      s.sales AS sales, s.first_sale AS converted_at, s.worth AS conversion_value
    FROM ${PAGE} AS c
    LEFT JOIN ${SALES_OF_CLICKS} AS s ON s.click_id = c.click_id
    ORDER BY c.ts DESC, c.click_id DESC`,
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
        c.click_id, campaign_id, source, referrer, country, city, device_type, browser,
        sub1, sub2, sub3, sub4, sub5, sub6, sub7, sub8,
        utm_source, utm_medium, utm_campaign, utm_content, utm_term, utm_id
      ] AS texts,
      ip_address, address_key, address_sealed, s.sales AS sales, s.worth AS worth
    FROM ${PAGE} AS c
    LEFT JOIN ${SALES_OF_CLICKS} AS s ON s.click_id = c.click_id
    ORDER BY c.ts DESC, c.click_id DESC`,
});

/**
 * What the pages of these clicks learnt later: of each id the first that was told. A question of its own, because it knows the moments
 * of the clicks, by which the table is sorted; as a join it made the list half as slow again.
 */
export const clickIdentities = defineQuery({
  name: 'clicks-identities',
  params: z.object({ fromMs: z.number().int(), toMs: z.number().int(), clickIds: z.array(z.string()) }),
  row: z.object({ click_id: z.string(), first_fbp: TextOrNull, first_fbc: TextOrNull }),
  sql: `
    SELECT
      click_id,
      argMinIf(fbp, (received_at, event_id), fbp != '') AS first_fbp,
      argMinIf(fbc, (received_at, event_id), fbc != '') AS first_fbc
    FROM click_identities FINAL
    WHERE tenant_id = {tenantId:String} AND ${IN_RANGE} AND click_id IN {clickIds:Array(String)}
    GROUP BY click_id`,
});
