import { describe, expect, test } from 'vitest';
import { AD_PLATFORMS } from './ad-platforms.ts';
import { CLICK_MARKS } from './click-marks.ts';

describe('marks of clicks', () => {
  test('know the sources of each platform that the product connects to', () => {
    const known = new Set(CLICK_MARKS.flatMap(({ platform, channels }) => (channels ? [platform] : [])));
    expect(AD_PLATFORMS.filter(({ id }) => !known.has(id))).toEqual([]);
  });

  test('name each source once, in lower case as channels are', () => {
    const channels = CLICK_MARKS.flatMap((mark) => mark.channels ?? []);
    expect(new Set(channels).size).toBe(channels.length);
    expect(channels.filter((one) => !/^[a-z-]+$/.test(one))).toEqual([]);
  });
});
