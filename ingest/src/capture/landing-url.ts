// Where a tracking link redirects to. The landing URL belongs to the campaign; a query can fill its macros but never choose its
// scheme or host, so that our links are no open redirect.
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
export function landingUrlFor(destinationUrl: string, clickId: ClickId, tags: ClickTags): string | undefined {
  const match = parts.exec(destinationUrl.trim());
  if (!match) return undefined;
  const [, origin = '', path = '', query = '', fragment = ''] = match;
  const fill = (text: string) =>
    text.replace(/\{([a-z0-9_]+)\}/g, (macro: string, name: string) => {
      if (name === 'clickid') return clickId;
      const tag = Object.hasOwn(tagOfMacro, name) ? tagOfMacro[name] : undefined;
      return tag === undefined ? macro : encodeURIComponent(tags[tag]);
    });
  const url = `${origin}${fill(path)}${withClickId(fill(query), clickId)}${fill(fragment)}`;
  return URL.canParse(url) ? new URL(url).href : undefined;
}

/** A `clickid` in the landing URL is replaced by ours. Everything else stays byte for byte. */
function withClickId(query: string, clickId: ClickId): string {
  const kept = query
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !/^clickid(=|$)/.test(pair));
  return `?${[...kept, `clickid=${clickId}`].join('&')}`;
}
