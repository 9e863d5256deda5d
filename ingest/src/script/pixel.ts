// The browser ids of the ad platform's pixel. The pixel may set them after this script has started.
import type { Landing } from './landing.ts';
import { readCookie } from './store.ts';

export interface PixelIds {
  fbp: string;
  fbc: string;
}

/** From the URL, then the pixel's cookie. An id of another ad click than this URL's does not belong to this click. */
export function readPixelIds({ fbp, fbc, fbclid }: Landing): PixelIds {
  const inCookie = readCookie('_fbc');
  // The pixel may add parts of its own behind the id, and no id begins another one.
  const ofThisClick = !fbclid || inCookie.includes(`.${fbclid}`) ? inCookie : '';
  return {
    fbp: fbp || readCookie('_fbp'),
    // The form that the platform documents for who has only the parameter.
    fbc: fbc || ofThisClick || (fbclid && `fb.1.${Date.now()}.${fbclid}`),
  };
}
