import { IN_RANGE, REAL_CLICK, REAL_VIEW } from '@tracker/figures/columns';
import { ON_OWN_SITE } from '@tracker/figures/own-sites';
import { defineQuery } from '@tracker/infra/clickhouse/define-query';
import { InstantText } from '@tracker/infra/clickhouse/row-types';
import { z } from 'zod';

const ms = z.number().int();
/** `campaignId`: '' for the whole tenant. */
const params = z.object({ fromMs: ms, toMs: ms, campaignId: z.string() });
/** `isOwn`: 1 for views on the tenant's own sites, 0 for all others. */
const viewParams = params.extend({ sites: z.array(z.string()), isOwn: z.union([z.literal(0), z.literal(1)]) });

const OF_CAMPAIGN = `({campaignId:String} = '' OR campaign_id = {campaignId:String})`;

/** When and on which page the script last reported a person. */
export const latestView = defineQuery({
  name: 'integration-latest-view',
  params: viewParams,
  row: z.object({ seen_at: InstantText, url: z.string() }),
  sql: `
    SELECT ts AS seen_at, url
    FROM page_views FINAL
    WHERE tenant_id = {tenantId:String} AND ${IN_RANGE} AND ${OF_CAMPAIGN} AND ${REAL_VIEW}
      AND ${ON_OWN_SITE} = {isOwn:UInt8}
    ORDER BY ts DESC, view_id DESC
    LIMIT 1`,
});

export const latestClick = defineQuery({
  name: 'integration-latest-click',
  params,
  row: z.object({ clicked_at: InstantText }),
  sql: `
    SELECT ts AS clicked_at
    FROM clicks FINAL
    WHERE tenant_id = {tenantId:String} AND ${IN_RANGE} AND ${OF_CAMPAIGN} AND ${REAL_CLICK}
    ORDER BY ts DESC, click_id DESC
    LIMIT 1`,
});
