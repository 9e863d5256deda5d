import { newEvent } from '@tracker/infra/identity/new-event';
import type { AdSpendEvent, SpendReport } from '@tracker/schemas/events/ad-spend';
import type { CampaignId, TenantId } from '@tracker/schemas/primitives/ids';
import { type Currency, ZERO } from '@tracker/schemas/primitives/money';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import type { DaySpend } from './day-spend.ts';

/** Each campaign of a platform is a source of its own, so that several that are linked to one campaign add up. */
export const sourceOf = (platform: string, platformCampaignId: string): string => `${platform}/${platformCampaignId}`;

export interface SpendPlace {
  readonly tenantId: TenantId;
  readonly campaignId: CampaignId;
  readonly source: string;
  readonly currency: Currency;
  readonly accountId: string;
  /** In which its days are cut. */
  readonly zone: TimeZone;
}

/** The whole row of a day, which replaces that of an earlier sync. */
export const toSpendEvent = (
  place: SpendPlace,
  { day, spend, impressions, clicks, ads, hours = [], results }: DaySpend,
  report: SpendReport,
  nowMs: number,
): AdSpendEvent =>
  event(place, nowMs, {
    ...{ day, spend, impressions, clicks, ads: [...ads], hours: [...hours], report },
    ...(results && { results: [...results] }),
  });

/** The spend of the day belongs to another campaign now. */
export const toEmptiedEvent = (place: SpendPlace, day: TenantDay, report: SpendReport, nowMs: number): AdSpendEvent =>
  event(place, nowMs, { day, spend: ZERO, impressions: 0, clicks: 0, ads: [], hours: [], results: [], report });

const event = (
  { tenantId, campaignId, source, currency }: SpendPlace,
  nowMs: number,
  day: Omit<AdSpendEvent['payload'], 'source' | 'kind' | 'currency'>,
): AdSpendEvent =>
  newEvent({ type: 'ad-spend', tenantId, campaignId, payload: { source, kind: 'reported', currency, ...day } }, nowMs);
