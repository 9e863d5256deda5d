import { type ClickEvent, type ClickTags, NO_TAGS, RAW_QUERY_MAX } from '../events/click.ts';
import { AD_TAGS, CLICK_TAGS, mapTags, RECOGNIZED_BY, TAG_NAMES, type TagName } from '../events/click-tags.ts';
import { cleanId, cleanTag, cleanText, TEXT_LIMITS } from '../primitives/text.ts';
import { redactTag, redactUrl } from '../privacy/redact-page.ts';
import { readQuery } from './link-text.ts';
import { channelNamed } from './source-names.ts';

/** `GET /track/{campaignId}`: the parameters of a tracking URL (specification §7.6), and the tag of each. */

export type RawQuery = { readonly [name: string]: unknown };

const IS_ID: ReadonlySet<TagName> = new Set(RECOGNIZED_BY);
const TAGS = TAG_NAMES.map((name) => ({ name, parameter: CLICK_TAGS[name].parameter, isId: IS_ID.has(name) }));

/**
 * UTMify puts `name|id` into one utm value; each fills its two subs (id, name) when they are empty. Its placement is in utm_term. Its links have no
 * tsource: what the platform reports as spent would be of one source, and what its clicks bring of none.
 */
const UTMIFY_PAIRS = [
  ['utmContent', 'sub1', 'sub4'],
  ['utmMedium', 'sub2', 'sub5'],
  ['utmCampaign', 'sub3', 'sub6'],
] as const satisfies readonly (readonly [TagName, TagName, TagName])[];

/** Raised when the same query gives other tags, so that a replay reads those of older events again. */
export const TAG_READER = '5';

/** The tags of a click at its moment: the pixel makes its own id of the parameter `fbclid`, and so does this, whole or not at all. */
export function readClick(query: RawQuery, clickedAtMs: number): ClickTags {
  const tags = readTags(query);
  const fbclid = tags.fbc === '' ? cleanId(firstValue(query, 'fbclid'), redactTag) : '';
  return fbclid === '' ? tags : { ...tags, fbc: cleanId(`fb.1.${clickedAtMs}.${fbclid}`) };
}

/** What older programs read, as this one reads it: from the query where the event has it, else by cleaning the tags. */
export function readAgain(
  payload: Pick<ClickEvent['payload'], 'query' | 'reader' | 'tags'>,
  clickedAtMs: number,
): ClickTags {
  if (payload.reader === TAG_READER) return payload.tags;
  if (payload.query !== undefined) return readClick(readQuery(payload.query), clickedAtMs);
  const { tags } = payload;
  return withUtmifyAd(mapTags(TAG_NAMES, (name) => (IS_ID.has(name) ? cleanId(tags[name]) : cleanTag(tags[name]))));
}

/** Parameters that are no tags; their values are stored elsewhere in the event. */
const STORED_ELSEWHERE = ['referrer', 'prev', 'consent', 'format', 'defaultcampaignid'];
const NO_TAG = new RegExp(`^(?:${STORED_ELSEWHERE.join('|')})=`, 'i');

/**
 * Whether the tags hold each value of a plain query as it came, and nothing else, as of most healthy clicks: a later reader then finds in them what
 * it would find in the query, and the event needs none (ADR 155).
 */
export function tagsSayAll(query: string, values: RawQuery, tags: ClickTags): boolean {
  let held = 0;
  for (const { name, parameter } of TAGS) {
    const value = values[parameter] ?? '';
    if (tags[name] !== value) return false;
    if (value !== '') held += 1;
  }
  for (const name of STORED_ELSEWHERE) if (values[name] !== undefined) held += 1;
  let pairs = query === '' ? 0 : 1;
  for (let at = query.indexOf('&'); at !== -1; at = query.indexOf('&', at + 1)) pairs += 1;
  return pairs === held;
}

/** The query as an event may keep it; undefined when it is too long. */
export function keptQuery(query: string): string | undefined {
  const pairs = query.split('&').filter((pair) => !NO_TAG.test(pair));
  const kept = redactUrl(`?${pairs.join('&')}`).slice(1);
  return kept.length <= RAW_QUERY_MAX ? kept : undefined;
}

export function readTags(query: RawQuery): ClickTags {
  // Copied whole: an object that grows field by field costs more than all of their texts.
  const tags = { ...NO_TAGS };
  for (const { name, parameter, isId } of TAGS) {
    const value = firstValue(query, parameter);
    if (value !== '') tags[name] = isId ? cleanId(value, redactTag) : cleanTag(value, TEXT_LIMITS.tag, redactTag);
  }
  return withUtmifyAd(tags);
}

/**
 * The ad of a link with UTMify's parameters, for people who keep them in their ads. The processor reads it, too, so that a replay
 * gives clicks of older programs what this one reads.
 */
export function withUtmifyAd(given: ClickTags): ClickTags {
  if (!UTMIFY_PAIRS.some(([utm]) => given[utm].includes('|'))) return given;
  const tags = { ...given };
  for (const [utm, id, name] of UTMIFY_PAIRS) fillFromPair(tags, tags[utm], id, name);
  tags.source ||= channelNamed(given.utmSource);
  // Elsewhere utm_term is a keyword, or the ad set of our own links. For Google it is '{placement}::{keyword}'.
  if (UTMIFY_PAIRS.every(([utm]) => given[utm].includes('|')))
    tags.sub7 ||= cleanTag(given.utmTerm.split('::')[0] ?? '');
  return tags;
}

/** Whether the link brought a macro of the ad as it was written, or another text that says nothing, which `readTags` leaves out. */
export const hasRawMacro = (query: RawQuery, tags: ClickTags): boolean =>
  AD_TAGS.some((name) => tags[name] === '' && firstValue(query, CLICK_TAGS[name].parameter).trim() !== '');

export const readReferrer = (query: RawQuery): string =>
  cleanText(firstValue(query, 'referrer'), TEXT_LIMITS.url, redactUrl);

/** The value of a parameter; of a repeated one, the first. */
export function firstValue(query: RawQuery, name: string): string {
  const value = Object.hasOwn(query, name) ? query[name] : undefined;
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? first : '';
}

function fillFromPair(tags: Record<TagName, string>, value: string, id: TagName, name: TagName) {
  const bar = value.lastIndexOf('|');
  if (bar === -1) return;
  tags[id] ||= cleanTag(value.slice(bar + 1));
  tags[name] ||= cleanTag(value.slice(0, bar));
}
