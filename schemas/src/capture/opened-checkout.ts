import { cleanText, TEXT_LIMITS } from '../primitives/text.ts';
import { redactUrl } from '../privacy/redact-page.ts';
import { firstTextOf } from './field-names.ts';
import { readJsonObject } from './json-object.ts';
import { firstValue } from './track.ts';

/** `POST /checkout`: the checkout that a visitor went to. An empty text means 'not given'. */
export interface OpenedCheckout {
  readonly clickId: string;
  /** Scheme, host and path. '' also for what is no address of a page. */
  readonly url: string;
}

/** Undefined when the text is no JSON object. */
export function readOpenedCheckout(text: string): OpenedCheckout | undefined {
  const fields = readJsonObject(text);
  return (
    fields && {
      clickId: cleanText(firstTextOf(fields, 'clickId'), TEXT_LIMITS.tag),
      url: cleanText(pageOf(firstValue(fields, 'url')), TEXT_LIMITS.url, redactUrl),
    }
  );
}

function pageOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url.origin + url.pathname : '';
}
