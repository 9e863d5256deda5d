// Mints click ids, whose last six digits are three of this process's slot and three of a counter. Unique without asking
// anyone: no two processes that live at the same time share a slot, and within one the pair of moment and counter never repeats.
import { randomInt } from 'node:crypto';
import { CLOCK_SKEW_MS, type ClickId, formatClickId } from '@tracker/schemas/primitives/click-id';
import type { CampaignId } from '@tracker/schemas/primitives/ids';
import type { Clock } from '../lifecycle/clock.ts';
import type { Sql } from '../postgres/connect.ts';

const PER_MILLISECOND = 1_000;
/** So many milliseconds back from the newest moment the counters are known: longer than a gateway's moment may be ago. */
const KNOWN_MS = 2 ** 16;
/** A clock that was set back by less is waited for; a click may be no further ahead of its receipt than `CLOCK_SKEW_MS`. */
const AHEAD_MS_MAX = CLOCK_SKEW_MS / 2;
/** Of 32 bits, for the counters of one moment. */
const WORDS = 32;

export interface MintedClickId {
  readonly id: ClickId;
  /** The moment in it, in Unix milliseconds: when the click occurred. */
  readonly ms: number;
}

export interface WantedClickId {
  /** Unix milliseconds. One that is more than a minute before the newest, or ahead of the clock, is not taken: the clock's is. */
  readonly ms: number;
  /** 0 to 999; the next free one when another click of this moment has it. */
  readonly counter: number;
}

export interface ClickIdMint {
  /** Without `wanted` the moment is now, and the counter random: an id does not reveal the number of clicks, nor the next id. */
  mint(campaignId: CampaignId, wanted?: WantedClickId): MintedClickId;
}

/**
 * `slot`: 0–999, from `leaseClickIdSlot`. `nextSlot`: another one, for moments that come again because the clock was set back further than
 * the counters are known; without one at hand they may repeat, one in a thousand of those of a millisecond.
 */
export function createClickIdMint(options: {
  slot: number;
  clock: Clock;
  nextSlot?: () => number | undefined;
}): ClickIdMint {
  const { slot, clock, nextSlot } = options;
  let slotDigits = digitsOf(slot);
  /** A ring: the place of a moment is its remainder, and the newer of two moments has it. */
  const moments = new Float64Array(KNOWN_MS);
  const used = new Uint32Array(KNOWN_MS * WORDS);
  let newestMs = 0;

  /** The first free counter from `first` on; undefined when the moment has none left. */
  function take(ms: number, first: number): number | undefined {
    const place = ms % KNOWN_MS;
    if (moments[place] !== ms) {
      moments[place] = ms;
      used.fill(0, place * WORDS, (place + 1) * WORDS);
    }
    for (let tried = 0; tried < PER_MILLISECOND; tried += 1) {
      const counter = (first + tried) % PER_MILLISECOND;
      const word = place * WORDS + (counter >> 5);
      const bit = 1 << (counter & 31);
      if ((used[word]! & bit) !== 0) continue;
      used[word]! |= bit;
      return counter;
    }
    return undefined;
  }

  /** A clock that was set back must not issue the same numbers twice, and must not be far behind the numbers. */
  function nowOf(clockMs: number): number {
    if (newestMs - clockMs <= AHEAD_MS_MAX) return Math.max(clockMs, newestMs);
    if (clockMs > newestMs - KNOWN_MS) return clockMs;
    const next = nextSlot?.();
    if (next !== undefined) slotDigits = digitsOf(next);
    moments.fill(0);
    newestMs = clockMs;
    return clockMs;
  }

  return {
    mint(campaignId, wanted) {
      const first = wanted?.counter ?? randomInt(PER_MILLISECOND);
      const clockMs = Math.trunc(clock.now());
      const nowMs = nowOf(clockMs);
      const isTaken = wanted && wanted.ms > newestMs - KNOWN_MS && wanted.ms <= clockMs + AHEAD_MS_MAX;
      let ms = isTaken ? wanted.ms : nowMs;
      let counter = take(ms, first);
      while (counter === undefined) {
        ms += 1;
        counter = take(ms, first);
      }
      newestMs = Math.max(newestMs, ms);
      return { id: formatClickId(campaignId, ms, `${slotDigits}${counterDigits(counter)}`), ms };
    },
  };
}

function digitsOf(slot: number): string {
  if (!Number.isInteger(slot) || slot < 0 || slot > 999)
    throw new RangeError(`slot must be from 0 to 999, not ${slot}`);
  return String(slot).padStart(3, '0');
}

/** As the last three digits of a click id have it. */
export const counterDigits = (counter: number): string => String(counter).padStart(3, '0');

/** Three digits that no other process has now: a sequence that goes round, so that one comes back after 999 other starts. */
export async function leaseClickIdSlot(sql: Sql): Promise<number> {
  const [row] = await sql<{ slot: string }[]>`SELECT nextval('click_id_slots') AS slot`;
  return Number(row!.slot);
}

/** Another slot that is at hand at once, since a click does not wait for Postgres; one more is leased for the next time. */
export async function leaseSpareSlot(sql: Sql): Promise<() => number | undefined> {
  let spare: number | undefined = await leaseClickIdSlot(sql);
  return () => {
    const given = spare;
    spare = undefined;
    leaseClickIdSlot(sql).then(
      (leased) => {
        spare = leased;
      },
      () => undefined, // Postgres is away; the next jump asks again.
    );
    return given;
  };
}
