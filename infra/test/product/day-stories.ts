// Random events on the days of a tenant, for property tests.
import {
  adSpend,
  assignment,
  click,
  clickIdOf,
  delivery,
  keyless,
  NOON,
  pageView,
  spendOfAd,
} from '@tracker/processor/testing/events';
import type { AdSpendEvent } from '@tracker/schemas/events/ad-spend';
import type { Money } from '@tracker/schemas/primitives/money';
import { addDays, dayOf } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import fc from 'fast-check';
import type { TestTenant } from '../kit/tenant-fixture.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** One event of a random sequence. */
export const anEvent = fc.record({
  kind: fc.constantFrom(
    ...(['click', 'click', 'view', 'view', 'spend', 'entry', 'assignment'] as const),
    ...(['conversion', 'conversion', 'conversion'] as const),
  ),
  /** Few different times, so that events repeat; the hours cross midnight. */
  day: fc.integer({ min: 0, max: 3 }),
  hour: fc.constantFrom(0, 0, 1, 3, 8, 11, 12, 15, 20, 23),
  minute: fc.constantFrom(0, 0, 0, 29, 31, 59),
  number: fc.integer({ min: 0, max: 2 }),
  ad: fc.constantFrom('', 'ad1', 'ad2'),
  name: fc.constantFrom('', 'Um', 'Dois'),
  source: fc.constantFrom('', 'facebook', 'google'),
  bot: fc.boolean(),
  status: fc.constantFrom('approved', 'approved', 'pending', 'refunded', 'partially_refunded'),
  /** Without a time in its body, a conversion is of the time of its receipt. */
  timed: fc.boolean(),
});
export type AnEvent = typeof anEvent extends fc.Arbitrary<infer E> ? E : never;

export function eventOf(owner: TestTenant, event: AnEvent) {
  const { kind, day, hour, minute, number, ad, name, source, bot } = event;
  const atMs = NOON + day * DAY + hour * HOUR + minute * 60_000;
  if (kind === 'spend') return syncOf(owner, day, hour % 2, number);
  if (kind === 'conversion') return conversionOf(owner, event, atMs);
  if (kind === 'assignment') return assignmentOf(owner, event, atMs);
  if (kind === 'entry') return entryOf(owner, day, number);
  if (kind === 'view') return pageView(owner, { atMs, number });
  const userAgent = bot ? { userAgent: 'Googlebot/2.1' } : {};
  return click(owner, { atMs, clickId: clickIdOf(owner, atMs, number), sub1: ad, sub4: name, source, ...userAgent });
}

/** What is reported of one of three conversions; each names a click of the first day. One without a key comes from a bot. */
function conversionOf(owner: TestTenant, { number, hour, bot, status, timed }: AnEvent, atMs: number) {
  const body = {
    ...{ transaction_id: `T${number}`, status, amount: '97.90', click_id: clickIdOf(owner, NOON, number) },
    ...(status === 'partially_refunded' && { refund_amount: '7.90' }),
    ...(number > 0 && { product_id: `p${number}` }),
    ...(status === 'approved' && hour % 2 === 1 && { gateway_fee: `${hour}.05` }),
    ...(timed && { occurred_at: new Date(atMs - hour * HOUR).toISOString() }),
  };
  return bot ? keyless(owner, body, atMs) : delivery(owner, body, atMs);
}

/** A person assigns one of the three conversions, and later perhaps takes it away; a click wins when it is there. */
const assignmentOf = (owner: TestTenant, { number, source, status }: AnEvent, atMs: number) =>
  assignment(owner, `T${number}`, { channel: source, ...(status === 'refunded' && { campaignId: null }) }, atMs);

/**
 * The n-th sync of a day for one of two Facebook campaigns: all its values follow from these, its ads come and go, and part of
 * its spend belongs to no ad.
 */
function syncOf(owner: TestTenant, day: number, facebookCampaign: number, nth: number): AdSpendEvent {
  const ads = ['ad1', 'ad2', 'ad3'].filter((_, index) => (index + day + nth) % 3 > 0).slice(0, nth + 1);
  const cents = (nth + 1) * 1_000 + day * 100 + facebookCampaign * 10;
  const adsCents = Math.floor(cents / 3);
  const event = adSpend(
    owner,
    addDays(dayOf(NOON, 'UTC' as TimeZone), day),
    (cents / 100).toFixed(2) as Money,
    NOON + day * DAY + nth * HOUR,
    ads.map((id) => spendOfAd(id, (adsCents / 100).toFixed(2))),
  );
  return {
    ...event,
    id: `${event.id} ${facebookCampaign}`,
    payload: { ...event.payload, source: `facebook/${facebookCampaign}` },
  };
}

/** What people entered of a day that the platform may report, too: changed by the second entry and taken away by the third. */
function entryOf(owner: TestTenant, day: number, nth: number): AdSpendEvent {
  const spend = (nth === 2 ? '0.00' : `${nth + 7}.0${day}`) as Money;
  const event = adSpend(owner, addDays(dayOf(NOON, 'UTC' as TimeZone), day), spend, NOON + day * DAY + nth * HOUR);
  const kind = nth === 2 ? 'removed' : 'entered';
  return { ...event, id: `${event.id} ${kind}`, payload: { ...event.payload, kind, impressions: 0, clicks: 0 } };
}
