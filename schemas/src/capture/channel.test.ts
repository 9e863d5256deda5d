import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { channelNamed, channelOf } from './channel.ts';

describe('channelOf', () => {
  it.each([
    [{ source: 'Facebook', utmSource: 'x', referrer: '' }, 'facebook'],
    [{ source: '', utmSource: 'FB', referrer: 'https://google.com' }, 'facebook'],
    [{ source: 'Grupo VIP', utmSource: 'fb', referrer: '' }, 'grupo vip'],
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

describe('channelNamed', () => {
  it.each([
    [
      'facebook',
      ['fb', 'FB', ' Fb ', 'face', 'meta', 'an', 'msg', 'Facebook', 'facebook-ads', 'Facebook Ads', 'meta_ads'],
    ],
    ['instagram', ['ig', 'IG', 'insta', 'Instagram', 'instagram_ads']],
    ['google', ['adwords', 'gads', 'google_ads', 'Google Ads', 'google']],
    ['youtube', ['yt', 'YouTube']],
    ['tiktok', ['tt', 'TikTok', 'tik tok', 'tiktok_ads']],
    ['kwai', ['kw', 'Kwai']],
    ['taboola', ['tb', 'taboola']],
    ['outbrain', ['ob', 'outbrain']],
    ['whatsapp', ['wpp', 'zap', 'whats', 'WhatsApp']],
    ['email', ['mail', 'newsletter', 'e-mail', 'Email']],
  ])('is %s for every word for it', (channel, words) => {
    expect(words.map((word) => [word, channelNamed(word)])).toEqual(words.map((word) => [word, channel]));
  });

  it.each(['zapier', 'fbx', 'instagram_bio', 'meta verão', 'grupo zap', 'ant', 'constructor', 'google / cpc'])(
    'keeps "%s", which only contains such a word',
    (name) => expect(channelNamed(name)).toBe(name),
  );

  it('gives a channel its own name, never an empty one for a text, and ignores case', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom('fb', 'IG', 'e-mail', '__proto__')), (text) => {
        const channel = channelNamed(text);
        expect(channelNamed(channel)).toBe(channel);
        expect(channel === '').toBe(text.trim() === '');
        expect(channelNamed(text.toLowerCase())).toBe(channel);
      }),
    );
  });
});
