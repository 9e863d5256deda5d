import { deliveryIdOf, hashOf } from '@tracker/infra/identity/conversion-id';
import type { AdSpendEvent } from '@tracker/schemas/events/ad-spend';
import { type ClickEvent, type ClickTags, NO_TAGS } from '@tracker/schemas/events/click';
import type { ConversionEvent } from '@tracker/schemas/events/conversion';
import type { PageViewEvent } from '@tracker/schemas/events/page-view';
import type { RequestFacts } from '@tracker/schemas/events/request-facts';
import type { ClickId } from '@tracker/schemas/primitives/click-id';
import type { CampaignId, TenantId, ViewId } from '@tracker/schemas/primitives/ids';
import { addDays, dayOf, startOfDay, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { instantFromMs, type TimeZone } from '@tracker/schemas/primitives/time';
import {
  CAMPAIGNS,
  type DemoAd,
  type DemoCampaign,
  type DemoSource,
  HOUR_WEIGHTS,
  PLACES,
  pageOf,
  platformCampaignOf,
  productAt,
  USER_AGENTS,
  WEEKDAY_WEIGHTS,
} from './catalogue.ts';
import { createRandom, type Random } from './random.ts';
import { demoSpend, type PaidClick } from './spend.ts';

/**
 * Days of a tenant that sells courses: in 30 days some 30 000 clicks, 900 conversions with refunds, ad spend by day. A pure function
 * of its input, ids included: interrupted seeding runs again, and nothing counts twice.
 */

export interface DemoInput {
  readonly tenantId: TenantId;
  readonly timeZone: TimeZone;
  /** The last moment of the story; nothing happens after it. */
  readonly endMs: number;
  readonly days: number;
  /** The id of each campaign, by its slug in the catalogue. */
  readonly campaignIds: ReadonlyMap<string, CampaignId>;
}

export type DemoEvent = ClickEvent | PageViewEvent | ConversionEvent | AdSpendEvent;

const CLICKS_A_DAY = 1_010;
const MINUTE_MS = 60_000;
const SEED = 20_260_101;

export function* demoEvents(input: DemoInput): Generator<DemoEvent> {
  const random = createRandom(SEED);
  const lastDay = dayOf(input.endMs, input.timeZone);
  for (let ago = input.days - 1; ago >= 0; ago -= 1) {
    const day = addDays(lastDay, -ago);
    for (const campaign of CAMPAIGNS) yield* campaignDay(input, random, campaign, day, input.days - ago);
  }
}

function* campaignDay(
  input: DemoInput,
  random: Random,
  campaign: DemoCampaign,
  day: TenantDay,
  age: number,
): Generator<DemoEvent> {
  const campaignId = input.campaignIds.get(campaign.slug);
  if (!campaignId) return;
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
  const growth = 0.85 + (age / input.days) * 0.3;
  const noise = 0.88 + random.next() * 0.24;
  const clicks = Math.round((CLICKS_A_DAY * campaign.weight * (WEEKDAY_WEIGHTS[weekday] ?? 1) * growth * noise) / 100);
  const midnight = startOfDay(day, input.timeZone);
  /** By source: each sends its own bill. */
  const paid = new Map<string, PaidClick[]>();
  for (let index = 0; index < clicks; index += 1) {
    const hour = random.weighted(HOUR_WEIGHTS).hour;
    const atMs = midnight + Math.floor((hour + random.next()) * 60 * MINUTE_MS);
    const story = demoStory(input, random, campaign, campaignId, atMs);
    if (atMs > input.endMs) continue;
    const { source, hasAds } = story.source;
    if (hasAds) {
      const clicked = paid.get(source) ?? [];
      paid.set(source, clicked);
      clicked.push({ ad: story.ad, hourMs: midnight + hour * 60 * MINUTE_MS });
    }
    yield story.click;
    yield* story.after.filter((event) => Date.parse(event.occurredAt) <= input.endMs);
  }
  if (random.chance(0.7))
    yield* directConversion(input, random, campaign, midnight + random.integer(9, 22) * 60 * MINUTE_MS);
  if (campaign.costPerClick === 0) return;
  for (const [source, paidClicks] of paid) {
    yield adSpend(input, campaignId, demoSpend(random, campaign, day, source, paidClicks));
  }
}

interface DemoStory {
  readonly source: DemoSource;
  readonly ad: DemoAd | undefined;
  readonly click: ClickEvent;
  readonly after: readonly DemoEvent[];
}

function demoStory(
  input: DemoInput,
  random: Random,
  campaign: DemoCampaign,
  campaignId: CampaignId,
  atMs: number,
): DemoStory {
  const source = random.weighted(campaign.sources);
  const ad = source.hasAds && campaign.ads.length > 0 ? random.weighted(campaign.ads) : undefined;
  const { place } = random.weighted(PLACES);
  const { userAgent } = random.weighted(USER_AGENTS);
  const request: RequestFacts = {
    userAgent,
    // An address range kept for documentation: no one's.
    ipAddress: `203.0.113.${random.integer(1, 254)}`,
    referrer: source.referrer,
    place,
  };
  const clickId = `mc_${campaignId}_${atMs}${String(random.integer(0, 999_999)).padStart(6, '0')}` as ClickId;
  const click: ClickEvent = {
    ...envelope(input, campaignId, atMs, clickId),
    type: 'click',
    payload: { clickId, request, tags: tagsOf(campaign, source, ad), isPrefetch: false },
  };
  const views = random.chance(0.82) ? random.integer(1, 3) : 0;
  const after: DemoEvent[] = Array.from({ length: views }, (_, index) =>
    pageView(input, campaign, campaignId, clickId, request, atMs + index * random.integer(15_000, 90_000)),
  );
  const isPerson = !userAgent.startsWith('facebookexternalhit');
  if (isPerson && random.chance((campaign.conversionRate / 100) * (ad?.appeal ?? 1))) {
    after.push(...conversionStory(input, random, campaign, clickId, atMs));
  }
  return { source, ad, click, after };
}

function tagsOf(campaign: DemoCampaign, source: DemoSource, ad: DemoAd | undefined): ClickTags {
  return {
    ...NO_TAGS,
    source: source.source,
    sub1: ad?.id ?? '',
    sub2: ad?.adSet.id ?? '',
    sub3: ad ? platformCampaignOf(campaign) : '',
    sub4: ad?.name ?? '',
    sub5: ad?.adSet.name ?? '',
    sub6: ad ? campaign.name : '',
    sub7: ad?.placement ?? '',
    sub8: ad ? source.source : '',
    utmSource: source.source,
    utmMedium: source.utmMedium,
    utmCampaign: source.source === '' ? '' : campaign.slug,
    utmContent: ad?.name ?? '',
  };
}

function pageView(
  input: DemoInput,
  campaign: DemoCampaign,
  campaignId: CampaignId,
  clickId: ClickId,
  request: RequestFacts,
  atMs: number,
): PageViewEvent {
  const viewId = viewIdOf(clickId, atMs);
  return {
    ...envelope(input, campaignId, atMs, viewId),
    type: 'page-view',
    payload: { viewId, clickId, url: pageOf(campaign), title: campaign.name, request },
  };
}

/** An approval minutes to days after the click; some are paid by slip first, some are given back. */
function* conversionStory(
  input: DemoInput,
  random: Random,
  campaign: DemoCampaign,
  clickId: ClickId | null,
  clickedAtMs: number,
): Generator<ConversionEvent> {
  const orderedAtMs = clickedAtMs + Math.round(random.wait(50 * MINUTE_MS)) + 3 * MINUTE_MS;
  const transaction = `DEMO-${hashOf(`${clickId ?? campaign.slug} ${clickedAtMs}`)
    .slice(0, 12)
    .toUpperCase()}`;
  const amount = random.pick(campaign.prices);
  const isSlip = random.chance(0.14);
  const base = {
    ...(clickId ? { click_id: clickId } : {}),
    transaction_id: transaction,
    amount,
    currency: 'BRL',
    event_type: 'purchase',
    ...soldAt(amount, isSlip, Number.parseInt(transaction.slice(-4), 16)),
  };
  const say = (status: string, atMs: number) =>
    conversion(input, { ...base, status, occurred_at: instantFromMs(atMs) }, atMs);
  if (isSlip) yield say('waiting_payment', orderedAtMs);
  if (isSlip && random.chance(0.35)) return;
  const paidAtMs = isSlip ? orderedAtMs + Math.round(random.wait(18 * 60 * MINUTE_MS)) : orderedAtMs;
  yield say('approved', paidAtMs);
  if (random.chance(0.05)) yield say('refunded', paidAtMs + Math.round(random.wait(3 * 24 * 60 * MINUTE_MS)));
  else if (random.chance(0.006)) yield say('chargeback', paidAtMs + Math.round(random.wait(9 * 24 * 60 * MINUTE_MS)));
}

/**
 * What was sold, and how it was paid. The checkout reports its fee of Pix and cards, and not that of slips. `lot`: from 0 up, drawn once for a
 * conversion.
 */
function soldAt(amount: number, isSlip: boolean, lot: number) {
  const { id, name, offer } = productAt(amount);
  const sold = { product_id: id, product_name: name, offer };
  if (isSlip) return { ...sold, payment_method: 'boleto' };
  const isPix = lot % 100 < 55;
  const feeCents = Math.round(amount * (isPix ? 0.99 : 4.99)) + 100;
  return {
    ...sold,
    ...(isPix ? { payment_method: 'pix' } : { payment_method: 'credit_card', installments: 1 + (lot % 12) }),
    gateway_fee: feeCents / 100,
    net_to_seller: (amount * 100 - feeCents) / 100,
  };
}

function* directConversion(
  input: DemoInput,
  random: Random,
  campaign: DemoCampaign,
  atMs: number,
): Generator<ConversionEvent> {
  for (const event of conversionStory(input, random, campaign, null, atMs))
    if (Date.parse(event.occurredAt) <= input.endMs) yield event;
}

function conversion(input: DemoInput, body: Record<string, unknown>, atMs: number): ConversionEvent {
  const text = JSON.stringify(body);
  return {
    ...envelope(input, null, atMs, deliveryIdOf(input.tenantId, 'generic', text)),
    type: 'conversion',
    payload: { provider: 'generic', body: text, verified: true },
  };
}

function adSpend(input: DemoInput, campaignId: CampaignId, payload: AdSpendEvent['payload']): AdSpendEvent {
  const id = `demo ${campaignId} ${payload.day} ${payload.source}`;
  return { ...envelope(input, campaignId, input.endMs, id), type: 'ad-spend', payload };
}

function envelope(input: DemoInput, campaignId: CampaignId | null, atMs: number, id: string) {
  const at = instantFromMs(atMs);
  return { id, schemaVersion: 1 as const, tenantId: input.tenantId, campaignId, occurredAt: at, receivedAt: at };
}

/** A UUIDv7 whose random part is the hash of its click: deterministic, as all ids of the demo. */
function viewIdOf(clickId: ClickId, atMs: number): ViewId {
  const time = atMs.toString(16).padStart(12, '0');
  const rest = hashOf(`${clickId} ${atMs}`);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-8${rest.slice(3, 6)}-${rest.slice(6, 18)}` as ViewId;
}
