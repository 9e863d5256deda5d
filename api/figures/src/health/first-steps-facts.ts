// What `first-steps-rules.ts` of the schemas judges: whether something has come at all, and when first. Asked only until it has.
import { defineQuery } from '@tracker/infra/clickhouse/define-query';
import { Count } from '@tracker/infra/clickhouse/row-types';
import { COUNTED } from '@tracker/infra/clickhouse/tables/conversions';
import type { Database } from '@tracker/infra/postgres/database';
import type { OnboardingStepId } from '@tracker/schemas/contracts/onboarding.contract';
import type { FirstStepsFacts } from '@tracker/schemas/health/first-steps-rules';
import { DAY_MS } from '@tracker/schemas/primitives/durations';
import type { Transaction } from 'kysely';
import { z } from 'zod';
import { ACCEPTED_DELIVERY, REAL_CLICK, REAL_VIEW, REFUSED_DELIVERY } from '../columns.ts';
import { HOST_OF_URL, namesOfSites, ON_OWN_SITE, readOwnSites } from '../own-sites.ts';
import { RAW_MACRO_IN_URL } from '../raw-macros.ts';
import type { FigureStores, Tenant } from '../tenant.ts';

const params = z.object({ fromMs: z.number().int() });
const FROM = 'fromUnixTimestamp64Milli({fromMs:Int64})';

/** `found`: how many; `first_ms`: the first of them, Unix milliseconds, meaningless when there is none. */
const firstOf = (condition: string, time = 'ts') =>
  `countIf(${condition}) AS found, toUnixTimestamp64Milli(minIf(${time}, ${condition})) AS first_ms`;
const first = { found: Count, first_ms: Count };

/** The networks from which most of them came. */
const networksOf = (condition: string) => `topKIf(3)(ip_address, ip_address != '' AND ${condition})`;

/** The mark of the test page: a checkout's own test has another, and proves that the checkout knows the address. */
const SENT_FROM_HERE = `(is_test = 1 AND JSONHas(body, 'is_test'))`;
const TEST = `${ACCEPTED_DELIVERY} AND ${SENT_FROM_HERE}`;

/** Deliveries with the right key and secret, apart from them tests; and those that were refused or not understood. */
const firstDelivery = defineQuery({
  name: 'onboarding-first-delivery',
  params,
  row: z.object({
    ...first,
    ...{ tests: Count, first_test_ms: Count, tested: z.array(z.string()), refused: Count },
  }),
  sql: `
    SELECT ${firstOf(`${ACCEPTED_DELIVERY} AND NOT ${SENT_FROM_HERE}`, 'received_at')},
      countIf(${TEST}) AS tests, toUnixTimestamp64Milli(minIf(received_at, ${TEST})) AS first_test_ms,
      topKIf(1)(provider, ${TEST}) AS tested,
      countIf(${REFUSED_DELIVERY}) AS refused
    FROM webhook_deliveries FINAL
    WHERE tenant_id = {tenantId:String} AND received_at >= ${FROM}`,
});

const OWN_VIEW = `${REAL_VIEW} AND ${ON_OWN_SITE}`;

/** Views on the tenant's own sites; of all others only the host that most of them name. */
const firstView = defineQuery({
  name: 'onboarding-first-view',
  params: params.extend({ sites: z.array(z.string()) }),
  row: z.object({
    ...first,
    ...{ raw: Count, raw_networks: z.array(z.string()), unknown_hosts: z.array(z.string()), robots: Count },
  }),
  sql: `
    SELECT ${firstOf(OWN_VIEW)}, countIf(${OWN_VIEW} AND ${RAW_MACRO_IN_URL}) AS raw,
      ${networksOf(`${OWN_VIEW} AND ${RAW_MACRO_IN_URL}`)} AS raw_networks,
      topKIf(1)(${HOST_OF_URL}, url != '' AND ${REAL_VIEW} AND NOT ${ON_OWN_SITE}) AS unknown_hosts,
      countIf(NOT ${REAL_VIEW}) AS robots
    FROM page_views FINAL
    WHERE tenant_id = {tenantId:String} AND ts >= ${FROM}`,
});

const CLICK_OF_AD = `${REAL_CLICK} AND ad_id != ''`;

/** Clicks that say from which ad they come; `seen_again`: on a page of the tenant's own sites. */
const firstClickOfAd = defineQuery({
  name: 'onboarding-first-click-of-ad',
  params: params.extend({ sites: z.array(z.string()) }),
  row: z.object({
    ...first,
    ...{ networks_of_ads: Count, seen_again: Count },
    ...{ clicks: Count, raw: Count, networks: z.array(z.string()), raw_networks: z.array(z.string()), robots: Count },
  }),
  sql: `
    SELECT ${firstOf(CLICK_OF_AD)}, countIf(${REAL_CLICK}) AS clicks,
      uniqExactIf(ip_address, ${CLICK_OF_AD}) AS networks_of_ads,
      countIf(${CLICK_OF_AD} AND click_id IN (
        SELECT click_id FROM page_views FINAL
        WHERE tenant_id = {tenantId:String} AND ts >= ${FROM} AND click_id != '' AND ${OWN_VIEW}
      )) AS seen_again,
      countIf(${REAL_CLICK} AND has_raw_macro = 1) AS raw, ${networksOf(REAL_CLICK)} AS networks,
      ${networksOf(`${REAL_CLICK} AND has_raw_macro = 1`)} AS raw_networks, countIf(is_bot = 1) AS robots
    FROM clicks FINAL
    WHERE tenant_id = {tenantId:String} AND ts >= ${FROM}`,
});

/**
 * Verified conversions that count and have a click: without a key anybody can make one up, also of a tenant that sells that way alone. What was
 * imported from a file says nothing about the tracking.
 */
const firstTrackedConversion = defineQuery({
  name: 'onboarding-first-tracked-conversion',
  params,
  row: z.object({ ...first, direct: Count }),
  sql: `
    SELECT ${firstOf(`click_id != ''`)}, countIf(click_id = '') AS direct
    FROM conversions FINAL
    WHERE tenant_id = {tenantId:String} AND ts >= ${FROM} AND ${COUNTED} AND verified = 1 AND is_imported = 0`,
});

/** A person who sets up looks at the dashboard in the same week. It bounds what a tenant costs that never fills in a macro. */
const TRAFFIC_DAYS = 7;
/** Conversions and deliveries are few. */
const CONVERSION_DAYS = 90;

export async function readFirstStepsFacts(
  { clickhouse, postgres }: FigureStores,
  { tenantId }: Tenant,
  nowMs: number,
): Promise<FirstStepsFacts> {
  const { known, sites, spend } = await postgres.withTenant(tenantId, async (trx) => {
    const { onboarding } = await trx.selectFrom('tenants').select('onboarding').executeTakeFirstOrThrow();
    return {
      known: onboarding,
      sites: namesOfSites(await readOwnSites(trx)),
      spend: onboarding.spend ? null : await readFirstSpend(trx),
    };
  });
  const isOpen = (...ids: OnboardingStepId[]) => ids.some((id) => known[id] === undefined);
  /** From the beginning of a day (UTC): an answer is kept for the same parameters. */
  const daysAgo = (days: number) => ({ fromMs: Math.floor(nowMs / DAY_MS - days) * DAY_MS });
  const [[delivery], [view], [click], [conversion]] = await Promise.all([
    isOpen('checkout') ? firstDelivery.run(clickhouse, tenantId, daysAgo(CONVERSION_DAYS)) : [],
    isOpen('script', 'ad-link') ? firstView.run(clickhouse, tenantId, { ...daysAgo(TRAFFIC_DAYS), sites }) : [],
    isOpen('script', 'ad-link') ? firstClickOfAd.run(clickhouse, tenantId, { ...daysAgo(TRAFFIC_DAYS), sites }) : [],
    isOpen('first-sale') ? firstTrackedConversion.run(clickhouse, tenantId, daysAgo(CONVERSION_DAYS)) : [],
  ]);
  return {
    ...{ nowMs, known, spend },
    deliveries: delivery
      ? {
          ...firstIn(delivery),
          tests: { found: delivery.tests, firstMs: delivery.first_test_ms, checkout: delivery.tested[0] ?? '' },
          refused: delivery.refused,
        }
      : null,
    views: view
      ? {
          ...firstIn(view),
          ...{ raw: view.raw, rawNetworks: view.raw_networks },
          ...{ unknownHost: view.unknown_hosts[0] ?? null, ofRobots: view.robots },
        }
      : null,
    clicks: click
      ? {
          ...firstIn(click),
          ...{ networksOfAds: click.networks_of_ads, seenAgain: click.seen_again },
          ...{ clicks: click.clicks, networks: click.networks, ofRobots: click.robots },
          ...{ raw: click.raw, rawNetworks: click.raw_networks },
        }
      : null,
    conversions: conversion ? { ...firstIn(conversion), direct: conversion.direct } : null,
  };
}

const firstIn = ({ found, first_ms }: { readonly found: number; readonly first_ms: number }) => ({
  found,
  firstMs: first_ms,
});

async function readFirstSpend(trx: Transaction<Database>): Promise<FirstStepsFacts['spend']> {
  const link = await trx
    .selectFrom('ad_platform_campaign_links')
    .select(({ fn }) => fn.min('linked_at').as('at'))
    .executeTakeFirst();
  const entry = await trx
    .selectFrom('spend_entries')
    .select(({ fn }) => fn.min('changed_at').as('at'))
    .where('amount', 'is not', null)
    .executeTakeFirst();
  const connections = await trx.selectFrom('ad_platform_connections').select(['ended_at', 'expires_at']).execute();
  const firsts = [link?.at, entry?.at].flatMap((at) => (at ? [new Date(at).getTime()] : []));
  return {
    ...{ found: firsts.length, firstMs: Math.min(...firsts) },
    connections: connections.map(({ ended_at, expires_at }) => ({
      endedMs: ended_at?.getTime() ?? null,
      expiresMs: expires_at?.getTime() ?? null,
    })),
  };
}
