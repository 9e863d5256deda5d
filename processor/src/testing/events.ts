import type { LogRecord } from '@tracker/infra/event-log/event-log';
import { conversionIdOf, deliveryIdOf, unverifiedDeliveryIdOf } from '@tracker/infra/identity/conversion-id';
import { openedCheckoutId } from '@tracker/infra/identity/opened-checkout-id';
import { scriptNoticeId } from '@tracker/infra/identity/script-notice-id';
import { uuidV7 } from '@tracker/infra/identity/uuid-v7';
import type { AdSpendEvent, AdSpendOfAd } from '@tracker/schemas/events/ad-spend';
import { type ClickEvent, type ClickTags, NO_TAGS } from '@tracker/schemas/events/click';
import type { ClickIdentityEvent } from '@tracker/schemas/events/click-identity';
import type { ConversionEvent } from '@tracker/schemas/events/conversion';
import type { ConversionAssignmentEvent } from '@tracker/schemas/events/conversion-assignment';
import type { OpenedCheckoutEvent } from '@tracker/schemas/events/opened-checkout';
import type { PageViewEvent } from '@tracker/schemas/events/page-view';
import type { RatesChangedEvent } from '@tracker/schemas/events/rates-changed';
import type { ScriptNoticeEvent, ScriptProblem } from '@tracker/schemas/events/script-notice';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import type { UnverifiedRulesChangedEvent } from '@tracker/schemas/events/unverified-rules-changed';
import type { ClickId } from '@tracker/schemas/primitives/click-id';
import type { CampaignId, TenantId, ViewId } from '@tracker/schemas/primitives/ids';
import { BRL, type Currency, type Money } from '@tracker/schemas/primitives/money';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { instantFromMs } from '@tracker/schemas/primitives/time';

/** Events as ingest writes them, with short builders: `click(tenant, { sub1: 'ad-1' })`. */

export interface EventOwner {
  readonly tenantId: TenantId;
  readonly campaignId: CampaignId;
}

export const NOON = Date.UTC(2026, 10, 20, 15);
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

export const clickIdOf = (owner: EventOwner, atMs: number, number = 0): ClickId =>
  `mc_${owner.campaignId}_${atMs}${String(number).padStart(6, '0')}` as ClickId;

export function click(
  owner: EventOwner,
  change: Partial<ClickTags> & {
    clickId?: ClickId;
    atMs?: number;
    userAgent?: string;
    ipAddress?: string;
    referrer?: string;
  } = {},
): ClickEvent {
  const { atMs = NOON, clickId = clickIdOf(owner, atMs), userAgent = CHROME, referrer = '', ...others } = change;
  const { ipAddress = '177.71.128.9', ...tags } = others;
  return {
    id: clickId,
    type: 'click',
    schemaVersion: 1,
    tenantId: owner.tenantId,
    campaignId: owner.campaignId,
    occurredAt: instantFromMs(atMs),
    receivedAt: instantFromMs(atMs),
    payload: {
      clickId,
      request: { userAgent, ipAddress, referrer, place: null },
      tags: { ...NO_TAGS, ...tags },
      isPrefetch: false,
    },
  };
}

/** The same time and number give the same page view. */
export function pageView(owner: EventOwner, { atMs = NOON, number = 0 } = {}): PageViewEvent {
  const hex = atMs.toString(16).padStart(12, '0');
  const viewId = `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${String(number).padStart(12, '0')}` as ViewId;
  return {
    id: viewId,
    type: 'page-view',
    schemaVersion: 1,
    tenantId: owner.tenantId,
    campaignId: owner.campaignId,
    occurredAt: instantFromMs(atMs),
    receivedAt: instantFromMs(atMs),
    payload: {
      viewId,
      clickId: clickIdOf(owner, atMs),
      url: 'https://example.com/',
      title: '',
      request: { userAgent: CHROME, ipAddress: '177.71.128.9', referrer: '', place: null },
    },
  };
}

export function delivery(owner: EventOwner, body: Record<string, unknown>, receivedAtMs = NOON): ConversionEvent {
  const text = JSON.stringify(body);
  return {
    id: deliveryIdOf(owner.tenantId, 'generic', text),
    type: 'conversion',
    schemaVersion: 1,
    tenantId: owner.tenantId,
    campaignId: null,
    occurredAt: instantFromMs(receivedAtMs),
    receivedAt: instantFromMs(receivedAtMs),
    payload: { provider: 'generic', body: text, verified: true },
  };
}

/** The same as ingest takes it in without a key: only its click names the tenant. */
export function keyless(
  owner: EventOwner,
  body: Record<string, unknown>,
  receivedAtMs = NOON,
  network?: string,
): ConversionEvent {
  const event = delivery(owner, body, receivedAtMs);
  const payload = { ...event.payload, verified: false, ...(network !== undefined && { network }) };
  return { ...event, id: unverifiedDeliveryIdOf(event.id), payload };
}

/** A person assigns the conversion of this transaction to their campaign; the same arguments give the same event. */
export function assignment(
  { tenantId, campaignId: ownCampaignId }: EventOwner,
  transactionId: string,
  { campaignId = ownCampaignId, channel = '' }: { campaignId?: CampaignId | null; channel?: string } = {},
  atMs = NOON,
): ConversionAssignmentEvent {
  return {
    id: `assignment ${transactionId} ${atMs} ${campaignId ?? ''} ${channel}`,
    type: 'conversion-assignment',
    schemaVersion: 1,
    tenantId,
    campaignId,
    occurredAt: instantFromMs(atMs),
    receivedAt: instantFromMs(atMs),
    payload: {
      conversionId: conversionIdOf(JSON.stringify([tenantId, 'generic', 'transaction', transactionId])),
      channel,
    },
  };
}

export const rulesChanged = ({ tenantId }: EventOwner, fromMs: number): UnverifiedRulesChangedEvent => ({
  id: uuidV7(fromMs),
  type: 'unverified-rules-changed',
  schemaVersion: 1,
  tenantId,
  campaignId: null,
  occurredAt: instantFromMs(fromMs),
  receivedAt: instantFromMs(fromMs),
  payload: { from: instantFromMs(fromMs) },
});

export const ratesChanged = ({ tenantId }: EventOwner, currency: string): RatesChangedEvent => ({
  id: `rates ${currency}`,
  type: 'rates-changed',
  schemaVersion: 1,
  tenantId,
  campaignId: null,
  occurredAt: instantFromMs(NOON),
  receivedAt: instantFromMs(NOON),
  payload: { currency: currency as Currency },
});

/** Pixel ids that a page reports after its click. */
export const identification = (
  { tenantId, campaignId, payload }: ClickEvent,
  ids: { fbp?: string; fbc?: string; ttp?: string; prev?: ClickId },
  atMs = NOON,
): ClickIdentityEvent => ({
  id: uuidV7(atMs),
  type: 'click-identity',
  schemaVersion: 1,
  tenantId,
  campaignId,
  occurredAt: instantFromMs(atMs),
  receivedAt: instantFromMs(atMs),
  payload: { clickId: payload.clickId, fbp: '', fbc: '', ...ids },
});

export const openedCheckout = (
  { tenantId, campaignId, payload }: ClickEvent,
  url: string,
  atMs = NOON,
): OpenedCheckoutEvent => ({
  id: openedCheckoutId(payload.clickId, url, atMs - NOON),
  type: 'checkout',
  schemaVersion: 1,
  tenantId,
  campaignId,
  occurredAt: instantFromMs(atMs),
  receivedAt: instantFromMs(atMs),
  payload: { clickId: payload.clickId, url },
});

export function scriptNotice(
  { tenantId, campaignId, payload: { clickId } }: ClickEvent,
  problem: ScriptProblem,
  url: string,
  atMs = NOON,
): ScriptNoticeEvent {
  const payload = { clickId, problem, url };
  return {
    id: scriptNoticeId(payload, { campaignId: String(campaignId), nowMs: atMs, sinceClickMs: atMs - NOON }),
    type: 'script-notice',
    schemaVersion: 1,
    tenantId,
    campaignId,
    occurredAt: instantFromMs(atMs),
    receivedAt: instantFromMs(atMs),
    payload,
  };
}

export function adSpend(
  owner: EventOwner,
  day: TenantDay,
  spend: Money,
  receivedAtMs = NOON,
  ads: readonly AdSpendOfAd[] = [],
): AdSpendEvent {
  return {
    id: `spend ${owner.campaignId} ${day} ${receivedAtMs}`,
    type: 'ad-spend',
    schemaVersion: 1,
    tenantId: owner.tenantId,
    campaignId: owner.campaignId,
    occurredAt: instantFromMs(receivedAtMs),
    receivedAt: instantFromMs(receivedAtMs),
    payload: {
      day,
      source: 'facebook',
      kind: 'reported',
      currency: BRL,
      spend,
      impressions: 100,
      clicks: 10,
      ads: [...ads],
      hours: [],
    },
  };
}

export const spendOfAd = (adId: string, spend: string, change: Partial<AdSpendOfAd> = {}): AdSpendOfAd => ({
  adId,
  adName: `Anúncio ${adId}`,
  adsetId: 'set-1',
  adsetName: 'Conjunto 1',
  spend: spend as Money,
  impressions: 50,
  clicks: 5,
  ...change,
});

let nextPosition = 0n;

/** A record of the log with this event, or with these bytes. */
export function record(value: object | string): LogRecord {
  nextPosition += 1n;
  return {
    topic: EVENTS_TOPIC,
    partition: 0,
    position: nextPosition,
    key: 'key',
    value: Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)),
    appendedAt: new Date(NOON),
  };
}
