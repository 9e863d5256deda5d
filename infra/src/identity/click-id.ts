// Mints click ids, whose last six digits are three of this process's slot and three of a counter. Unique without asking
// anyone: no two processes that live at the same time share a slot, and within one the pair of moment and counter never repeats.
import { randomInt } from 'node:crypto';
import { type ClickId, formatClickId } from '@tracker/schemas/primitives/click-id';
import type { CampaignId } from '@tracker/schemas/primitives/ids';
import type { Clock } from '../lifecycle/clock.ts';
import type { Sql } from '../postgres/connect.ts';

const PER_MILLISECOND = 1_000;

export interface MintedClickId {
  readonly id: ClickId;
  /** The moment in it, in Unix milliseconds: when the click occurred. */
  readonly ms: number;
}

export interface ClickIdMint {
  mint(campaignId: CampaignId): MintedClickId;
}

/** `slot`: 0–999, from `leaseClickIdSlot`. */
export function createClickIdMint(options: { slot: number; clock: Clock }): ClickIdMint {
  const { slot, clock } = options;
  if (!Number.isInteger(slot) || slot < 0 || slot > 999)
    throw new RangeError(`slot must be from 0 to 999, not ${slot}`);
  const slotDigits = String(slot).padStart(3, '0');
  let ms = 0;
  let start = 0;
  let used = 0;

  function enter(moment: number) {
    ms = moment;
    used = 0;
    // Random, so that an id does not reveal the number of clicks and cannot be guessed from the previous one.
    start = randomInt(PER_MILLISECOND);
  }

  return {
    mint(campaignId) {
      const now = Math.trunc(clock.now());
      // A clock that was set back must not issue the same numbers twice: wait for it.
      if (now > ms) enter(now);
      else if (used === PER_MILLISECOND) enter(ms + 1);
      const counter = (start + used) % PER_MILLISECOND;
      used += 1;
      return { id: formatClickId(campaignId, ms, `${slotDigits}${String(counter).padStart(3, '0')}`), ms };
    },
  };
}

/** Three digits that no other process has now: a sequence that goes round, so that one comes back after 999 other starts. */
export async function leaseClickIdSlot(sql: Sql): Promise<number> {
  const [row] = await sql<{ slot: string }[]>`SELECT nextval('click_id_slots') AS slot`;
  return Number(row!.slot);
}
