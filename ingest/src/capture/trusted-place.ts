// The visitor's place from the headers of a CDN in front of us. Read only when the peer is a proxy of TRUST_PROXY: any other
// sender could forge these headers. Cloudflare, CloudFront and Vercel, in this order.
import type { IncomingHttpHeaders } from 'node:http';
import { unescape as unescapePercent } from 'node:querystring';
import type { TrustedPlace } from '@tracker/schemas/events/request-facts';
import { headerText } from './header-text.ts';

const cdns = [
  { countryCode: 'cf-ipcountry', region: 'cf-region', city: 'cf-ipcity', timeZone: 'cf-timezone' },
  {
    countryCode: 'cloudfront-viewer-country',
    region: 'cloudfront-viewer-country-region-name',
    city: 'cloudfront-viewer-city',
    timeZone: 'cloudfront-viewer-time-zone',
  },
  {
    countryCode: 'x-vercel-ip-country',
    region: 'x-vercel-ip-country-region',
    city: 'x-vercel-ip-city',
    timeZone: 'x-vercel-ip-timezone',
  },
] as const;

/** Cloudflare's words for 'unknown' and for the Tor network. */
const noCountry = new Set(['XX', 'T1']);

export function trustedPlace(headers: IncomingHttpHeaders): TrustedPlace | null {
  for (const cdn of cdns) {
    const countryCode = headerText(headers[cdn.countryCode], 2).toUpperCase();
    if (!/^[A-Z]{2}$/.test(countryCode) || noCountry.has(countryCode)) continue;
    const text = (name: string, lengthMax: number) => unescapePercent(headerText(headers[name], lengthMax));
    return { countryCode, region: text(cdn.region, 128), city: text(cdn.city, 128), timeZone: text(cdn.timeZone, 64) };
  }
  return null;
}
