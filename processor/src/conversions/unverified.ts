// Which conversions without a verified event count? A pure function of the events and of the tenant's dated rules: order of arrival,
// repetition and replay cannot change it. No cascade: a reason never depends on the reason of another candidate, only on its facts, so that a
// candidate that comes or goes changes only later ones of its day or of its click.
import { DAY_MS } from '@tracker/schemas/primitives/durations';
import { utcDayOf } from '@tracker/schemas/primitives/time';
import {
  UNVERIFIED_DEFAULTS,
  UNVERIFIED_PER_NETWORK,
  type UncountedReason,
  type UnverifiedMode,
} from '@tracker/schemas/unverified-conversions';

/** A conversion whose events are all unverified, and whose status counts. */
export interface Candidate {
  readonly conversionId: string;
  /** Of its first event. */
  readonly receivedAtMs: number;
  readonly clickId: string | null;
  /** Null: it names no click, or one that is not stored. */
  readonly clickAtMs: number | null;
  readonly type: string;
  /** Of the sender of its first event; '' where it is not known, as of events from before it was recorded. The same text only within a day. */
  readonly network: string;
  /** A verified event of the same click and type exists, in another conversion. */
  readonly hasVerifiedTwin: boolean;
}

/** In force from `fromMs` until the next one. */
export interface UnverifiedRule {
  readonly fromMs: number;
  readonly mode: UnverifiedMode;
  readonly maxAgeDays: number;
  readonly perDay: number;
}

export interface Circumstances {
  /** Oldest first. Before the first one the defaults are in force. */
  readonly rules: readonly UnverifiedRule[];
  /** When the tenant's first verified event was received, tests apart; Infinity: none yet. */
  readonly firstVerifiedAtMs: number;
}

const DEFAULT_RULE: UnverifiedRule = {
  fromMs: Number.NEGATIVE_INFINITY,
  mode: UNVERIFIED_DEFAULTS.unverifiedConversions,
  maxAgeDays: UNVERIFIED_DEFAULTS.unverifiedMaxAgeDays,
  perDay: UNVERIFIED_DEFAULTS.unverifiedPerDay,
};

const ruleAt = ({ rules }: Circumstances, atMs: number): UnverifiedRule =>
  rules.findLast((rule) => rule.fromMs <= atMs) ?? DEFAULT_RULE;

/** What holds a candidate back by itself, regardless of other candidates; null: it passes. */
export function ownReason(candidate: Candidate, circumstances: Circumstances): UncountedReason | null {
  const { receivedAtMs, clickAtMs } = candidate;
  const { mode, maxAgeDays } = ruleAt(circumstances, receivedAtMs);
  if (mode === 'refuse') return 'refused';
  if (mode === 'list') return 'listed';
  if (mode === 'auto' && receivedAtMs >= circumstances.firstVerifiedAtMs) return 'after-verified';
  if (clickAtMs === null) return 'no-click';
  if (receivedAtMs - clickAtMs > maxAgeDays * DAY_MS) return 'click-too-old';
  return candidate.hasVerifiedTwin ? 'same-click' : null;
}

/**
 * The reason of each candidate by its id; null: it counts. Of one click and type the first passing candidate counts. Of a day (UTC, so that
 * a change of the tenant's time zone moves none) the first `perNetwork` of each network count, and of these the first `perDay`, not counting
 * repetitions of a click and type.
 *
 * For one candidate it is enough to know the first passing candidate of its click and type, and of those that pass and are the first of their
 * click and type on their day: the first `perNetwork` of the networks of all these, and the first `perDay` of its day that are within the
 * limit of their network; the store reads no more.
 */
export function decideUnverified(
  candidates: readonly Candidate[],
  circumstances: Circumstances,
  perNetwork = UNVERIFIED_PER_NETWORK,
): Map<string, UncountedReason | null> {
  const reasons = new Map(candidates.map((one) => [one.conversionId, ownReason(one, circumstances)]));
  const passing = candidates.filter((one) => reasons.get(one.conversionId) === null).sort(byReceipt);
  const clicks = new Set<string>();
  const days = new Map<number, DayPlaces>();
  for (const candidate of passing) {
    const click = clickKeyOf(candidate);
    const day = utcDayOf(candidate.receivedAtMs);
    const places = days.get(day) ?? { clicks: new Set(), taken: 0, ofNetworks: new Map() };
    days.set(day, places);
    const isWithinNetwork = takePlace(places, click, candidate.network, perNetwork);
    if (clicks.has(click)) reasons.set(candidate.conversionId, 'same-click');
    else if (!isWithinNetwork) reasons.set(candidate.conversionId, 'network-limit');
    else if (places.taken > ruleAt(circumstances, candidate.receivedAtMs).perDay) {
      reasons.set(candidate.conversionId, 'daily-limit');
    }
    clicks.add(click);
  }
  return reasons;
}

/** Of a day, so far. */
interface DayPlaces {
  readonly clicks: Set<string>;
  /** By clicks and types whose network was within its limit. */
  taken: number;
  readonly ofNetworks: Map<string, number>;
}

/** False beyond the limit of its network. A repetition of a click and type takes no place. */
function takePlace(places: DayPlaces, click: string, network: string, perNetwork: number): boolean {
  if (places.clicks.has(click)) return true;
  places.clicks.add(click);
  const ofNetwork = (places.ofNetworks.get(network) ?? 0) + 1;
  places.ofNetworks.set(network, ofNetwork);
  const isWithin = network === '' || ofNetwork <= perNetwork;
  if (isWithin) places.taken += 1;
  return isWithin;
}

export const clickKeyOf = ({ clickId, type }: Pick<Candidate, 'clickId' | 'type'>): string =>
  JSON.stringify([clickId, type]);

type Receipt = Pick<Candidate, 'receivedAtMs' | 'conversionId'>;

/** A total order: two candidates never have the same id. */
export const byReceipt = (a: Receipt, b: Receipt): number =>
  a.receivedAtMs - b.receivedAtMs || (a.conversionId < b.conversionId ? -1 : 1);
