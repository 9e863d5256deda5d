import type { ClickTags } from '../events/click.ts';
import { cleanTag, cleanText, TEXT_LIMITS } from '../primitives/text.ts';
import { withoutEmails } from '../privacy/emails.ts';

/** `GET /track/{campaignId}`: the parameters of a tracking URL (specification §7.6), and how each becomes a tag. */

export type RawQuery = { readonly [name: string]: unknown };

const PARAMETER_OF: Readonly<Record<keyof ClickTags, string>> = {
  source: 'tsource',
  fbp: '_fbp',
  fbc: '_fbc',
  sub1: 'sub1',
  sub2: 'sub2',
  sub3: 'sub3',
  sub4: 'sub4',
  sub5: 'sub5',
  sub6: 'sub6',
  sub7: 'sub7',
  sub8: 'sub8',
  utmSource: 'utm_source',
  utmMedium: 'utm_medium',
  utmCampaign: 'utm_campaign',
  utmContent: 'utm_content',
  utmTerm: 'utm_term',
  utmId: 'utm_id',
};

const TAGS = Object.entries(PARAMETER_OF) as [keyof ClickTags, string][];

/** UTMify puts `name|id` into one utm value; each fills its two subs (id, name) when they are empty. */
const UTMIFY_PAIRS = [
  ['utmContent', 'sub1', 'sub4'],
  ['utmMedium', 'sub2', 'sub5'],
  ['utmCampaign', 'sub3', 'sub6'],
] as const satisfies readonly (readonly [keyof ClickTags, keyof ClickTags, keyof ClickTags])[];

export function readTags(query: RawQuery): ClickTags {
  const tags = {} as Record<keyof ClickTags, string>;
  for (const [tag, parameter] of TAGS) tags[tag] = cleanTag(withoutEmails(firstValue(query, parameter)));
  for (const [utm, id, name] of UTMIFY_PAIRS) fillFromPair(tags, tags[utm], id, name);
  return tags;
}

export const readReferrer = (query: RawQuery): string =>
  cleanText(withoutEmails(firstValue(query, 'referrer')), TEXT_LIMITS.url);

/** The value of a parameter; of a repeated one, the first. */
export function firstValue(query: RawQuery, name: string): string {
  const value = Object.hasOwn(query, name) ? query[name] : undefined;
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? first : '';
}

function fillFromPair(
  tags: Record<keyof ClickTags, string>,
  value: string,
  id: keyof ClickTags,
  name: keyof ClickTags,
) {
  const bar = value.lastIndexOf('|');
  if (bar === -1) return;
  tags[id] ||= cleanTag(value.slice(bar + 1));
  tags[name] ||= cleanTag(value.slice(0, bar));
}
