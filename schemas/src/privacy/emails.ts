// E-mail addresses inside texts, as they are typed and as URLs and nested JSON write them ('%40', '\u0040').

// Every part has a bound, so that a long text without an end costs no more than its length. The last part begins with a letter: a
// package's version ('postgres@3.4.7') is no address.
const EMAIL =
  /[\p{L}\p{N}.+_'%-]{1,64}(?:@|%40|\\u0040|&#64;)(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}[\p{L}\p{N}-]{1,62}/giu;

/** A look that costs nothing: almost no text has one. */
const mayHaveEmail = (text: string): boolean =>
  text.includes('@') || text.includes('%40') || text.includes('u0040') || text.includes('&#64;');

/** The text with each e-mail address replaced by `mark`; the same text when there is none. */
export const replaceEmails = (text: string, mark: string): string =>
  mayHaveEmail(text) ? text.replace(EMAIL, mark) : text;

/** For the URLs, titles and tags of visits: who visits is nobody's business there. */
export const withoutEmails = (text: string): string => replaceEmails(text, '[email]');

/** The first address in the text, as it is typed; '' when there is none. */
export function firstEmail(text: string): string {
  if (!mayHaveEmail(text)) return '';
  const found = text.match(EMAIL)?.[0] ?? '';
  return found.replace(/%40|\\u0040|&#64;/i, '@');
}
