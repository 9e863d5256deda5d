// Which days of a link have been read, and which are missing. A day that no run has read is unknown, never zero.
import type { DayBasis } from '@tracker/schemas/contracts/ad-platforms.contract';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { addDays, dayOf, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database } from '../postgres/database.ts';
import type { DayWindow } from './ad-platform.ts';

/** A platform corrects a day until it is this many days old; the run of each night reads as many and today. */
export const SETTLED_AFTER_DAYS = 27;
/** A link whose missing days did not come is asked again after so long, and after twice as long each further time. */
const TRY_AGAIN_MS = 3_600_000;
/** At least four times a day. */
const TRY_AGAIN_MAX_MS = 6 * 3_600_000;

/** From the first to the last day that is missing, and today where yesterday is; days between them may be there. */
export interface SpendGap extends DayWindow {
  readonly platform: string;
  readonly platformCampaignId: string;
  /** That are missing or were read before the platform had settled them. */
  readonly days: number;
  /** Refused a moment ago. */
  readonly isTriedLately: boolean;
}

export interface ReadOptions {
  readonly nowMs: number;
  readonly tenantZone: TimeZone;
}

interface DaysOf {
  readonly day_basis: DayBasis;
  readonly time_zone: string;
}

/** In whose midnight the days of a link are cut. */
const zoneOf = ({ day_basis: basis, time_zone: zone }: DaysOf, tenantZone: TimeZone): TimeZone =>
  basis === 'company' ? tenantZone : (zone as TimeZone);

/** What the links of a tenant lack of the days that it wants. Inside `withTenant`. @param platform null: of all */
export async function readGaps(
  trx: Transaction<Database>,
  { tenantId, platform }: { readonly tenantId: TenantId; readonly platform: string | null },
  nowMs: number,
): Promise<SpendGap[]> {
  const { spend_history_days: wantedDays, time_zone } = await trx
    .selectFrom('tenants')
    .select(['spend_history_days', 'time_zone'])
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
  const all = trx
    .selectFrom('ad_platform_campaign_links')
    .select(['platform', 'platform_campaign_id', 'day_basis', 'time_zone']);
  const links = await (platform === null ? all : all.where('platform', '=', platform)).execute();
  const wanted = links.map((link) => {
    const today = dayOf(nowMs, zoneOf(link, time_zone as TimeZone));
    const [since, settled] = [wantedDays, Math.min(wantedDays, SETTLED_AFTER_DAYS + 1)].map((days) =>
      addDays(today, 1 - days),
    );
    return { platform: link.platform, id: link.platform_campaign_id, since, settled, today };
  });
  const { rows } = await sql<{
    platform: string;
    id: string;
    since: TenantDay;
    until: TenantDay;
    days: number;
    tried: boolean;
  }>`
    SELECT l.platform, l.platform_campaign_id AS id, lower(g.gap)::text AS since,
      (CASE WHEN upper(g.gap) = w.today THEN w.today ELSE upper(g.gap) - 1 END)::text AS until,
      (SELECT sum(upper(r) - lower(r))::integer FROM unnest(g.gap) r) AS days, coalesce(l.gaps_tried_at > ${new Date(nowMs)}::timestamptz
        - least(${TRY_AGAIN_MAX_MS}, ${TRY_AGAIN_MS} * 2 ^ (l.gaps_tries - 1)) * interval '1 millisecond', false) AS tried
    FROM ad_platform_campaign_links l
    JOIN json_to_recordset(${JSON.stringify(wanted)}::text::json) AS w (platform text, id text, since date, settled date, today date)
      ON w.platform = l.platform AND w.id = l.platform_campaign_id,
    LATERAL (SELECT (datemultirange(daterange(w.since, w.settled, '[)')) - l.days_settled)
      + (datemultirange(daterange(w.settled, w.today, '[)')) - l.days_read) AS gap) g
    WHERE NOT isempty(g.gap)`.execute(trx);
  return rows.map(({ platform: of, id, since, until, days, tried: isTriedLately }) => ({
    ...{ platform: of, platformCampaignId: id, since, until, days, isTriedLately },
  }));
}

/** Days that a run asked for. */
export interface AskedDays {
  readonly read: readonly TenantDay[];
  /** That the platform did not say, though its account spent something: unknown again where they were known. */
  readonly unread: readonly TenantDay[];
}

/** What a run that asked at `readAtMs` has read of these days, as columns of the link. Today is never whole: `read_at` says how much of it is known. */
export function readDays(
  link: DaysOf,
  { read, unread }: AskedDays,
  { nowMs: readAtMs, tenantZone }: ReadOptions,
): { days_read: RawBuilder<string>; days_settled: RawBuilder<string>; read_at?: Date } {
  const today = dayOf(readAtMs, zoneOf(link, tenantZone));
  const upTo = (last: TenantDay) => setOf(read.filter((day) => day <= last));
  return {
    days_read: sql<string>`days_read + ${upTo(addDays(today, -1))} - ${setOf(unread)}`,
    days_settled: sql<string>`days_settled + ${upTo(addDays(today, -SETTLED_AFTER_DAYS))} - ${setOf(unread)}`,
    ...(read.some((day) => day >= today) && { read_at: new Date(readAtMs) }),
  };
}

/** As a `datemultirange`, which joins days that follow one another. */
const setOf = (days: readonly TenantDay[]) =>
  sql`${`{${days.map((day) => `[${day},${addDays(day, 1)})`).join(',')}}`}::text::datemultirange`;

/** Days of a campaign whose spend of a source no run has read, one after the other. */
export interface UnknownDays {
  readonly campaignId: string;
  /** As in `ad_spend`. */
  readonly source: string;
  readonly since: TenantDay;
  readonly days: number;
}

/** Of the links of a tenant, in these days up to today. Inside `withTenant`. */
export async function readUnknownDays(
  trx: Transaction<Database>,
  { first, last }: { readonly first: TenantDay; readonly last: TenantDay },
  { nowMs, tenantZone }: ReadOptions,
): Promise<UnknownDays[]> {
  const links = await trx
    .selectFrom('ad_platform_campaign_links')
    .select(['platform', 'platform_campaign_id', 'day_basis', 'time_zone', 'read_at'])
    .execute();
  if (links.length === 0) return [];
  const asked = links.map((link) => {
    const zone = zoneOf(link, tenantZone);
    const today = dayOf(nowMs, zone);
    const isTodayRead = link.read_at !== null && dayOf(link.read_at.getTime(), zone) === today;
    const until = isTodayRead ? addDays(today, -1) : today;
    return { platform: link.platform, id: link.platform_campaign_id, until: last < until ? last : until };
  });
  const { rows } = await sql<UnknownDays>`
    SELECT l.campaign_id AS "campaignId", l.platform || '/' || l.platform_campaign_id AS source,
      lower(r)::text AS since, upper(r) - lower(r) AS days
    FROM ad_platform_campaign_links l
    JOIN json_to_recordset(${JSON.stringify(asked)}::text::json) AS w (platform text, id text, until date)
      ON w.platform = l.platform AND w.id = l.platform_campaign_id,
    unnest(datemultirange(daterange(${first}, greatest(w.until + 1, ${first}::date), '[)')) - l.days_read) AS r
    ORDER BY source, since`.execute(trx);
  return rows;
}
