import { isCardNumber, isCpf, replaceDocuments } from './documents.ts';
import { firstEmail, replaceEmails } from './emails.ts';
import { isIdKey, treatmentOf, wordOf } from './personal-keys.ts';
import { replacePhones } from './phones.ts';
import { PERSONAL, REDACTED, type RedactedBody } from './redact.ts';

/** A key and its value in JSON that cannot be parsed, also within a text of JSON, where quotes have a backslash. */
const PAIR = /(\\*")([^"\\\n]{1,64})(\1\s*:\s*)("(?:[^"\\]|\\[\s\S])*"?|\\+"[^"\\]*(?:\\+")?|[^\s,"\\{}[\]]+)/g;
/** A member of a list has no key. */
const MEMBER = /([[,]\s*\\*")(\d{11,19})(?=\\*"(?!\s*:))/g;
const DIGITS = /(?<![\w.-])\d{11,19}(?![\w.-])/g;

/**
 * Decides by keys and by the look of numbers, since there is no tree to walk. Of a bare `name` no one knows whose it is: it is a person's. Where
 * anything was taken out, the whole text travels encrypted, without numbers of documents and cards.
 */
export function redactRaw(text: string): Omit<RedactedBody, 'body'> & { readonly text: string } {
  const withoutDocuments = replaceDocuments(replacePairs(text, 'redacted'), REDACTED);
  const clean = replacePhones(replaceEmails(replacePairs(withoutDocuments, 'personal'), PERSONAL), PERSONAL);
  const personal: Record<string, string> = clean === withoutDocuments ? {} : { body: withoutDocuments };
  return { text: clean, personal, email: firstEmail(text), phone: '' };
}

function replacePairs(text: string, what: 'redacted' | 'personal'): string {
  const pairs = text.replace(PAIR, (whole, open: string, key: string, between: string, value: string) => {
    const word = wordOf(key);
    const quote = /^\\*"/.exec(value)?.[0] ?? open;
    const mark = what === 'redacted' ? REDACTED : PERSONAL;
    if (treatmentOf('root', word, true) === what) return `${open}${key}${between}${quote}${mark}${quote}`;
    if (what === 'personal' || isIdKey(word)) return whole;
    const isBare = !value.includes('"');
    const kept = value.replace(DIGITS, (digits) => (isRegister(digits) ? REDACTED : digits));
    return `${open}${key}${between}${isBare && kept !== value ? `${quote}${kept}${quote}` : kept}`;
  });
  if (what === 'personal') return pairs;
  return pairs.replace(
    MEMBER,
    (_, before: string, digits: string) => before + (isRegister(digits) ? REDACTED : digits),
  );
}

/** A moment in milliseconds has 13 digits and begins with 1, as no card does. */
const isRegister = (digits: string): boolean =>
  digits.length === 11 ? isCpf(digits) : digits.length >= 13 && !/^1\d{12}$/.test(digits) && isCardNumber(digits);
