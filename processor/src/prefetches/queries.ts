import { definePipelineQuery } from '@tracker/infra/clickhouse/define-pipeline-query';
import { Flag, InstantText } from '@tracker/infra/clickhouse/row-types';
import { insertClicks } from '@tracker/infra/clickhouse/tables/clicks';
import { mapTagColumns, TAG_NAMES } from '@tracker/schemas/events/click-tags';
import { z } from 'zod';

const ClickKey = z.tuple([z.string(), z.string(), z.string()]);
const CLICKS = `(tenant_id, ts, click_id) IN {keys:Array(Tuple(String, DateTime64(3, 'UTC'), String))}`;

/** The prefetches of these minutes. A batch asks by minutes: ten thousand keys cost more than all else, and this table is small. */
export const prefetchesOfMinutes = definePipelineQuery({
  name: 'prefetches-of-minutes',
  key: z.tuple([z.string(), z.string()]),
  row: z.object({ tenant_id: z.string(), ts: InstantText, click_id: z.string() }),
  sql: `
    SELECT DISTINCT tenant_id, ts, click_id, toStartOfMinute(ts) AS minute
    FROM prefetch_proofs FINAL
    WHERE (tenant_id, minute) IN {keys:Array(Tuple(String, DateTime('UTC')))}`,
});

/** When each of these clicks was seen, as far as that is stored under its id: the proofs that were kept, and the first identity and opened checkout. */
export const proofsOfPrefetches = definePipelineQuery({
  name: 'proofs-of-prefetches',
  key: ClickKey,
  row: z.object({
    tenant_id: z.string(),
    ts: InstantText,
    click_id: z.string(),
    seen_at: InstantText,
    is_kept: Flag,
  }),
  sql: `
    SELECT tenant_id, ts, click_id, seen_at, 1 AS is_kept
    FROM prefetch_proofs FINAL
    WHERE ${CLICKS} AND seen_at > ts
    UNION ALL
    SELECT tenant_id, ts, click_id, min(received_at) AS seen_at, 0 AS is_kept
    FROM click_identities FINAL
    WHERE ${CLICKS}
    GROUP BY tenant_id, ts, click_id
    UNION ALL
    SELECT tenant_id, ts, click_id, min(opened_at) AS seen_at, 0 AS is_kept
    FROM opened_checkouts FINAL
    WHERE ${CLICKS}
    GROUP BY tenant_id, ts, click_id`,
});

/** These prefetches with all their columns. */
export const prefetchedClicks = definePipelineQuery({
  name: 'prefetched-clicks',
  key: ClickKey,
  row: z.object({
    tenant_id: z.string(),
    ts: InstantText,
    click_id: z.string(),
    campaign_id: z.string(),
    event_id: z.string(),
    received_at: InstantText,
    referrer: z.string(),
    user_agent: z.string(),
    ip_address: z.string(),
    address_key: z.string(),
    address_encrypted: z.string(),
    country_code: z.string(),
    region: z.string(),
    city: z.string(),
    timezone: z.string(),
    device_type: z.string(),
    browser: z.string(),
    operating_system: z.string(),
    ...mapTagColumns(TAG_NAMES, () => z.string()),
    channel: z.string(),
    is_bot: Flag,
    is_prefetch: Flag,
    has_raw_macro: Flag,
    gpc: Flag,
    consent: z.string(),
    prev: z.string(),
    retry_of: z.string(),
    ver: z.string(),
  }),
  sql: `
    SELECT ${insertClicks.columns.join(', ')}
    FROM clicks FINAL
    WHERE ${CLICKS} AND is_prefetch = 1`,
});
