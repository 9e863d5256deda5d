/** The kind of a channel, from its name (specification §2.6). */
export type ChannelKind = 'facebook' | 'instagram' | 'google' | 'youtube' | 'referral' | 'direct' | 'organic' | 'other';

type Words<Found> = readonly (readonly [Found, readonly string[]])[];

/** What a channel of kind 'other' is known by. */
export type ChannelMark = 'tiktok' | 'kwai' | 'whatsapp' | 'email';

const MARKS: Words<ChannelMark> = [
  ['tiktok', ['tiktok', 'tik']],
  ['kwai', ['kwai']],
  ['whatsapp', ['whatsapp', 'wpp', 'zap']],
  ['email', ['email', 'e-mail', 'newsletter']],
];

/** Short keywords must be whole words ('digital' is not Instagram); long ones may be part of one ('facebookads'). */
const KEYWORDS: Words<ChannelKind> = [
  ['facebook', ['facebook', 'fb']],
  ['instagram', ['instagram', 'ig']],
  ['google', ['google', 'adwords']],
  ['youtube', ['youtube']],
  ['referral', ['referral']],
  ['direct', ['direct']],
  ['organic', ['organic']],
];
const WHOLE_WORD_BELOW = 4;

export const channelKind = (name: string): ChannelKind => foundIn(name, KEYWORDS) ?? 'other';

/** The mark of its icon; undefined for all that is known by its kind, or by nothing. */
export const channelMark = (name: string): ChannelMark | undefined =>
  channelKind(name) === 'other' ? foundIn(name, MARKS) : undefined;

function foundIn<Found>(name: string, all: Words<Found>): Found | undefined {
  const text = name.toLowerCase();
  const words = new Set(text.split(/[^\p{L}\p{N}]+/u));
  const says = (keyword: string) => (keyword.length < WHOLE_WORD_BELOW ? words.has(keyword) : text.includes(keyword));
  return all.find(([, keywords]) => keywords.some(says))?.[0];
}
