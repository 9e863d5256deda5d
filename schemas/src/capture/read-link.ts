import { cleanTag } from '../primitives/text.ts';
import { channelOf, DIRECT } from './channel.ts';
import { firstValue, readTags } from './track.ts';

/** What a click of an ad's link would be counted under, read by the code that reads clicks. A macro is read as what the platform fills in. */

/** An object of the ad platform; null for what the link does not say of it. */
export interface LinkedObject {
  readonly id: string | null;
  readonly name: string | null;
}

export interface LinkReading {
  /** The campaign of the tracker that the link names; null: that of the script's tag. */
  readonly cmpid: string | null;
  readonly campaign: LinkedObject | null;
  readonly adset: LinkedObject | null;
  readonly ad: LinkedObject | null;
  readonly placement: string | null;
  readonly source: string | null;
  readonly channel: string | null;
}

/** `own`: sub1 to sub8, as the tracker's links and RedTrack's have them; `utmify`: 'name|id' in three utm values; `utm`: plain utm values. */
export const LINK_TEMPLATES = ['own', 'utmify', 'utm', 'none'] as const;
export type LinkTemplate = (typeof LINK_TEMPLATES)[number];

/** '{{ad.id}}', '{creative}', '__CID__', also within a text. Private characters keep their place until the text was read. */
const MACROS = /\{\{[^{}]*\}\}|\{[^{}]*\}|__[A-Z][A-Z0-9_]*__/g;
const PLACES = /\uE000(\d+)\uE001/g;

/** @param link an address, or the parameters alone, as ad managers take them */
export function readLink(link: string): { readonly reads: LinkReading; readonly template: LinkTemplate } {
  const macros: string[] = [];
  const keepMacros = (text: string) =>
    text.replace(/[\uE000\uE001]/g, '').replace(MACROS, (macro) => `\uE000${macros.push(macro) - 1}\uE001`);
  const textOrNull = (text: string): string | null =>
    text === '' ? null : text.replace(PLACES, (_, index) => macros[Number(index)] ?? '');
  const object = (id: string, name: string): LinkedObject | null =>
    id === '' && name === '' ? null : { id: textOrNull(id), name: textOrNull(name) };

  const query: Record<string, string> = Object.create(null);
  for (const [name, value] of parametersOf(link)) query[name] ??= keepMacros(value);
  const tags = readTags(query);
  const channel = channelOf({ source: tags.source, utmSource: tags.utmSource, referrer: '' });
  return {
    reads: {
      cmpid: textOrNull(cleanTag(firstValue(query, 'cmpid'))),
      campaign: object(tags.sub3, tags.sub6),
      adset: object(tags.sub2, tags.sub5),
      ad: object(tags.sub1, tags.sub4),
      placement: textOrNull(tags.sub7),
      source: textOrNull(tags.source || tags.utmSource),
      channel: channel === DIRECT ? null : textOrNull(channel),
    },
    template: templateOf(query),
  };
}

function parametersOf(link: string): URLSearchParams {
  const text = link.trim();
  const start = text.indexOf('?');
  const isAddress = /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
  const query = start !== -1 ? text.slice(start + 1) : isAddress ? '' : text;
  return new URLSearchParams(query.split('#')[0]);
}

function templateOf(query: Readonly<Record<string, string>>): LinkTemplate {
  const value = (name: string) => query[name] ?? '';
  if (['sub1', 'sub2', 'sub3'].some((name) => value(name) !== '')) return 'own';
  const utm = ['utm_campaign', 'utm_medium', 'utm_content'].map(value);
  if (utm.every((text) => text.includes('|'))) return 'utmify';
  return [...utm, value('utm_source')].some((text) => text !== '') ? 'utm' : 'none';
}
