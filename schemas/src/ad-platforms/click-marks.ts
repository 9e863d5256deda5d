import type { TagName } from '../events/click-tags.ts';

interface ClickMark {
  readonly platform: string;
  /** An id that the platform, or its pixel, gives to a click. */
  readonly tags?: readonly TagName[];
  /** Words for the platform in `tsource` and `utm_source`, and the class of its site. */
  readonly channels?: readonly string[];
}

/**
 * Of which ad platform is a click? The campaign ids of all platforms are in the same tag, `sub3`. Also platforms that the product does not connect
 * to, so that their ids are not taken for those of another one. The first mark decides: an id, then a word of the link. The cookie of
 * Facebook's pixel goes last: it stays in a browser for months, and the clicks of all platforms carry it.
 */
export const CLICK_MARKS: readonly ClickMark[] = [
  { platform: 'google', tags: ['gclid', 'gbraid', 'wbraid'] },
  { platform: 'tiktok', tags: ['ttclid'] },
  { platform: 'kwai', tags: ['kwaiClickId'] },
  { platform: 'microsoft', tags: ['msclkid'] },
  { platform: 'facebook', tags: ['ctwaClid'] },
  { platform: 'facebook', channels: ['facebook', 'fb', 'instagram', 'ig', 'meta', 'messenger'] },
  { platform: 'google', channels: ['google', 'google-ads', 'googleads', 'adwords', 'youtube'] },
  { platform: 'tiktok', channels: ['tiktok', 'tiktok-ads', 'tiktokads'] },
  { platform: 'kwai', channels: ['kwai', 'kwai-ads', 'kwaiads'] },
  { platform: 'microsoft', channels: ['bing', 'bing-ads', 'microsoft'] },
  { platform: 'facebook', tags: ['fbc'] },
];
