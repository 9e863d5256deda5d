import { meaningOf } from '../capture/link-text.ts';

/**
 * Makes texts of people and ad platforms safe to store and to list: removes control characters, turns line breaks into spaces,
 * replaces broken UTF-16, cuts long texts. HTML is left as it is: it is text.
 */
export const TEXT_LIMITS = { userAgent: 512, url: 2048, title: 512, tag: 256, adClickId: 1024 } as const;

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

/** Of a word: what says nothing, or may. */
const DOUBTFUL = /^(?:undefined|null|nan|none|false|_+)$|^3D|__[A-Z]/i;

/**
 * The value of a tag, wherever it came from: a link, the script, a form, a checkout, a file. What is invisible is taken out, what was encoded
 * twice is decoded, and what says nothing ('undefined', '{{ad.id}}') is empty.
 */
export function cleanTag(text: string, lengthMax: number = TEXT_LIMITS.tag, redact?: Redact): string {
  if (text === '') return '';
  if (WORD.test(text) && !DOUBTFUL.test(text)) return text.length > lengthMax ? text.slice(0, lengthMax) : text;
  return cleanText(meaningOf(text), lengthMax, redact);
}

/** An id by which an ad platform finds a click or a browser: it finds nothing by one that was cut. */
export function cleanId(text: string, redact?: Redact): string {
  const clean = cleanTag(text, TEXT_LIMITS.adClickId + 1, redact);
  return clean.length > TEXT_LIMITS.adClickId ? '' : clean;
}

/** Without accents and in lower case: 'Ação Já' → 'acao ja', as `foldedSql` in statements. For searches, and for names that become part of an address. */
export const folded = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ');
