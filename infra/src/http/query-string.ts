// Query strings come from advertisements, scripts and attackers: the first of a duplicated key wins, `__proto__` is a key like
// any other (the object has no prototype), broken percent-encoding is replaced by U+FFFD instead of refused.
import { unescape as unescapePercent } from 'node:querystring';

const decode = (text: string): string => {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  return spaced.includes('%') ? unescapePercent(spaced) : spaced;
};

/** Inherits nothing. By a constructor, because the engine keeps `Object.create(null)` itself as a slow dictionary. */
function Values() {}
Values.prototype = Object.create(null);
const newValues = Values as unknown as new () => Record<string, string>;

/** Every value is a string; a key without `=` has the empty one. */
export function parseQueryString(text: string): Record<string, string> {
  const values = new newValues();
  let start = 0;
  while (start < text.length) {
    let end = text.indexOf('&', start);
    if (end === -1) end = text.length;
    const equals = text.indexOf('=', start);
    const keyEnd = equals === -1 || equals > end ? end : equals;
    if (keyEnd > start) {
      const key = decode(text.slice(start, keyEnd));
      if (values[key] === undefined) values[key] = keyEnd < end ? decode(text.slice(keyEnd + 1, end)) : '';
    }
    start = end + 1;
  }
  return values;
}
