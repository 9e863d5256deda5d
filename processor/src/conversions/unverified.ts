// Which conversions without a verified event count? A pure function of the events and of the tenant's dated rules: order of arrival,
// repetition and replay cannot change it. No cascade: a reason never depends on the reason of another candidate, only on its facts, so that a
// candidate that comes or goes changes only later ones of its day or of its click.
import { DAY_MS } from '@tracker/schemas/primitives/durations';
import { utcDayOf } from '@tracker/schemas/primitives/time';
import {
  UNVERIFIED_DEFAULTS,
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
 * a change of the tenant's time zone moves none) the first `perDay` count, not counting repetitions of a click and type.
 *
 * For one candidate it is enough to know the first passing candidate of its click and type, and the first `perDay` of its day that pass
 * and are the first of their click and type on that day; the store reads no more.
 */
export function decideUnverified(
  candidates: readonly Candidate[],
  circumstances: Circumstances,
): Map<string, UncountedReason | null> {
  const reasons = new Map(candidates.map((one) => [one.conversionId, ownReason(one, circumstances)]));
  const passing = candidates.filter((one) => reasons.get(one.conversionId) === null).sort(byReceipt);
  const clicks = new Set<string>();
  const days = new Map<number, Set<string>>();
  for (const candidate of passing) {
    const click = clickKeyOf(candidate);
    const day = utcDayOf(candidate.receivedAtMs);
    const ofDay = days.get(day) ?? new Set();
    days.set(day, ofDay.add(click));
    if (clicks.has(click)) reasons.set(candidate.conversionId, 'same-click');
    else if (ofDay.size > ruleAt(circumstances, candidate.receivedAtMs).perDay) {
      reasons.set(candidate.conversionId, 'daily-limit');
    }
    clicks.add(click);
  }
  return reasons;
}

export const clickKeyOf = ({ clickId, type }: Pick<Candidate, 'clickId' | 'type'>): string =>
  JSON.stringify([clickId, type]);

type Receipt = Pick<Candidate, 'receivedAtMs' | 'conversionId'>;

/** A total order: two candidates never have the same id. */
export const byReceipt = (a: Receipt, b: Receipt): number =>
  a.receivedAtMs - b.receivedAtMs || (a.conversionId < b.conversionId ? -1 : 1);
