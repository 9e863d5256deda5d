import { LINK_PARAMETERS } from '@tracker/schemas/checkouts/generated/link-parameters';
import { UNEXPANDED } from './landing.ts';

type Parameters = readonly (readonly [name: string, value: string])[];

const PLACEHOLDER = /\{clickid\}|%7Bclickid%7D/gi;

/** What a URL of a checkout is to carry: the click id, and the utm values of the page. Nothing when the URL belongs to no checkout. */
export function checkoutParameters(href: string, clickId: string, base: string, search: string): Parameters {
  const { protocol, hostname } = new URL(href, base);
  if (!/^https?:$/.test(protocol)) return [];
  const found = LINK_PARAMETERS.find(([, hosts]) =>
    hosts.split(' ').some((host) => `.${hostname}`.endsWith(`.${host}`)),
  );
  return found
    ? found[0]
        .split(' ')
        .map((name) => [name, clickId] as const)
        .concat(
          Array.from(new URLSearchParams(search)).filter(
            ([name, value]) => /^utm_\w+$/.test(name) && !UNEXPANDED.test(value),
          ),
        )
    : [];
}

/** `{clickid}` in any address or value of the seller's is the click id. */
export const fillPlaceholder = (text: string, clickId: string) => (clickId ? text.replace(PLACEHOLDER, clickId) : text);

/**
 * The address with the click id and the utm values in it. Everything else stays to the letter, above all a value that the seller gave himself: the
 * text is added to, never parsed and written again.
 */
export function decorateUrl(href: string, clickId: string, base: string, search: string): string {
  let text = fillPlaceholder(href, clickId);
  for (const [name, value] of checkoutParameters(text, clickId, base, search)) {
    const { searchParams } = new URL(text, base);
    if (!value || searchParams.get(name)) continue;
    const pair = `${name}=${encodeURIComponent(value)}`;
    const [address = '', ...fragment] = text.split('#');
    const filled = searchParams.has(name)
      ? address.replace(new RegExp(`([?&])${name}=?(?=&|$)`), `$1${pair}`)
      : `${address}${address.indexOf('?') < 0 ? '?' : /[?&]$/.test(address) ? '' : '&'}${pair}`;
    text = [filled, ...fragment].join('#');
  }
  return text;
}
