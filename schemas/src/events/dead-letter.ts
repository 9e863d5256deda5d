import { z } from 'zod';
import { Instant } from '../primitives/time.ts';

/**
 * A record that could not be decoded or stored, kept with its bytes so that it can be sent again after the cause is repaired. Of a derived row
 * that could not be computed the bytes are the event that computes it again.
 */
export const DeadLetter = z.object({
  id: z.string(),
  stream: z.string(),
  tenantId: z.string(),
  reason: z.string(),
  stack: z.string(),
  topic: z.string(),
  position: z.string(),
  key: z.string(),
  /** base64 of the record's bytes. */
  bytes: z.string(),
  failedAt: Instant,
  /** Of the processor that failed. */
  version: z.string().default(''),
});
export type DeadLetter = z.infer<typeof DeadLetter>;
