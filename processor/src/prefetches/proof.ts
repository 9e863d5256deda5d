import { instantFromMs, msFromInstant } from '@tracker/schemas/primitives/time';
import type { StoredClick } from '../batch/waiting-for-clicks.ts';

/** Something that names a click and is done by a person alone: if the click was prefetched, it was seen by then. */
export interface Proof extends StoredClick {
  /** Null: the click itself was stored; whether it was seen is to be looked up. */
  readonly seen_at: string | null;
  /** False: whether the click was prefetched is to be looked up. */
  readonly isPrefetch: boolean;
}

/** Behind the moment of the prefetch, whose row has that key; a checkout's clock may be slow. */
export const proofOf = (
  { tenant_id, click_id }: Omit<StoredClick, 'ts'>,
  clickedAtMs: number,
  seenAtMs: number,
): Proof => ({
  tenant_id,
  click_id,
  ts: instantFromMs(clickedAtMs),
  seen_at: instantFromMs(Math.max(seenAtMs, clickedAtMs + 1)),
  isPrefetch: true,
});

/** Of a row that has the moment of its click as `ts`, and knows no more of it. */
export const proofOfRow = (row: StoredClick, seenAt: string): Proof => ({
  ...proofOf(row, msFromInstant(row.ts), msFromInstant(seenAt)),
  isPrefetch: false,
});
