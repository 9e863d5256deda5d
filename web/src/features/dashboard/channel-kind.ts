/** The kind of a channel, from its name (specification §2.6). */
export type ChannelKind = 'facebook' | 'instagram' | 'google' | 'youtube' | 'referral' | 'direct' | 'organic' | 'other';

/** Short keywords must be whole words ('digital' is not Instagram); long ones may be part of one ('facebookads'). */
const KEYWORDS: readonly (readonly [ChannelKind, readonly string[]])[] = [
  ['facebook', ['facebook', 'fb']],
  ['instagram', ['instagram', 'ig']],
  ['google', ['google', 'adwords']],
  ['youtube', ['youtube']],
  ['referral', ['referral']],
  ['direct', ['direct']],
  ['organic', ['organic']],
];
const WHOLE_WORD_BELOW = 4;

export function channelKind(name: string): ChannelKind {
  const text = name.toLowerCase();
  const words = new Set(text.split(/[^\p{L}\p{N}]+/u));
  const says = (keyword: string) => (keyword.length < WHOLE_WORD_BELOW ? words.has(keyword) : text.includes(keyword));
  return KEYWORDS.find(([, keywords]) => keywords.some(says))?.[0] ?? 'other';
}
