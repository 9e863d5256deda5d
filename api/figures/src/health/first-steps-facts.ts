// Whether something has come at all, and when first. Asked only until it has: see the service.

import { defineQuery } from '@tracker/infra/clickhouse/define-query';
import { Count } from '@tracker/infra/clickhouse/row-types';
import { COUNTED } from '@tracker/infra/clickhouse/tables/conversions';
import { z } from 'zod';
import { ACCEPTED_DELIVERY, REAL_CLICK, REAL_VIEW, REFUSED_DELIVERY } from '../columns.ts';
import { HOST_OF_URL, ON_OWN_SITE } from '../own-sites.ts';
import { RAW_MACRO_IN_URL } from '../raw-macros.ts';

const params = z.object({ fromMs: z.number().int() });
const FROM = 'fromUnixTimestamp64Milli({fromMs:Int64})';

/** `found`: how many; `first_ms`: the first of them, Unix milliseconds, meaningless when there is none. */
const firstOf = (condition: string, time = 'ts') =>
  `countIf(${condition}) AS found, toUnixTimestamp64Milli(minIf(${time}, ${condition})) AS first_ms`;
const first = { found: Count, first_ms: Count };

/** The networks from which most of them came. */
const networksOf = (condition: string) => `topKIf(3)(ip_address, ip_address != '' AND ${condition})`;

/** Deliveries with the right key and secret, also tests; and those that were refused or not understood. */
export const firstDelivery = defineQuery({
  name: 'onboarding-first-delivery',
  params,
  row: z.object({ ...first, refused: Count }),
  sql: `
    SELECT ${firstOf(ACCEPTED_DELIVERY, 'received_at')},
      countIf(${REFUSED_DELIVERY}) AS refused
    FROM webhook_deliveries FINAL
    WHERE tenant_id = {tenantId:String} AND received_at >= ${FROM}`,
});

/** Views on the tenant's own sites; of all others only the host that most of them name. */
export const firstView = defineQuery({
  name: 'onboarding-first-view',
  params: params.extend({ sites: z.array(z.string()) }),
  row: z.object({ ...first, raw: Count, raw_networks: z.array(z.string()), unknown_hosts: z.array(z.string()) }),
  sql: `
    SELECT ${firstOf(ON_OWN_SITE)}, countIf(${ON_OWN_SITE} AND ${RAW_MACRO_IN_URL}) AS raw,
      ${networksOf(`${ON_OWN_SITE} AND ${RAW_MACRO_IN_URL}`)} AS raw_networks,
      topKIf(1)(${HOST_OF_URL}, url != '' AND NOT ${ON_OWN_SITE}) AS unknown_hosts
    FROM page_views FINAL
    WHERE tenant_id = {tenantId:String} AND ts >= ${FROM} AND ${REAL_VIEW}`,
});

/** Clicks that say from which ad they come. */
export const firstClickOfAd = defineQuery({
  name: 'onboarding-first-click-of-ad',
  params,
  row: z.object({
    ...first,
    ...{ clicks: Count, raw: Count, networks: z.array(z.string()), raw_networks: z.array(z.string()) },
  }),
  sql: `
    SELECT ${firstOf(`ad_id != ''`)}, count() AS clicks, countIf(has_raw_macro = 1) AS raw,
      ${networksOf('1')} AS networks, ${networksOf('has_raw_macro = 1')} AS raw_networks
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
