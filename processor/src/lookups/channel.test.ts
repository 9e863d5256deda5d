import { describe, expect, it } from 'vitest';
import { channelOf } from './channel.ts';

describe('channelOf', () => {
  it.each([
    [{ source: 'Facebook', utmSource: 'x', referrer: '' }, 'facebook'],
    [{ source: '', utmSource: 'FB', referrer: 'https://google.com' }, 'fb'],
    [{ source: '', utmSource: '', referrer: 'https://l.facebook.com/l.php?u=x' }, 'facebook'],
    [{ source: '', utmSource: '', referrer: 'https://www.google.com.br/' }, 'google'],
    [{ source: '', utmSource: '', referrer: 'https://youtu.be/abc' }, 'youtube'],
    [{ source: '', utmSource: '', referrer: 'l.instagram.com' }, 'instagram'],
    [{ source: '', utmSource: '', referrer: 'https://blog.exemplo.com.br/' }, 'referral'],
    [{ source: '', utmSource: '', referrer: 'https://notfacebook.com/' }, 'referral'],
    [{ source: '', utmSource: '', referrer: 'não é um endereço' }, 'referral'],
    [{ source: '', utmSource: '', referrer: '' }, 'direct'],
  ])('maps %j to the channel %s', (traffic, channel) => {
    expect(channelOf(traffic)).toBe(channel);
  });
});
