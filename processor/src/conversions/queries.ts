import { definePipelineQuery } from '@tracker/infra/clickhouse/define-pipeline-query';
import { Count, Flag, InstantText } from '@tracker/infra/clickhouse/row-types';
import { ATTRIBUTION_COLUMNS, mapAttribution } from '@tracker/infra/clickhouse/tables/conversions';
import { z } from 'zod';
import { WAITING_MAX } from '../batch/waiting-for-clicks.ts';

const TenantAndId = z.tuple([z.string(), z.string()]);

/** What people assigned these conversions to: the last assignment, and how many there were. */
export const assignmentsOfConversions = definePipelineQuery({
  name: 'assignments-of-conversions',
  key: TenantAndId,
  row: z.object({
    tenant_id: z.string(),
    conversion_id: z.string(),
    assigned: Count,
    last_campaign: z.string(),
    last_channel: z.string(),
  }),
  sql: `
    SELECT tenant_id, conversion_id, count() AS assigned,
      argMax(toString(campaign_id), (received_at, event_id)) AS last_campaign,
      argMax(toString(channel), (received_at, event_id)) AS last_channel
    FROM conversion_assignments FINAL
    WHERE (tenant_id, conversion_id) IN {keys:Array(Tuple(String, String))}
    GROUP BY tenant_id, conversion_id`,
});

/** What verified events name of these clicks, tests apart. Reads the tenant's ledger: asked for a few unverified conversions only. */
export const verifiedEventsOfClicks = definePipelineQuery({
  name: 'verified-events-of-clicks',
  key: TenantAndId,
  row: z.object({ click_id: z.string(), conversion_type: z.string() }),
  sql: `
    SELECT DISTINCT click_id, conversion_type
    FROM conversion_ledger FINAL
    WHERE (tenant_id, click_id) IN {keys:Array(Tuple(String, String))} AND verified = 1 AND is_test = 0`,
});

/** The clicks of these ids; the time in the id lets the primary key find them. */
export const clicksOfConversions = definePipelineQuery({
  name: 'clicks-of-conversions',
  key: z.tuple([z.string(), z.string(), z.string()]),
  row: z.object({
    tenant_id: z.string(),
    ts: InstantText,
    is_bot: Flag,
    is_prefetch: Flag,
    ...mapAttribution(() => z.string()),
  }),
  sql: `
    SELECT tenant_id, ts, is_bot, is_prefetch, ${ATTRIBUTION_COLUMNS.join(', ')}
    FROM clicks FINAL
    WHERE (tenant_id, ts, click_id) IN {keys:Array(Tuple(String, DateTime64(3, 'UTC'), String))}`,
});

const waitingConversion = z.object({
  tenant_id: z.string(),
  minute: z.number(),
  click_id: z.string(),
  conversion_id: z.string(),
});

/** The conversions that wait for a click of these minutes. */
export const conversionsWaitingInMinutes = definePipelineQuery({
  name: 'conversions-waiting-in-minutes',
  key: TenantAndId,
  row: waitingConversion,
  sql: `
    SELECT tenant_id, toUnixTimestamp(click_minute) AS minute, click_id, conversion_id
    FROM unattributed_conversions FINAL
    WHERE (tenant_id, click_minute) IN {keys:Array(Tuple(String, DateTime('UTC')))}
    LIMIT ${WAITING_MAX} BY tenant_id, click_minute`,
});

/** The conversions that wait for these clicks. */
export const conversionsWaitingForClicks = definePipelineQuery({
  name: 'conversions-waiting-for-clicks',
  key: z.tuple([z.string(), z.string(), z.string()]),
  row: waitingConversion,
  sql: `
    SELECT tenant_id, toUnixTimestamp(click_minute) AS minute, click_id, conversion_id
    FROM unattributed_conversions FINAL
    WHERE (tenant_id, click_minute, click_id) IN {keys:Array(Tuple(String, DateTime('UTC'), String))}
    LIMIT ${WAITING_MAX} BY tenant_id, click_minute, click_id`,
});

/** The first conversions after an id with an event in a currency, in the order of their ids. One key at a time. */
export const CONVERSIONS_LISTED_MAX = 10_000;
export const conversionsOfCurrency = definePipelineQuery({
  name: 'conversions-of-currency',
  key: z.tuple([z.string(), z.string(), z.string(), z.number().int().max(CONVERSIONS_LISTED_MAX)]),
  row: z.object({ conversion_id: z.string() }),
  sql: `
    WITH {keys:Array(Tuple(String, String, String, UInt32))}[1] AS wanted
    SELECT conversion_id
    FROM conversion_ledger FINAL
    WHERE (tenant_id, currency, wanted.3, wanted.4) IN {keys:Array(Tuple(String, String, String, UInt32))}
      AND tenant_id = wanted.1 AND conversion_id > wanted.3
    ORDER BY tenant_id, conversion_id
    LIMIT 1 BY conversion_id
    LIMIT wanted.4`,
});
