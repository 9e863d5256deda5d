import { createHash } from 'node:crypto';
import type { ConversionId } from '@tracker/schemas/primitives/ids';

/** sha256 as 64 hex digits; the identity of a body that carries none of its own. */
export function hashOf(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A conversion's id is a function of its identity (`conversionIdentity`), so that two posts that race make one conversion. */
export function conversionIdOf(identityKey: string): ConversionId {
  return `cv_${hashOf(identityKey).slice(0, 32)}` as ConversionId;
}
