// Where a tracking link redirects to. The landing URL belongs to the campaign; a query can fill its macros but never choose its
// scheme or host, so that our links are no open redirect.
import { decodeText, meaningOf } from '@tracker/schemas/capture/link-text';
import { firstValue, type RawQuery } from '@tracker/schemas/capture/track';
import type { ClickTags } from '@tracker/schemas/events/click';
import { CLICK_TAGS, TAGS_WITH_HEADER, type TagName } from '@tracker/schemas/events/click-tags';
import type { ClickId } from '@tracker/schemas/primitives/click-id';

/** Names in braces, as an ad platform's user would write them: the parameters of a tracking URL that people set. */
const tagOfMacro: Readonly<Record<string, TagName>> = {
  source: 'source',
  ...Object.fromEntries(TAGS_WITH_HEADER.map((name) => [CLICK_TAGS[name].parameter, name])),
};

/** Scheme and host are everything before the first '/', '?' or '#' of the rest; `\` counts as '/' for browsers. No macro there. */
const parts = /^(https?:\/\/[^/?#\\{}\s]+)([^?#]*)(\?[^#]*)?(#.*)?$/is;

/** The redirect target, or undefined when the stored landing URL is invalid. */
export function landingUrlFor(
  destinationUrl: string,
  clickId: ClickId,
  tags: ClickTags,
  query: RawQuery = {},
): string | undefined {
  const match = parts.exec(destinationUrl.trim());
  if (!match) return undefined;
  const [, origin = '', path = '', own = '', fragment = ''] = match;
  const fill = (text: string) =>
    text.replace(/\{([a-z0-9_]+)\}/g, (macro: string, name: string) => {
      if (name === 'clickid') return clickId;
      const tag = Object.hasOwn(tagOfMacro, name) ? tagOfMacro[name] : undefined;
      return tag === undefined ? macro : encodeURIComponent(tags[tag]);
    });
  const url = `${origin}${fill(path)}${withClickId(fill(own), clickId, query)}${fill(fragment)}`;
  return URL.canParse(url) ? new URL(url).href : undefined;
}

/**
 * A `clickid` in the landing URL is replaced by ours, and its other parameters stay byte for byte. What the ad platform and the author of the ad put
 * behind the tracking link follows, where the landing URL has no value of its own: the page's pixel and tags look for it there.
 */
function withClickId(own: string, clickId: ClickId, query: RawQuery): string {
  const kept = own
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !/^clickid(=|$)/.test(pair));
  const names = new Set(kept.map((pair) => decodeText(pair.split('=', 1)[0] ?? '').toLowerCase()));
  const passed = Object.keys(query)
    .filter((name) => PASSED_ON.test(name) && !names.has(name.toLowerCase()))
    .map((name) => [name, meaningOf(firstValue(query, name))] as const)
    .filter(([, value]) => value !== '' && value.isWellFormed());
  return `?${[...kept, ...passed.map(([name, value]) => `${name}=${encodeURIComponent(value)}`), `clickid=${clickId}`].join('&')}`;
}

/** Ids of clicks as ad platforms name them, what belongs to them, and utm values. */
const PASSED_ON =
  /^(?:utm_\w+|gad_\w+|hsa_\w+|gclsrc|_ttp|[gw]braid|(?:fb|g|d|tt|tw|y|im|wt|ctwa_|q|pin|ob)clid|msclkid|sccid|vmcid|ndclid|click_id|li_fat_id|epik|rdt_cid|tblci|dicbo|ob_click_id|srsltid)$/i;
