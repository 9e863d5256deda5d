// What is wrong with the tracking of a tenant: facts in, findings out, nothing asked. `readTrackingFacts` of the figures reads the facts; what
// `value` and `detail` of each finding mean is in the contract.
import {
  HEALTH_NAMES_MAX,
  type HealthDetail,
  type HealthLine,
  HealthLineId,
} from '../contracts/tracking-health.contract.ts';
import type { ScriptProblem } from '../events/script-notice.ts';
import { asShown } from '../metrics/as-shown.ts';
import { DAY_MS } from '../primitives/durations.ts';
import { instantFromMs } from '../primitives/time.ts';

/** Conversions that count, and those of them that have a click. */
interface Tracked {
  readonly counted: number;
  readonly tracked: number;
}

/** What a checkout sent: the deliveries that were taken, first and last of them, and those that were refused or not understood. */
interface CheckoutFacts {
  readonly checkout: string;
  readonly taken: number;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly refused: number;
  readonly refusedMs: number;
  /** With a right key and a body that could not be read; the first of the last `CHECKOUT_DAYS`. */
  readonly unreadable: number;
  readonly unreadableFirstMs: number;
  readonly unreadableLastMs: number;
}

/** Something that is counted at a place; `times` of the last `HEALTH_DAYS`, `firstMs` of the last `CHECKOUT_DAYS`. */
interface Counted {
  readonly times: number;
  readonly firstMs: number;
  readonly lastMs: number;
}

/** Of the last `HEALTH_DAYS`; what checkouts sent, of the last `CHECKOUT_DAYS`. */
export interface TrackingFacts {
  readonly nowMs: number;
  /** On the tenant's own sites, all and those with raw macros. */
  readonly views: number;
  readonly rawViews: number;
  /** The tenant's own first, and of these those with raw macros. */
  readonly pages: readonly {
    readonly page: string;
    readonly isOwn: boolean;
    readonly views: number;
    readonly raw: number;
    readonly lastMs: number;
  }[];
  /** Clicks with raw macros. */
  readonly rawClicks: readonly { readonly campaign: string; readonly raw: number; readonly lastMs: number }[];
  /** Without imported ones; null: there are none. `before`: those of as many days before. The rest: why some have no click. */
  readonly conversions:
    | (Tracked & {
        readonly before: Tracked;
        readonly noId: number;
        readonly unknownClick: number;
        readonly utmOnly: number;
      })
    | null;
  readonly checkouts: readonly CheckoutFacts[];
  /** Paid: clicks of ads (their link names a source), and what their visitors saw. */
  readonly campaigns: readonly {
    readonly campaignId: string;
    readonly name: string;
    readonly clicks: number;
    readonly paidClicks: number;
    readonly paidViews: number;
    readonly spend: number;
  }[];
  readonly botClicks: number;
  /** What the script noticed on pages, the tenant's own first, most first. */
  readonly notices: readonly (Counted & {
    readonly problem: ScriptProblem;
    readonly page: string;
    readonly isOwn: boolean;
  })[];
  /** Links that persons followed and that lead nowhere, most first. */
  readonly brokenLinks: readonly (Counted & { readonly campaign: string; readonly path: string })[];
}

/** Clicks that caused a finding. Strangers can send them, so people see from which networks most came. */
export interface Cause {
  /** Clicks, or deliveries that were refused. */
  readonly of: 'all' | 'raw' | 'campaigns' | 'refused';
  readonly campaignIds: readonly string[];
}

export interface TrackingFinding extends Omit<HealthLine, 'networks'> {
  readonly cause: Cause | null;
}

/** Deliveries came that were refused or not understood. */
export const areDeliveriesRefused = ({ refused }: { readonly refused: number }): boolean => refused > 0;

/** One click says nothing: it needs no key, so a stranger can send it. */
export const areSeveral = (clicks: number): boolean => clicks > 1;

/** The script does not run, or not on a site of the tenant: each visitor who clicks should see a page. */
export const areViewsMissing = ({ clicks, views }: { readonly clicks: number; readonly views: number }): boolean =>
  areSeveral(clicks) && views === 0;

/** The link of an ad is wrong, and stays so until a person corrects it: few clicks are enough, or one page view on a site of the tenant. */
export const areMacrosRaw = (raw: { readonly rawClicks: number; readonly rawViews: number }): boolean =>
  areSeveral(raw.rawClicks) || raw.rawViews > 0;

/** Not each conversion has a click: some buyers come back on another device, or go straight to the checkout. */
const TRACKED_PERCENT_MIN = 70;
/** Points below the week before: something changed on the way to the checkout. Less happens by chance. */
const TRACKED_DROP_MAX = 10;

/** Conversions lose their click on the way: few have one, or clearly fewer than in the days before. */
export function areClicksLost(now: Tracked, before: Tracked = NOTHING): boolean {
  const [share, earlier] = [shownPercentTracked(now), shownPercentTracked(before)];
  if (share === null) return false;
  return share < TRACKED_PERCENT_MIN || (earlier !== null && asShown('percent', earlier - share) > TRACKED_DROP_MAX);
}
const NOTHING: Tracked = { counted: 0, tracked: 0 };

/** A checkout is silent after a day without a delivery, but one that sells once a week is not: it may wait for three of its usual pauses. */
const SILENT_MS = DAY_MS;
const SILENT_PAUSES = 3;

const isSilent = ({ taken, firstMs, lastMs }: CheckoutFacts, nowMs: number): boolean =>
  nowMs - lastMs > Math.max(SILENT_MS, (SILENT_PAUSES * (lastMs - firstMs)) / Math.max(1, taken - 1));

/** Some visitors leave before the script runs, or block it; more than half do not. */
const VIEWS_PER_CLICK_MIN = 0.5;
/** Fewer clicks of ads may be without page views by chance. */
const PAID_CLICKS_MIN = 10;
/** Every ad meets some bots; beyond that, a placement or a link is worth a look. */
const BOTS_PERCENT_MAX = 30;

const percentOf = (part: number, whole: number): number => (100 * part) / whole;
const percentTracked = ({ counted, tracked }: Tracked): number | null =>
  counted > 0 ? percentOf(tracked, counted) : null;

const shownPercentTracked = (tracked: Tracked): number | null => {
  const percent = percentTracked(tracked);
  return percent === null ? null : asShown('percent', percent);
};

const detail = (name: string, value: number | null, atMs?: number, isUnknown = false): HealthDetail => ({
  name,
  value,
  at: atMs === undefined ? null : instantFromMs(atMs),
  isUnknown,
});

type Judged = Omit<TrackingFinding, 'id'>;
const judged = (
  level: Judged['level'],
  value: number | null,
  details: readonly HealthDetail[] = [],
  of?: Cause['of'],
  campaignIds: readonly string[] = [],
): Judged => ({
  level,
  value,
  detail: details.slice(0, HEALTH_NAMES_MAX),
  cause: level === 'warn' && of ? { of, campaignIds } : null,
  ...{ count: null, where: null, since: null },
});
const warnIf = (isWrong: boolean, isKnown: boolean): Judged['level'] => (isWrong ? 'warn' : isKnown ? 'ok' : 'none');

const sumOf = <Row>(rows: readonly Row[], figure: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + figure(row), 0);
const clicksOf = ({ campaigns }: TrackingFacts): number => sumOf(campaigns, ({ clicks }) => clicks);
const isSelling = ({ taken }: CheckoutFacts): boolean => taken > 0;

/** On a page of the tenant's; a stranger can send a notice of another. */
function noticed({ notices, views }: TrackingFacts, problem: ScriptProblem, asPages: boolean): Judged {
  const all = notices.filter((one) => one.problem === problem);
  const own = all.filter(({ isOwn }) => isOwn);
  const count = asPages ? own.length : sumOf(own, ({ times }) => times);
  const details = all.map((one) => detail(one.page, asPages ? null : one.times, one.lastMs, !one.isOwn));
  return {
    ...judged(warnIf(own.length > 0, views > 0), count, details),
    ...{ count, where: own[0]?.page ?? null },
    since: own.length > 0 ? instantFromMs(Math.min(...own.map(({ firstMs }) => firstMs))) : null,
  };
}

/** Of each place, most first; `isKnown`: something came that says that all is well. */
function countedAt(
  places: readonly (Counted & { readonly place: string; readonly name: string })[],
  isKnown: boolean,
  isWrong = (count: number) => count > 0,
): Judged {
  const count = sumOf(places, ({ times }) => times);
  return {
    ...judged(
      warnIf(isWrong(count), isKnown),
      count,
      places.map((one) => detail(one.name, one.times, one.lastMs)),
    ),
    ...{ count, where: places[0]?.place ?? null },
    since: count > 0 ? instantFromMs(Math.min(...places.map(({ firstMs }) => firstMs))) : null,
  };
}

const RULES: Readonly<Record<HealthLineId, (facts: TrackingFacts) => Judged>> = {
  script(facts) {
    const { views, pages } = facts;
    const named = pages.filter(({ page }) => page !== '');
    return judged(
      warnIf(areViewsMissing({ clicks: clicksOf(facts), views }), views > 0),
      views,
      named.map((one) => detail(one.page, one.views, one.lastMs, !one.isOwn)),
      'all',
    );
  },

  'tracked-sales'({ conversions }) {
    if (conversions === null) return judged('none', null);
    const before = percentTracked(conversions.before);
    return judged(warnIf(areClicksLost(conversions, conversions.before), true), percentTracked(conversions), [
      detail('sales', conversions.counted),
      ...(before === null ? [] : [detail('before', before)]),
    ]);
  },

  'direct-sales'({ conversions }) {
    if (conversions === null) return judged('none', null);
    const { counted, tracked, before, noId, unknownClick, utmOnly } = conversions;
    const reasons = [detail('no-id', noId), detail('unknown-click', unknownClick), detail('utm-only', utmOnly)];
    return judged(
      warnIf(areClicksLost(conversions, before), true),
      counted - tracked,
      reasons.filter(({ value }) => value !== 0),
    );
  },

  'raw-macros'(facts) {
    const { rawViews, pages } = facts;
    const rawClicks = sumOf(facts.rawClicks, ({ raw }) => raw);
    const rawPages = pages.filter(({ isOwn, raw }) => isOwn && raw > 0);
    return judged(
      warnIf(areMacrosRaw({ rawClicks, rawViews }), clicksOf(facts) > 0),
      rawClicks + rawViews,
      [
        ...facts.rawClicks.map((one) => detail(one.campaign, one.raw, one.lastMs)),
        ...rawPages.map((one) => detail(one.page, one.raw, one.lastMs)),
      ],
      'raw',
    );
  },

  'silent-checkouts'({ checkouts, nowMs }) {
    const selling = checkouts.filter(isSelling);
    const silent = selling.filter((one) => isSilent(one, nowMs));
    const silentFirst = [...silent, ...selling.filter((one) => !silent.includes(one))];
    return judged(
      warnIf(silent.length > 0, selling.length > 0),
      selling.length > 0 ? silent.length : null,
      silentFirst.map((one) => detail(one.checkout, one.taken, one.lastMs)),
    );
  },

  'refused-deliveries'({ checkouts }) {
    const refusing = checkouts.filter(areDeliveriesRefused);
    return judged(
      warnIf(refusing.length > 0, checkouts.some(isSelling)),
      sumOf(refusing, ({ refused }) => refused),
      refusing.map((one) => detail(one.checkout, one.refused, one.refusedMs)),
      'refused',
    );
  },

  'clicks-without-views'({ campaigns }) {
    const unseen = campaigns.filter(
      ({ paidClicks, paidViews }) => paidClicks >= PAID_CLICKS_MIN && paidViews < paidClicks * VIEWS_PER_CLICK_MIN,
    );
    const isPaid = campaigns.some(({ paidClicks }) => paidClicks > 0);
    return judged(
      warnIf(unseen.length > 0, isPaid),
      unseen.length,
      unseen.map((one) => detail(one.name, one.paidClicks)),
      'campaigns',
      unseen.map(({ campaignId }) => campaignId),
    );
  },

  'spend-without-clicks'({ campaigns }) {
    const costly = campaigns.filter(({ spend }) => spend > 0);
    const unclicked = costly.filter(({ clicks }) => clicks === 0);
    return judged(
      warnIf(unclicked.length > 0, costly.length > 0),
      unclicked.length,
      unclicked.map((one) => detail(one.name, one.spend)),
    );
  },

  bots(facts) {
    const { botClicks } = facts;
    const all = clicksOf(facts) + botClicks;
    if (all === 0) return judged('none', null);
    const percent = percentOf(botClicks, all);
    const areMany = areSeveral(botClicks) && asShown('percent', percent) > BOTS_PERCENT_MAX;
    return judged(warnIf(areMany, true), percent, [detail('bots', botClicks), detail('clicks', all)]);
  },

  'button-without-link': (facts) => noticed(facts, 'button-without-link', false),
  'script-copied': (facts) => noticed(facts, 'script-copied', true),

  'broken-links': (facts) =>
    countedAt(
      facts.brokenLinks.map((one) => ({ ...one, place: one.path, name: `${one.campaign} (${one.path})` })),
      clicksOf(facts) > 0,
      areSeveral,
    ),

  'unreadable-bodies': ({ checkouts }) =>
    countedAt(
      checkouts
        .filter(({ unreadable }) => unreadable > 0)
        .map(({ checkout, unreadable, unreadableFirstMs, unreadableLastMs }) => ({
          ...{ place: checkout, name: checkout, times: unreadable },
          ...{ firstMs: unreadableFirstMs, lastMs: unreadableLastMs },
        })),
      checkouts.some(isSelling),
    ),
};

/** One for each line, in their order. */
export const trackingFindings = (facts: TrackingFacts): TrackingFinding[] =>
  HealthLineId.options.map((id) => ({ id, ...RULES[id](facts) }));

/** Nearly all of one network: it may be a single stranger. */
const ONE_NETWORK_PERCENT_MIN = 80;

/** @param networks most first, each in percent of what a line warns of */
export const isOfOneNetwork = ([first]: HealthLine['networks']): boolean =>
  first !== undefined && first.percent >= ONE_NETWORK_PERCENT_MIN;
