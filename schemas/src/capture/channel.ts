/**
 * The traffic channel of a click (decision 28): the source, else utm_source, else the class of the referrer's site, else direct.
 * People write one source in many ways (`source-names.ts`); the given text stays in `source` and `utm_source`.
 */
import { channelNamed } from './source-names.ts';

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

export const DIRECT = 'direct';

export function channelOf(traffic: { source: string; utmSource: string; referrer: string }): string {
  return channelNamed(traffic.source || traffic.utmSource) || referrerClass(traffic.referrer);
}

function referrerClass(referrer: string): string {
  if (referrer === '') return DIRECT;
  const url = referrer.includes('://') ? referrer : `https://${referrer}`;
  if (!URL.canParse(url)) return 'referral';
  // Of an app the host is its package ('android-app://com.facebook.katana/'), or that of the link that it opened.
  const host = new URL(url).hostname.toLowerCase();
  return SITES.find(([, pattern]) => pattern.test(host))?.[0] ?? 'referral';
}
