import { defineQuery } from '@tracker/infra/clickhouse/define-query';
import { Count, Flag, InstantText, TextOrNull } from '@tracker/infra/clickhouse/row-types';
import { z } from 'zod';
import { IN_RANGE } from '../../figures/columns.ts';
import { sealedDays } from '../../figures/sealed-days.ts';
import {
  before,
  CAMPAIGN,
  device,
  filters,
  PLACE_AND_DEVICE,
  page,
  place,
  SOURCE,
  search,
} from '../../lists/filters.ts';
import { slicesOfDaysSql, slicesOfFactsSql } from './slices.ts';

const VIEWS = `page_views FINAL
    WHERE tenant_id = {tenantId:String} AND is_bot = 0 AND ${CAMPAIGN}`;
/** A view has no source of its own: it is that of its click. */
const LISTED = `${VIEWS} AND ${IN_RANGE} AND ${search('click_id', 'url')}
      AND ({source:String} = '' OR click_id IN (
        SELECT click_id
        FROM clicks FINAL
        WHERE tenant_id = {tenantId:String} AND {source:String} != '' AND ${SOURCE}
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
    FROM ${LISTED} AND ${before('view_id')}
    ORDER BY ts DESC, view_id DESC
    LIMIT {limit:UInt32}`,
});

export const pageViewsOfDays = defineQuery({
  name: 'page-views-of-days',
  params: filters.pick({ campaignId: true }).extend({ ...sealedDays, sliceMs: z.number().int().positive() }),
  row: z.object({ from_ms: Count, held: Count }),
  sql: slicesOfDaysSql('views', CAMPAIGN, VIEWS),
});

export const pageViewsSlices = defineQuery({
  name: 'page-views-slices',
  params: filters.extend({ sliceMs: z.number().int().positive() }),
  row: z.object({ slice: Count, held: Count }),
  sql: slicesOfFactsSql(LISTED),
});
