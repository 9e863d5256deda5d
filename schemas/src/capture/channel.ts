/**
 * The traffic channel of a click (decision 28): the source, else utm_source, else the class of the referrer's site, else direct.
 * People write one source in many ways, so what they wrote is looked up as a whole word; an unknown word is its own channel, in lower
 * case. The given text stays in `source` and `utm_source`.
 */
const SITES = [
  ['facebook', /(^|\.)(facebook|fb|messenger)\.com$|(^|\.)(fb\.me|m\.me|fb\.watch)$|^com\.facebook\./],
  ['threads', /(^|\.)threads\.(net|com)$|^com\.instagram\.barcelona$/],
  ['instagram', /(^|\.)(instagram\.com|instagr\.am|ig\.me)$|^com\.instagram\./],
  ['email', /^com\.google\.android\.gm$|^com\.microsoft\.office\.outlook$/],
  ['youtube', /(^|\.)(youtube\.com|youtu\.be|youtube-nocookie\.com)$|^com\.google\.android\.(apps\.)?youtube/],
  [
    'google',
    /(^|\.)google\.[a-z.]{2,6}$|(^|\.)(googleadservices|googlesyndication|doubleclick)\.(com|net)$|^com\.google\./,
  ],
  ['tiktok', /(^|\.)(tiktok|tiktokv|tiktokcdn)\.com$|^com\.(zhiliaoapp\.musically|ss\.android\.ugc)/],
  ['bing', /(^|\.)bing\.com$|^com\.microsoft\.bing$/],
  ['whatsapp', /(^|\.)(whatsapp\.(com|net)|wa\.me)$|^com\.whatsapp/],
  [
    'kwai',
    /(^|\.)(kwai|kwai-video|kwaishop|snackvideo)\.(com|app)$|^com\.kwai\.|^com\.kwaiglobal\.|^com\.smile\.gifmaker/,
  ],
  ['twitter', /(^|\.)(twitter\.com|x\.com|t\.co)$|^com\.twitter\./],
  ['linkedin', /(^|\.)(linkedin\.com|lnkd\.in)$|^com\.linkedin\./],
  ['pinterest', /(^|\.)pinterest\.[a-z.]{2,6}$|(^|\.)pin\.it$|^com\.pinterest/],
  ['telegram', /(^|\.)(telegram\.(org|me)|t\.me)$|^org\.telegram\./],
  ['yahoo', /(^|\.)yahoo\.[a-z.]{2,6}$|^com\.yahoo\./],
  ['duckduckgo', /(^|\.)(duckduckgo\.com|ddg\.gg)$|^com\.duckduckgo\./],
  ['reddit', /(^|\.)(reddit\.com|redd\.it)$|^com\.reddit\./],
  ['snapchat', /(^|\.)(snapchat\.com|sc-cdn\.net)$|^com\.snapchat\./],
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
  // Of an app the host is its package ('android-app://com.facebook.katana/'), or that of the link that it opened.
  const host = new URL(url).hostname.toLowerCase();
  return SITES.find(([, pattern]) => pattern.test(host))?.[0] ?? 'referral';
}
