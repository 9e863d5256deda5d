// Whether a secret of the settings could be guessed. Long and random is strong; nothing else is.
import type { AppKey } from '../config/settings.ts';

const LENGTH_MIN = 12;
const DISTINCT_MIN = 6;
const USUAL =
  /^(tracker|traffic|postgres|clickhouse|default|admin|root|redis|kafka|password|senha|secret|changeme|test)\W?\d*$/i;

export function strengthOf(password: string, username = ''): 'strong' | 'weak' | 'none' {
  if (password === '') return 'none';
  const isWeak =
    password.length < LENGTH_MIN ||
    new Set(password).size < DISTINCT_MIN ||
    password === username ||
    USUAL.test(password);
  return isWeak ? 'weak' : 'strong';
}

/** Of 32 random bytes, fewer than half as many different ones come once in the age of the universe. */
const BYTES_MIN = 16;

/** Ids of keys that were typed or copied from an example: of text, of a pattern, of one byte again and again. */
export const weakKeysOf = (keys: readonly AppKey[]): string[] =>
  keys.flatMap(({ id, key }) => {
    const steps = new Set([...key].slice(1).map((byte, index) => (byte - key[index]! + 256) % 256));
    const isText = key.every((byte) => byte >= 0x20 && byte < 0x7f);
    return isText || steps.size === 1 || new Set(key).size < BYTES_MIN ? [id] : [];
  });
