import { cleanText } from '@tracker/schemas/primitives/text';

/** The text of a header. Node decodes the bytes as Latin-1, while browsers and CDNs send UTF-8. */
export function headerText(
  value: string | string[] | undefined,
  lengthMax: number,
  redact?: (text: string) => string,
): string {
  if (typeof value !== 'string' || value === '') return '';
  const text = /[\u0080-\u00ff]/.test(value) ? Buffer.from(value, 'latin1').toString('utf8') : value;
  return cleanText(text, lengthMax, redact);
}
