// E-mail addresses inside texts, as they are typed and as URLs and nested JSON write them ('%40', '\u0040').

/** '%2540': a URL inside a URL. */
const AT = /@|%(?:25){0,3}40|\\u0040|&#64;/gi;
// Every part has a bound, so that a long text without an end costs no more than its length. The last part begins with a letter: a
// package's version ('postgres@3.4.7') is no address.
const DOMAIN = /(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}[\p{L}\p{N}-]{1,62}/uy;
const LOCAL_LENGTH_MAX = 64;
const LOCAL = /^[\p{L}\p{N}.+_'%-]$/u;

interface Address {
  readonly start: number;
  readonly end: number;
  /** As it is typed. */
  readonly text: string;
}

/** Looked for around each '@', and not from each letter on, since almost no text has one. */
// The regular expressions are shared: a caller that takes the addresses one by one must not look into another text between two.
function* addressesIn(text: string): Generator<Address> {
  let from = 0;
  AT.lastIndex = 0;
  for (let at = AT.exec(text); at; at = AT.exec(text)) {
    const next = AT.lastIndex;
    DOMAIN.lastIndex = next;
    const domain = DOMAIN.exec(text)?.[0];
    const start = domain === undefined ? at.index : localStart(text, at.index, from);
    if (domain !== undefined && start < at.index) {
      const end = next + domain.length;
      yield { start, end, text: `${text.slice(start, at.index)}@${domain}` };
      from = end;
      AT.lastIndex = end;
    } else AT.lastIndex = next;
  }
}

function localStart(text: string, at: number, from: number): number {
  const first = Math.max(from, at - LOCAL_LENGTH_MAX);
  let start = at;
  while (start > first && LOCAL.test(text.charAt(start - 1))) start -= 1;
  return start;
}

/** A look that costs nothing. */
const mayHaveEmail = (text: string): boolean =>
  text.includes('@') || (text.includes('40') && /%(?:25)*40|u0040/i.test(text)) || text.includes('&#64;');

/** The text with each e-mail address replaced by `mark`; the same text when there is none. */
export function replaceEmails(text: string, mark: string): string {
  if (!mayHaveEmail(text)) return text;
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of addressesIn(text)) {
    parts.push(text.slice(from, start), mark);
    from = end;
  }
  return from === 0 ? text : parts.join('') + text.slice(from);
}

/** For lines of a log. */
export const withoutEmails = (text: string): string => replaceEmails(text, '[email]');

/** The first address in the text, as it is typed; '' when there is none. */
export function firstEmail(text: string): string {
  if (!mayHaveEmail(text)) return '';
  const [first] = addressesIn(text);
  return first?.text ?? '';
}
