import { z } from 'zod';
import { TEXT_LIMITS } from '../primitives/text.ts';

/** The place as a trusted proxy reported it; without one the processor looks the address up. */
export const TrustedPlace = z.object({
  countryCode: z.string().max(2),
  region: z.string().max(128),
  city: z.string().max(128),
  timeZone: z.string().max(64),
});
export type TrustedPlace = z.infer<typeof TrustedPlace>;

/** The raw facts of a visitor's request. Device and place are derived later, so that a better parser improves history. */
export const RequestFacts = z.object({
  userAgent: z.string().max(TEXT_LIMITS.userAgent),
  /** Cut to its network (IPv4 /24, IPv6 /48) when the whole one is encrypted in `address`. */
  ipAddress: z.string().max(64),
  /** The whole address, encrypted with the key of its day; the key is deleted after 30 days. */
  address: z.object({ keyId: z.string().max(32), sealed: z.string().max(64) }).optional(),
  referrer: z.string().max(TEXT_LIMITS.url),
  place: TrustedPlace.nullable(),
});
export type RequestFacts = z.infer<typeof RequestFacts>;
