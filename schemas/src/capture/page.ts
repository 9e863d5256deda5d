import { cleanText, TEXT_LIMITS } from '../primitives/text.ts';
import { type Page, redactPage } from '../privacy/redact-page.ts';
import { firstValue, type RawQuery } from './track.ts';

/** `GET /view`: the page that was viewed. `askedFrom` is the page that the request came from: it is the one, if the query names none. */
export function readPage(query: RawQuery, askedFrom: string): Page {
  const whole = (name: string) => cleanText(firstValue(query, name), Number.POSITIVE_INFINITY);
  const page = redactPage({ url: whole('url') || askedFrom, title: whole('title'), referrer: whole('referrer') });
  return {
    url: cleanText(page.url, TEXT_LIMITS.url),
    title: cleanText(page.title, TEXT_LIMITS.title),
    referrer: cleanText(page.referrer, TEXT_LIMITS.url),
  };
}
