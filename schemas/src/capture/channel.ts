/**
 * The traffic channel of a click (decision 28): the source, else utm_source, else the class of the referrer's site, else direct.
 * People write one source in many ways, so what they wrote is looked up as a whole word; an unknown word is its own channel, in lower
 * case. The given text stays in `source` and `utm_source`.
 */
const SITES = [
  ['facebook', /(^|\.)(facebook|fb)\.com$|(^|\.)fb\.me$|(^|\.)messenger\.com$/],
  ['instagram', /(^|\.)instagram\.com$/],
  ['youtube', /(^|\.)(youtube\.com|youtu\.be)$/],
  ['google', /(^|\.)google\.[a-z.]{2,6}$|(^|\.)googleadservices\.com$/],
  ['tiktok', /(^|\.)tiktok\.com$/],
  ['bing', /(^|\.)bing\.com$/],
  ['whatsapp', /(^|\.)(whatsapp\.com|wa\.me)$/],
  ['kwai', /(^|\.)kwai\.com$/],
  ['twitter', /(^|\.)(twitter\.com|x\.com|t\.co)$/],
  ['linkedin', /(^|\.)(linkedin\.com|lnkd\.in)$/],
  ['pinterest', /(^|\.)pinterest\.[a-z.]{2,6}$|(^|\.)pin\.it$/],
  ['telegram', /(^|\.)(telegram\.org|t\.me)$/],
  ['yahoo', /(^|\.)yahoo\.[a-z.]{2,6}$/],
  ['duckduckgo', /(^|\.)duckduckgo\.com$/],
] as const;

/**
 * The same classes, and those without a site of their own, by the words for them: lower case, '_' between words. 'fb', 'ig', 'msg' and 'an' are
 * what Meta itself fills into {{site_source_name}}.
 */
const WORDS: Readonly<Record<string, string>> = wordsOf({
  facebook:
    'fb face meta an msg messenger facebook_ads facebookads face_ads fb_ads fbads meta_ads metaads audience_network',
  instagram: 'ig insta instagram_ads instagramads ig_ads insta_ads',
  google: 'adwords gads google_ads googleads google_adwords',
  youtube: 'yt youtube_ads youtubeads yt_ads',
  tiktok: 'tt tik_tok tiktok_ads tiktokads tt_ads',
  kwai: 'kw kwai_ads kwaiads',
  taboola: 'tb taboola_ads',
  outbrain: 'ob outbrain_ads',
  bing: 'bing_ads bingads microsoft_ads',
  whatsapp: 'wpp zap whats whats_app wa',
  telegram: 'tg',
  email: 'mail e_mail newsletter email_marketing',
});

function wordsOf(classes: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(classes).flatMap(([name, words]) => words.split(' ').map((word) => [word, name])),
  );
}

export const DIRECT = 'direct';

export function channelOf(traffic: { source: string; utmSource: string; referrer: string }): string {
  return channelNamed(traffic.source || traffic.utmSource) || referrerClass(traffic.referrer);
}

/** The channel that people mean by a name; '' for none. */
export function channelNamed(text: string): string {
  const name = text.trim().toLowerCase();
  const word = name.replace(/[\s_-]+/g, '_');
  return Object.hasOwn(WORDS, word) ? (WORDS[word] ?? name) : name;
}

function referrerClass(referrer: string): string {
  if (referrer === '') return DIRECT;
  const url = referrer.includes('://') ? referrer : `https://${referrer}`;
  if (!URL.canParse(url)) return 'referral';
  const host = new URL(url).hostname;
  return SITES.find(([, pattern]) => pattern.test(host))?.[0] ?? 'referral';
}
