// Phone numbers inside texts, in the ways that people and forms write them. Digits alone are kept in most texts: ids of ads and orders
// look like that.

/** '+55 11 99999-8888', '+1 (212) 555-0100': a plus, then 10 to 15 digits. */
const INTERNATIONAL = /(?<!\w)\+ ?(?:\(?\d{1,4}\)?[ .-]?){2,5}\d{2,4}(?![\w-])/g;
/** '(11) 99999-8888', '(011)33334444' */
const WITH_AREA = /(?<![\w+])(?:55 ?)?\(0?\d{2}\) ?9? ?\d{4}[ .-]?\d{4}(?![\w-])/g;
/** '11 99999-8888', '55 11 99999 8888', '11-999998888': mobile numbers alone, since pairs of years and sizes look like the others. */
const MOBILE = /(?<![\w.,+-])(?:55[ .-]?)?0?[1-9]{2}[ .-]9 ?\d{4}[ .-]?\d{4}(?![\w-])/g;
/** '99999-8888' */
const LOCAL = /(?<![\w.,+-])9\d{4}-\d{4}(?![\w-])/g;

/** Any of these begins or ends so. */
const HINT = /\+|\(0?\d{2}\)|\d{4}[ .-]\d{4}|\d[ .-]9 ?\d{4}/;

const digitsIn = (text: string): number => text.replace(/\D/g, '').length;

/** The text with each phone number replaced by `mark`; the same text when there is none. */
export function replacePhones(text: string, mark: string): string {
  if (!HINT.test(text)) return text;
  return text
    .replace(INTERNATIONAL, (number) => (digitsIn(number) >= 10 && digitsIn(number) <= 15 ? mark : number))
    .replace(WITH_AREA, mark)
    .replace(MOBILE, mark)
    .replace(LOCAL, mark);
}

/** Digits alone that are a Brazilian mobile number, with or without the country's code. */
export const isMobileNumber = (digits: string): boolean => /^(?:55)?[1-9]{2}9\d{8}$/.test(digits);
