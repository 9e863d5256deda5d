import { LINK_PARAMETERS } from '@tracker/schemas/checkouts/generated/link-parameters';
import { UNEXPANDED } from './landing.ts';

type Parameters = readonly (readonly [name: string, value: string])[];

const PLACEHOLDER = /\{clickid\}|%7Bclickid%7D/gi;

/** Host and path of its pages, by the parameters that go there; the host may be a sub-domain. */
const CHECKOUTS = LINK_PARAMETERS.map(
  ([names, hosts]) => [names, new RegExp(`^[^/]*\\.(${hosts.replace(/\./g, '\\.').replace(/ /g, '|')})/`)] as const,
);

/** Without blanks around it, and without tabs and line ends in it: what a browser takes away before it reads an address. */
const asRead = (href: string) => href.replace(/^[\0- ]+|[\0- ]+$|[\t\n\r]+/g, '');

/** What a URL of a checkout is to carry: the click id, and the utm values of the page. Nothing when the URL belongs to no checkout. */
export function checkoutParameters(href: string, clickId: string, base: string, search: string): Parameters {
  const { protocol, hostname, pathname } = new URL(href, base);
  // A fragment alone leads to another place of the same page.
  if (!/^https?:$/.test(protocol) || asRead(href)[0] === '#') return [];
  const found = CHECKOUTS.find(([, pages]) => pages.test(`.${hostname}${pathname}/`));
  return found
    ? found[0]
        .split(' ')
        .map((name) => [name, clickId] as const)
        .concat(
          [...new URLSearchParams(search)].filter(([name, value]) => /^utm_\w+$/.test(name) && !UNEXPANDED.test(value)),
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
    const [, address, mark, query, fragment] = /^([^?#]*)(\?|)([^#]*)([\s\S]*)/.exec(
      asRead(text),
    ) as unknown as string[];
    if (!value || new URLSearchParams(query).getAll(name).some(Boolean)) continue;
    const pair = `${name}=${encodeURIComponent(value)}`;
    const filled = query!.replace(new RegExp(`(^|&)${name}=?(?=&|$)`), `$1${pair}`);
    const joint = query && !/&$/.test(query) ? '&' : '';
    text = `${address}${mark || '?'}${filled === query ? query + joint + pair : filled}${fragment}`;
  }
  return text;
}
