import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { channelOf } from './channel.ts';
import { channelNamed } from './source-names.ts';

type Case = [traffic: Parameters<typeof channelOf>[0], channel: string];

describe('channelOf', () => {
  it.each<Case>([
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
    ...(
      [
        ['facebook', 'lm.facebook.com l.facebook.com l.messenger.com m.me fb.me'],
        ['instagram', 'l.instagram.com instagr.am ig.me'],
        ['threads', 'l.threads.net l.threads.com threads.net'],
        ['twitter', 't.co x.com mobile.twitter.com'],
        ['linkedin', 'lnkd.in www.linkedin.com'],
        ['reddit', 'out.reddit.com old.reddit.com redd.it'],
        ['pinterest', 'pin.it br.pinterest.com'],
        ['snapchat', 'www.snapchat.com'],
        ['tiktok', 'vm.tiktok.com'],
        ['whatsapp', 'web.whatsapp.com wa.me'],
        ['telegram', 't.me web.telegram.org'],
        ['referral', 'out.example notreddit.com t.company'],
      ] as const
    ).flatMap(([channel, hosts]) =>
      hosts.split(' ').map((host): Case => [{ source: '', utmSource: '', referrer: `https://${host}/x` }, channel]),
    ),
    ...(
      [
        ['facebook', 'com.facebook.katana com.facebook.orca m.facebook.com'],
        ['instagram', 'com.instagram.android'],
        ['threads', 'com.instagram.barcelona'],
        ['google', 'com.google.android.googlequicksearchbox www.google.com'],
        ['email', 'com.google.android.gm'],
        ['youtube', 'com.google.android.youtube'],
        ['tiktok', 'com.zhiliaoapp.musically com.ss.android.ugc.trill'],
        ['kwai', 'com.kwai.video'],
        ['whatsapp', 'com.whatsapp com.whatsapp.w4b'],
        ['twitter', 'com.twitter.android'],
        ['linkedin', 'com.linkedin.android'],
        ['reddit', 'com.reddit.frontpage'],
        ['pinterest', 'com.pinterest'],
        ['telegram', 'org.telegram.messenger'],
        ['referral', 'br.com.loja.app'],
      ] as const
    ).flatMap(([channel, apps]) =>
      apps.split(' ').map((app): Case => [{ source: '', utmSource: '', referrer: `android-app://${app}/` }, channel]),
    ),
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
