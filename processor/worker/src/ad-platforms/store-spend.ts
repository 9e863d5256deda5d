import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { rememberCurrencies } from '@tracker/infra/conversions/spend-currencies';
import type { EventLog } from '@tracker/infra/event-log/event-log';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { AdSpendEvent } from '@tracker/schemas/events/ad-spend';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { BRL } from '@tracker/schemas/primitives/money';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import type { DaySpend } from './day-spend.ts';
import type { Link } from './links.ts';
import { spendHeldElsewhere, spendReceived } from './queries.ts';
import { readStored } from './read-stored.ts';
import { readVersions } from './read-versions.ts';
import { type SpendPlace, sourceOf, toEmptiedEvent, toSpendEvent } from './spend-events.ts';

export interface SpendOfLink {
  readonly link: Link;
  readonly days: readonly DaySpend[];
  /** Of which a zero that may be stored is not believed. */
  readonly unknown?: readonly TenantDay[];
}

export interface StoreOptions {
  readonly nowMs: number;
  /** When the platform was asked. */
  readonly readAtMs: number;
  readonly tenantZone: TimeZone;
  /**
   * Leave out the days that are stored as they came: most of what a run in the day brings is known. The first report of a day that is
   * over is news.
   */
  readonly onlyChanges?: boolean;
}

/** Links of one query: their days with all their ads are far from what a statement may give. */
const LINKS_A_QUERY = 200;

/**
 * Appends the spend of the days of links as events that replace the earlier ones of these days; idempotent. When a link was moved, its
 * days in the campaign before are set to zero, so that nothing is counted twice; days outside the window stay where they are.
 */
export async function storeSpend(
  deps: { readonly log: EventLog; readonly clickhouse: ClickHouse; readonly postgres: Postgres },
  tenantId: TenantId,
  spends: readonly SpendOfLink[],
  options: StoreOptions,
): Promise<void> {
  const currencies = spends.map(({ link }) => link.currency);
  if (currencies.some((currency) => currency !== BRL)) {
    await deps.postgres.withTenant(tenantId, (trx) => rememberCurrencies(trx, tenantId, currencies));
  }
  for (let start = 0; start < spends.length; start += LINKS_A_QUERY) {
    await storeSome(deps, tenantId, spends.slice(start, start + LINKS_A_QUERY), options);
  }
}

/** Whether a day of these costs another sum than is stored, or is read for the first time since it was over. */
export async function hasNews(
  { clickhouse }: { readonly clickhouse: ClickHouse },
  tenantId: TenantId,
  spends: readonly SpendOfLink[],
  { readAtMs, tenantZone }: Pick<StoreOptions, 'readAtMs' | 'tenantZone'>,
): Promise<boolean> {
  for (let start = 0; start < spends.length; start += LINKS_A_QUERY) {
    const { places, asked } = placesOf(tenantId, spends.slice(start, start + LINKS_A_QUERY), tenantZone);
    if (!asked) continue;
    const { isSameSum } = await readStored(clickhouse, tenantId, asked);
    const { isFirstWhole } = await readVersions(clickhouse, tenantId, asked, readAtMs);
    for (const { place, days } of places) {
      if (days.some((day) => !isSameSum(place, day) || isFirstWhole(place, day))) return true;
    }
  }
  return false;
}

/** Where the days of links are stored, and what is asked about them; undefined: they have none. */
function placesOf(tenantId: TenantId, spends: readonly SpendOfLink[], tenantZone: TimeZone) {
  const sorted = spends.flatMap(({ days, unknown = [] }) => [...days.map(({ day }) => day), ...unknown]).sort();
  const [since] = sorted;
  const until = sorted.at(-1);
  const places = spends.map(({ link, days, unknown = [] }) => {
    const source = sourceOf(link.platform, link.platformCampaignId);
    const { campaignId, currency, adAccountId: accountId } = link;
    const zone = link.dayBasis === 'company' ? tenantZone : link.timeZone;
    const place: SpendPlace = { tenantId, campaignId, source, currency, accountId, zone };
    return { place, days, unknown };
  });
  const sources = places.map(({ place }) => place.source);
  const campaigns = places.map(({ place }) => place.campaignId);
  return { places, asked: since && until ? { sources, campaigns, since, until } : undefined };
}

async function storeSome(
  deps: { readonly log: EventLog; readonly clickhouse: ClickHouse },
  tenantId: TenantId,
  spends: readonly SpendOfLink[],
  { nowMs, readAtMs, tenantZone, onlyChanges = false }: StoreOptions,
): Promise<void> {
  const { places, asked } = placesOf(tenantId, spends, tenantZone);
  if (!asked) return;
  // Rows of a sync while the clock was ahead would win over this one: a later sync is received later.
  const { sources, since, until } = asked;
  const [newest] = await spendReceived.run(deps.clickhouse, tenantId, { sources, since, until });
  const receivedAtMs = Math.max(nowMs, (newest?.receivedMs ?? 0) + 1);
  const held = await spendHeldElsewhere.run(deps.clickhouse, tenantId, asked);
  const { isUnchanged, withHours } = await readStored(deps.clickhouse, tenantId, asked);
  const versions = await readVersions(deps.clickhouse, tenantId, asked, readAtMs);
  const events = places.flatMap(({ place, days, unknown }) => {
    const own = new Set(days.map(({ day }) => day));
    const whole = days.map((day) => withHours(place, day));
    return [
      ...whole
        .filter((day) => !onlyChanges || !isUnchanged(place, day) || versions.isFirstWhole(place, day))
        .map((day) => toSpendEvent(place, day, versions.reportOf(place, day), receivedAtMs)),
      // The day is unknown again, as one that was not read since it was over.
      ...unknown.flatMap((day) => {
        const report = versions.reportOfDoubted(place, day);
        return report ? [toEmptiedEvent(place, day, report, receivedAtMs)] : [];
      }),
      ...held
        .filter(({ source, day }) => source === place.source && own.has(day))
        .map(({ campaign: campaignId, currency, day }) =>
          toEmptiedEvent({ ...place, campaignId, currency }, day, versions.reportOfEmptied(place, day), receivedAtMs),
        ),
    ];
  });
  if (events.length > 0) await append(deps.log, events);
}

/** By campaign, as all events without a click. */
const append = (log: EventLog, events: readonly AdSpendEvent[]) =>
  log.append(
    EVENTS_TOPIC,
    events.map((event) => ({ key: event.campaignId ?? event.tenantId, value: JSON.stringify(event) })),
  );
