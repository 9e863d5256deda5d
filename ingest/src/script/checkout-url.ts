import { LINK_PARAMETERS } from '@tracker/schemas/checkouts/generated/link-parameters';

const PLACEHOLDER = /\{clickid\}|%7Bclickid%7D/gi;

/** The URL parameters of this checkout that carry the click id; empty when the URL belongs to no checkout. */
export function checkoutParameters(href: string, base: string): readonly string[] {
  const { protocol, hostname } = new URL(href, base);
  if (!/^https?:$/.test(protocol)) return [];
  const host = Object.keys(LINK_PARAMETERS).find(
    (one) => hostname === one || hostname.slice(-one.length - 1) === `.${one}`,
  );
  return (host && LINK_PARAMETERS[host]) || [];
}

/** `{clickid}` in any address or value of the seller's is the click id. */
export const fillPlaceholder = (text: string, clickId: string) => text.replace(PLACEHOLDER, clickId);

/**
 * The address with the click id in it. Everything else stays to the letter, above all a value that the seller gave himself: the
 * text is added to, never parsed and written anew.
 */
export function decorateUrl(href: string, clickId: string, base: string): string {
  let text = fillPlaceholder(href, clickId);
  for (const name of checkoutParameters(text, base)) {
    const { searchParams } = new URL(text, base);
    if (searchParams.get(name)) continue;
    const [address = '', ...fragment] = text.split('#');
    const filled = searchParams.has(name)
      ? address.replace(new RegExp(`([?&])${name}=?(?=&|$)`), `$1${name}=${clickId}`)
      : `${address}${address.indexOf('?') < 0 ? '?' : /[?&]$/.test(address) ? '' : '&'}${name}=${clickId}`;
    text = [filled, ...fragment].join('#');
  }
  return text;
}
