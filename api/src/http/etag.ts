import { createHash } from 'node:crypto';

/** A weak ETag: two answers have the same meaning. Headers that belong to the answer (the total of a list) are hashed with it. */
export function etagOf(...parts: readonly string[]): string {
  const hash = createHash('sha1');
  for (const part of parts) hash.update(part).update('\0');
  return `W/"${hash.digest('base64url')}"`;
}

const ofBytes = new WeakMap<Buffer, string>();

/** Of bytes that are kept and never change: computed once. */
export function etagOfBytes(bytes: Buffer): string {
  const known = ofBytes.get(bytes);
  if (known !== undefined) return known;
  const etag = `W/"${createHash('sha1').update(bytes).digest('base64url')}"`;
  ofBytes.set(bytes, etag);
  return etag;
}

/** `If-None-Match` holds one or more tags or `*`; weak comparison (RFC 9110 §13.1.2). */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const bare = etag.replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === bare);
}
