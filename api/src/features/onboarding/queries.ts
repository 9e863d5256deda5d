// Whether something has come at all, and when first. Asked only until it has: see the service.
import { defineQuery } from '@tracker/infra/clickhouse/define-query';
import { Count } from '@tracker/infra/clickhouse/row-types';
import { COUNTED } from '@tracker/infra/clickhouse/tables/conversions';
import { z } from 'zod';
import { REAL_CLICK, REAL_VIEW } from '../../figures/columns.ts';
import { RAW_MACRO_IN_URL } from '../../figures/raw-macros.ts';

const params = z.object({ fromMs: z.number().int() });
const FROM = 'fromUnixTimestamp64Milli({fromMs:Int64})';

/** `found`: how many; `first_ms`: the first of them, Unix milliseconds, meaningless when there is none. */
const firstOf = (condition: string, time = 'ts') =>
  `countIf(${condition}) AS found, toUnixTimestamp64Milli(minIf(${time}, ${condition})) AS first_ms`;
const first = { found: Count, first_ms: Count };

/** Deliveries with the right key and secret, also tests; and those that were refused or not understood. */
export const firstDelivery = defineQuery({
  name: 'onboarding-first-delivery',
  params,
  row: z.object({ ...first, refused: Count }),
  sql: `
    SELECT ${firstOf(`verdict IN ('processed', 'ignored') AND verified = 1`, 'received_at')},
      countIf(verdict IN ('rejected', 'dead-letter')) AS refused
    FROM webhook_deliveries FINAL
    WHERE tenant_id = {tenantId:String} AND received_at >= ${FROM}`,
});

export const firstView = defineQuery({
  name: 'onboarding-first-view',
  params,
  row: z.object({ ...first, raw: Count }),
  sql: `
    SELECT ${firstOf('1')}, countIf(${RAW_MACRO_IN_URL}) AS raw
    FROM page_views FINAL
    WHERE tenant_id = {tenantId:String} AND ts >= ${FROM} AND ${REAL_VIEW}`,
});

/** Clicks that say from which ad they come. */
export const firstClickOfAd = defineQuery({
  name: 'onboarding-first-click-of-ad',
  params,
  row: z.object({ ...first, clicks: Count, raw: Count }),
  sql: `
    SELECT ${firstOf(`ad_id != ''`)}, count() AS clicks, countIf(has_raw_macro = 1) AS raw
    FROM clicks FINAL
    WHERE tenant_id = {tenantId:String} AND ts >= ${FROM} AND ${REAL_CLICK}`,
});

/** Conversions that count and have a click. What was imported from a file says nothing about the tracking. */
export const firstTrackedConversion = defineQuery({
  name: 'onboarding-first-tracked-conversion',
  params,
  row: z.object({ ...first, direct: Count }),
  sql: `
    SELECT ${firstOf(`click_id != ''`)}, countIf(click_id = '') AS direct
    FROM conversions FINAL
    WHERE tenant_id = {tenantId:String} AND ts >= ${FROM} AND ${COUNTED} AND is_imported = 0`,
});
