/**
 * Makes texts of people and ad platforms safe to store and to list: removes control characters, turns line breaks into spaces,
 * replaces broken UTF-16, cuts long texts. HTML is left as it is: it is text.
 */
export const TEXT_LIMITS = { userAgent: 512, url: 2048, title: 512, tag: 256, adClickId: 512 } as const;

/** At most so many UTF-16 units, and no half of a surrogate pair at the end: ClickHouse refuses a row that has one. */
export function cutText(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text;
  const last = text.charCodeAt(lengthMax - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? lengthMax - 1 : lengthMax);
}

type Redact = (text: string) => string;

/** Most tags are an id or a word, in which there is nothing to clean or to redact. */
const WORD = /^\w+$/;

/** `redact` sees the whole text without control characters: nothing personal is hidden by one, or cut into what looks like none. */
export function cleanText(text: string, lengthMax: number, redact?: Redact): string {
  if (text === '') return '';
  if (WORD.test(text)) return text.length > lengthMax ? text.slice(0, lengthMax) : text;
  const plain = /\p{Cc}/u.test(text) ? text.replace(/[\r\n\t]+/g, ' ').replace(/\p{Cc}/gu, '') : text;
  const spaced = redact ? redact(plain) : plain;
  const cut = cutText(spaced, lengthMax);
  return (cut.isWellFormed() ? cut : cut.toWellFormed()).trim();
}

const MACRO = /^(?:\{.*\}|%7[Bb].*%7[Dd]|__[A-Z][A-Z0-9_]*__)$/;

/** '{{ad.id}}' and the like: the ad platform did not fill its macro in. */
export const isMacro = (text: string): boolean => MACRO.test(text.trim());

/** A tag value; an ad platform's macro that was not expanded ('{{ad.id}}', '%7Bsub1%7D', '__CAMPAIGN_ID__') says nothing and is empty. */
export function cleanTag(text: string, lengthMax: number = TEXT_LIMITS.tag, redact?: Redact): string {
  const clean = cleanText(text, lengthMax, redact);
  return MACRO.test(clean) ? '' : clean;
}

/** Without accents and in lower case: 'Ação Já' → 'acao ja'. For searches, and for names that become part of an address. */
export const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
