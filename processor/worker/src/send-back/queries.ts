import { definePipelineQuery } from '@tracker/infra/clickhouse/define-pipeline-query';
import { defineQuery } from '@tracker/infra/clickhouse/define-query';
import { InstantText } from '@tracker/infra/clickhouse/row-types';
import { AD_TAGS, mapTagColumns, RECOGNIZED_BY, tagColumnList } from '@tracker/schemas/events/click-tags';
import { z } from 'zod';

const TenantTimeAndId = z.tuple([z.string(), z.string(), z.string()]);
const CLICKS = `(tenant_id, ts, click_id) IN {keys:Array(Tuple(String, DateTime64(3, 'UTC'), String))}`;

/** The click of a conversion, and the browser ids by which ad platforms recognize the visitor. */
export const clicksToSend = definePipelineQuery({
  name: 'send-back-clicks',
  key: TenantTimeAndId,
  row: z.object({
    click_id: z.string(),
    campaign_id: z.string(),
    source: z.string(),
    referrer: z.string(),
    user_agent: z.string(),
    ip_address: z.string(),
    address_key: z.string(),
    address_encrypted: z.string(),
    ...mapTagColumns([...RECOGNIZED_BY, ...AD_TAGS], () => z.string()),
  }),
  sql: `
    SELECT click_id, campaign_id, source, referrer, user_agent, ip_address, address_key, address_encrypted,
           ${tagColumnList([...RECOGNIZED_BY, ...AD_TAGS])}
    FROM clicks FINAL
    WHERE ${CLICKS}`,
});

/** What the clicks' pages learnt of the ad platform's own ids later: of each the first that was reported. */
export const identitiesToSend = definePipelineQuery({
  name: 'send-back-identities',
  key: TenantTimeAndId,
  row: z.object({ click_id: z.string(), first_fbp: z.string(), first_fbc: z.string(), first_ttp: z.string() }),
  sql: `
    SELECT
      click_id,
      argMinIf(fbp, (received_at, event_id), fbp != '') AS first_fbp,
      argMinIf(fbc, (received_at, event_id), fbc != '') AS first_fbc,
      argMinIf(ttp, (received_at, event_id), ttp != '') AS first_ttp
    FROM click_identities FINAL
    WHERE ${CLICKS}
    GROUP BY click_id`,
});

/** The persons in the deliveries of these events: `[tenantId, receivedAt, eventId]`, by which the table is sorted. */
export const peopleOfEvents = definePipelineQuery({
  name: 'send-back-people',
  key: TenantTimeAndId,
  row: z.object({
    event_id: z.string(),
    received_at: InstantText,
    person_id: z.string(),
    person_key_id: z.string(),
    person_encrypted: z.string(),
  }),
  sql: `
    SELECT event_id, received_at, person_id, person_key_id, person_encrypted
    FROM webhook_deliveries FINAL
    WHERE (tenant_id, received_at, event_id) IN {keys:Array(Tuple(String, DateTime64(3, 'UTC'), String))} AND person_id != ''
    ORDER BY delivery_id
    LIMIT 1 BY event_id`,
});

/** The first page that these clicks saw within these minutes: whole minutes, because the table is sorted by time. */
export const pagesOfClicks = defineQuery({
  name: 'send-back-pages',
  params: z.object({ clickIds: z.array(z.string()), minutes: z.array(z.string()) }),
  row: z.object({ click_id: z.string(), first_url: z.string() }),
  sql: `
    SELECT click_id, argMin(url, (ts, view_id)) AS first_url
    FROM page_views FINAL
    WHERE tenant_id = {tenantId:String} AND toStartOfMinute(ts) IN {minutes:Array(DateTime('UTC'))}
      AND click_id IN {clickIds:Array(String)} AND url LIKE 'http%'
    GROUP BY click_id`,
});
