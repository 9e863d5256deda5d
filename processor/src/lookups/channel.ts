/**
 * The traffic channel of a click (decision 27): the source as given, else utm_source, else the class of the referrer's site, else
 * direct. Always lower case.
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

export const DIRECT = 'direct';

export function channelOf(traffic: { source: string; utmSource: string; referrer: string }): string {
  return (traffic.source || traffic.utmSource).toLowerCase() || referrerClass(traffic.referrer);
}

function referrerClass(referrer: string): string {
  if (referrer === '') return DIRECT;
  const url = referrer.includes('://') ? referrer : `https://${referrer}`;
  if (!URL.canParse(url)) return 'referral';
  const host = new URL(url).hostname;
  return SITES.find(([, pattern]) => pattern.test(host))?.[0] ?? 'referral';
}
