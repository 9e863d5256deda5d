import { clickIdsIn } from '../primitives/click-id.ts';
import { cleanTag, TEXT_LIMITS } from '../primitives/text.ts';
import { redactTag } from '../privacy/redact-page.ts';
import { CONTAINERS } from './click-references.ts';
import { fieldOf, isObject, objectAt, textOf } from './fields.ts';
import type { JsonObject } from './json-object.ts';

/** The campaign tags of a delivery; '' where it has none. A conversion without a click takes its channel and ad from them. */
export interface Utm {
  readonly utm_source: string;
  readonly utm_medium: string;
  readonly utm_campaign: string;
  readonly utm_content: string;
  readonly utm_term: string;
}

export const UTM_NAMES = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'] as const;
/** A value for each of them. */
export const mapUtm = <Value>(give: (name: (typeof UTM_NAMES)[number]) => Value) =>
  Object.fromEntries(UTM_NAMES.map((name) => [name, give(name)])) as Record<(typeof UTM_NAMES)[number], Value>;

export const NO_UTM: Utm = mapUtm(() => '');

const REFERENCES = ['xcod', 'sck', 'src', 'SCK', 'SRC', 'source_sck', 'source', 'external_code'] as const;

/**
 * The utm values of a body; `named` are the checkout's own containers, `bare` those that say 'source' for 'utm_source'. Only where it has none at
 * all they are made from xcod, sck or src: sellers bundle the same parts in there.
 */
export function utmIn(body: JsonObject, named: readonly unknown[], bare: readonly unknown[] = []): Utm {
  const places = [...named.filter(isObject), ...CONTAINERS.map((path) => objectAt(body, path)), body];
  const meaning = (name: (typeof UTM_NAMES)[number]): string =>
    first([
      ...places.map((place) => fieldOf(place, name)),
      ...bare.filter(isObject).map((place) => fieldOf(place, name.slice('utm_'.length))),
    ]);
  const utm: Utm = mapUtm(meaning);
  if (hasUtm(utm)) return utm;
  for (const name of REFERENCES) {
    const parts = partsOf(
      first(
        places.map((place) => fieldOf(place, name)),
        TEXT_LIMITS.url,
      ),
    );
    if (parts) return parts;
  }
  return NO_UTM;
}

/** Whether it says where a buyer came from. */
export const hasUtm = ({ utm_source, utm_medium, utm_campaign, utm_content }: Utm): boolean =>
  `${utm_source}${utm_medium}${utm_campaign}${utm_content}` !== '';

/** A click id in a utm value is the click's, and no name of a campaign. */
function first(values: readonly unknown[], lengthMax: number = TEXT_LIMITS.tag): string {
  for (const value of values) {
    const tag = cleanTag(textOf(value, lengthMax), lengthMax, redactTag);
    if (tag !== '' && clickIdsIn(tag).length === 0) return tag;
  }
  return '';
}

/** What UTMify puts between the parts of Hotmart's `xcod`. */
const UTMIFY_SEPARATOR = 'hQwK21wXxR';

/** 'facebook|campaign|ad set|ad', UTMify's `xcod`, or a single word as 'instagram_bio'. A text with a long number is a person's id. */
function partsOf(text: string): Utm | undefined {
  if (text === '') return undefined;
  const [utm_source = '', utm_campaign = '', utm_medium = '', utm_content = '', utm_term = ''] = text.includes(
    UTMIFY_SEPARATOR,
  )
    ? text.split(UTMIFY_SEPARATOR)
    : text.split('|');
  const isSource = /^\p{L}[\p{L}\p{N}_. -]{0,39}$/u.test(utm_source) && !/\d{5}/.test(utm_source);
  if (!isSource) return undefined;
  return {
    utm_source: cleanTag(utm_source),
    utm_medium: cleanTag(utm_medium),
    utm_campaign: cleanTag(utm_campaign),
    utm_content: cleanTag(utm_content),
    utm_term: cleanTag(utm_term),
  };
}
