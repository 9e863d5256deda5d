// API keys: their form, how a request carries them, and what is stored. The key itself is shown once and not stored.
import { createHash } from 'node:crypto';
import { randomText } from '../identity/random-id.ts';

/** A recognizable prefix for people and secret scanners that find the key in a file. */
const PREFIX = 'tt_';
/** 43 letters and digits: 256 bits, not to be guessed; so a fast hash is enough. */
const RANDOM_LENGTH = 43;
const FORM = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH}}$`);
const HINT_LENGTH = PREFIX.length + 4;

export const newApiKey = (): string => PREFIX + randomText(RANDOM_LENGTH);
export const apiKeyHint = (key: string): string => key.slice(0, HINT_LENGTH);
export const apiKeyHash = (key: string): string => createHash('sha256').update(key).digest('hex');
/** What cannot be a key is no question for the database. */
export const isApiKey = (text: string): boolean => FORM.test(text);

const keysInText = new RegExp(`\\b${PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH}}`, 'g');
/** For texts that people keep, such as the log's lines. */
export const withoutApiKeys = (text: string): string => text.replace(keysInText, `${PREFIX}***`);

/** Of `WWW-Authenticate` (RFC 6750). */
export const missingScope = (scope: string): string => `error="insufficient_scope", scope="${scope}"`;

/**
 * The API key of an `Authorization` header, well formed or not; undefined when it carries none of ours: a gateway's own credentials, or a
 * checkout's token, are not for us.
 */
export function apiKeyOf(authorization: string | undefined): string | undefined {
  const token = /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  return token?.startsWith(PREFIX) ? token : undefined;
}
