import { defineQuery } from '@tracker/infra/clickhouse/define-query';
import { Count, DecimalText, Flag, InstantText, TextOrNull } from '@tracker/infra/clickhouse/row-types';
import { z } from 'zod';
import { IN_RANGE } from '../../figures/columns.ts';
import { before, CAMPAIGN, device, filters, PLACE_AND_DEVICE, page, place, SOURCE, search } from './filters.ts';

export const CONVERSIONS_WHERE = `tenant_id = {tenantId:String} AND ${IN_RANGE} AND ${CAMPAIGN} AND ${SOURCE}
      AND ${search('conversion_id', 'click_id', 'click_ref', 'transaction_id', 'campaign_id', 'source')}`;

/** Conversions of every status, tests included: a list of what happened, not a figure. */
export const conversionsPage = defineQuery({
  name: 'conversions-page',
  params: page,
  row: z.object({
    created_at: InstantText,
    conversion_id: z.string(),
    click_id: TextOrNull,
    campaign_id: TextOrNull,
    conversion_type: z.string(),
    status: z.string(),
    value: DecimalText,
    net_value: DecimalText,
    currency: z.string(),
    transaction_id: TextOrNull,
    provider: z.string(),
    is_test: Flag,
    verified: Flag,
  }),
  sql: `
    SELECT
      ts AS created_at, conversion_id, click_id, campaign_id, conversion_type, status, value, net_value, currency,
      transaction_id, provider, is_test, verified
    FROM conversions FINAL
    WHERE ${CONVERSIONS_WHERE} AND ${before('conversion_id')}
    ORDER BY ts DESC, conversion_id DESC
    LIMIT {limit:UInt32}`,
});

export const conversionsTotal = defineQuery({
  name: 'conversions-total',
  params: filters,
  row: z.object({ total: Count }),
  sql: `
    SELECT count() AS total
    FROM conversions FINAL
    WHERE ${CONVERSIONS_WHERE}`,
});

/** A view has no source of its own: it is that of its click. */
const VIEWS_WHERE = `tenant_id = {tenantId:String} AND ${IN_RANGE} AND is_bot = 0 AND ${CAMPAIGN} AND ${search('click_id', 'url')}
      AND ({source:String} = '' OR click_id IN (
        SELECT click_id
        FROM clicks FINAL
        WHERE tenant_id = {tenantId:String} AND ${SOURCE}
      ))`;

export const pageViewsPage = defineQuery({
  name: 'page-views-page',
  params: page,
  row: z.object({
    created_at: InstantText,
    view_id: z.string(),
    click_id: z.string(),
    campaign_id: TextOrNull,
    url: TextOrNull,
    title: TextOrNull,
    referrer: TextOrNull,
    ...place,
    ...device,
    is_bot: Flag,
  }),
  sql: `
    SELECT
      ts AS created_at, view_id, click_id, campaign_id, url, title, referrer, ${PLACE_AND_DEVICE}, is_bot
    FROM page_views FINAL
    WHERE ${VIEWS_WHERE} AND ${before('view_id')}
    ORDER BY ts DESC, view_id DESC
    LIMIT {limit:UInt32}`,
});

export const pageViewsTotal = defineQuery({
  name: 'page-views-total',
  params: filters,
  row: z.object({ total: Count }),
  sql: `
    SELECT count() AS total
    FROM page_views FINAL
    WHERE ${VIEWS_WHERE}`,
});
