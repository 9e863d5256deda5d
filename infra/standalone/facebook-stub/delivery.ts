// Delivery of the ads: final figures for each ad and day, and the preliminary figures until the day is settled.
//
// All amounts are whole cents per ad and day. Campaigns, ad sets and accounts are sums, hours are parts, so all levels agree to
// the cent. The figures of a day may change daily until it is settled, after 3 days in most cases and after up to 27 in some.
// Some days are credited in full and then have no row.
import { countDays, dayOf, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import type { AdPlace } from './accounts.ts';
import { between, fraction } from './random.ts';

export interface Metrics {
  readonly cents: number;
  readonly impressions: number;
  readonly clicks: number;
}

export interface Delivery {
  /** Figures after all corrections. */
  final(place: AdPlace, day: TenantDay): Metrics;
  /** Figures as shown now. */
  observed(place: AdPlace, day: TenantDay): Metrics;
  /** The same for each of the 24 hours in the account's time zone. */
  observedHours(place: AdPlace, day: TenantDay): Metrics[];
}

export const NOTHING: Metrics = { cents: 0, impressions: 0, clicks: 0 };
const NORMAL_SETTLE_DAYS = 3;
const LATE_SETTLE_DAYS_MAX = 27;

export const addMetrics = (all: readonly Metrics[]): Metrics =>
  all.reduce(
    (sum, one) => ({
      cents: sum.cents + one.cents,
      impressions: sum.impressions + one.impressions,
      clicks: sum.clicks + one.clicks,
    }),
    NOTHING,
  );

export function createDelivery(seed: string, clock: { now(): number }): Delivery {
  const localNow = createLocalNow(clock);
  const planOf = createPlans(seed);

  function observedWhole(place: AdPlace, day: TenantDay): Metrics {
    const ageDays = countDays(day, localNow(place.account.timeZone).day) - 1;
    if (ageDays < 0) return NOTHING;
    const plan = planOf(place, day);
    if (ageDays >= plan.settleDays) return plan.final;
    return times(plan.charged, between(900, 1150, seed, 'restated', place.ad.id, day, ageDays) / 1000);
  }

  function observedHours(place: AdPlace, day: TenantDay): Metrics[] {
    const hours = inHours(seed, place, day, observedWhole(place, day));
    const now = localNow(place.account.timeZone);
    if (day !== now.day) return hours;
    return hours.map((metrics, hour) => (hour < now.hour ? metrics : NOTHING));
  }

  return {
    final: (place, day) => planOf(place, day).final,
    observedHours,
    observed: (place, day) =>
      day === localNow(place.account.timeZone).day ? addMetrics(observedHours(place, day)) : observedWhole(place, day),
  };
}

interface Plan {
  readonly charged: Metrics;
  readonly final: Metrics;
  readonly settleDays: number;
}

/** Cached, because each page of a list needs all of it again. */
function createPlans(seed: string): (place: AdPlace, day: TenantDay) => Plan {
  const known = new Map<string, Plan>();
  const make = (place: AdPlace, day: TenantDay): Plan => {
    const whole = charged(seed, place, day);
    const isCredited = fraction(seed, 'credited', place.campaign.id, day) < 0.03;
    return { charged: whole, final: isCredited ? NOTHING : whole, settleDays: settleDays(seed, place, day) };
  };
  return (place, day) => {
    const key = `${place.ad.id} ${day}`;
    const plan = known.get(key) ?? make(place, day);
    known.set(key, plan);
    return plan;
  };
}

/** Cost of the day before credits. Campaigns deliver on most days, not on all. */
function charged(seed: string, { campaign, ad }: AdPlace, day: TenantDay): Metrics {
  if (fraction(seed, 'delivers', campaign.id, day) >= (campaign.delivers ?? 0.8)) return NOTHING;
  const cents = between(100, 9_999, seed, 'cents', ad.id, day);
  const impressions = between(cents, cents * 2, seed, 'impressions', ad.id, day);
  return { cents, impressions, clicks: Math.floor(impressions / between(30, 90, seed, 'clicks', ad.id, day)) };
}

function settleDays(seed: string, { ad }: AdPlace, day: TenantDay): number {
  const isLate = fraction(seed, 'late', ad.id, day) < 0.1;
  return isLate ? between(NORMAL_SETTLE_DAYS, LATE_SETTLE_DAYS_MAX, seed, 'settles', ad.id, day) : NORMAL_SETTLE_DAYS;
}

const times = ({ cents, impressions, clicks }: Metrics, factor: number): Metrics => ({
  cents: Math.round(cents * factor),
  impressions: Math.round(impressions * factor),
  clicks: Math.round(clicks * factor),
});

/** By cumulative shares, so that rounding loses nothing. */
function inHours(seed: string, { ad }: AdPlace, day: TenantDay, whole: Metrics): Metrics[] {
  const weights = Array.from({ length: 24 }, (_, hour) => between(1, 10, seed, 'hour', ad.id, day, hour));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let before = NOTHING;
  let reached = 0;
  return weights.map((weight) => {
    reached += weight;
    const share = reached / total;
    const until = {
      cents: Math.floor(whole.cents * share),
      impressions: Math.floor(whole.impressions * share),
      clicks: Math.floor(whole.clicks * share),
    };
    const hour = {
      cents: until.cents - before.cents,
      impressions: until.impressions - before.impressions,
      clicks: until.clicks - before.clicks,
    };
    before = until;
    return hour;
  });
}

interface LocalNow {
  readonly ms: number;
  readonly day: TenantDay;
  readonly hour: number;
}

/** Cached while the clock does not change: a page of rows reads it thousands of times. */
function createLocalNow(clock: { now(): number }): (timeZone: TimeZone) => LocalNow {
  const known = new Map<TimeZone, LocalNow>();
  return (timeZone) => {
    const ms = clock.now();
    const last = known.get(timeZone);
    if (last?.ms === ms) return last;
    const hour = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(ms);
    const now = { ms, day: dayOf(ms, timeZone), hour: Number(hour) };
    known.set(timeZone, now);
    return now;
  };
}
