import { createHash, randomBytes } from 'node:crypto';

/** A bearer secret: 256 random bits, url-safe. It is shown once and not stored. */
export const newSecretToken = (): string => randomBytes(32).toString('base64url');

/** What is kept of a token: the table opens nothing to its reader. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();
