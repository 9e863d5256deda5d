import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SpendSource } from '../spend/spend-sources.ts';
import { channelNamed, PLACEMENT_SOURCES, platformOfPlacement, spendSourceNamed } from './source-names.ts';

const NAMES = {
  facebook: [
    ...[
      'facebook_ads',
      'FacebookAds',
      'facebook-ads',
      'MetaAds',
      'Face Ads',
      'Meta Ads Manager',
      'Facebook Ads',
      'Meta',
    ],
    ...[
      'Meta Ads',
      'fb ads',
      'FB',
      'Facebook Ad',
      'Anúncios do Facebook',
      'Gerenciador de Anúncios da Meta',
      'META-ADS',
    ],
    ...['meta__ads', 'face book', 'Meta Business Suite', 'fbads', 'adsfacebook', 'metaadsmanager', 'facebook.com'],
    ...['www.facebook.com', 'Facebook e Instagram', 'Facebook + Instagram', 'Meta (Facebook)', 'Tráfego pago Facebook'],
    ...[
      'facebook_cpc',
      'Facebooks',
      'Métá Áds',
      'ｆａｃｅｂｏｏｋ',
      'Anúncio Facebook',
      'Meta Platforms, Inc',
      'Facebook Paid',
    ],
  ],
  instagram: ['Instagram', 'ig', 'Instagram Ads', 'insta_ads', 'INSTAGRAM-ADS', 'Anúncios do Instagram', 'instagran'],
  google: ['Google', 'google_ads', 'GoogleAds', 'Google-Ads', 'adwords', 'Google AdWords', 'gads'],
  tiktok: ['TikTok', 'tik tok', 'tiktok-ads', 'TikTokAds', 'Tik_Tok_Ads', 'TikTok Ads Manager'],
  taboola: ['Taboola Ads', 'taboola'],
};

describe('names of sources', () => {
  it.each(Object.entries(NAMES))('%s is one name for clicks and for spend', (name, written) => {
    expect(written.map((text) => [text, channelNamed(text), SpendSource.parse(text)])).toEqual(
      written.map((text) => [text, name, name]),
    );
  });

  it.each([
    ['instagram', ['Instagram Stories', 'boost instagram', 'Impulsionamento Instagram', 'Reels do Instagram']],
    ['audience network', ['an', 'AN', 'Audience Network', 'audience_network', 'Meta Audience Network']],
    ['messenger', ['msg', 'Messenger', 'Messenger Ads', 'Facebook Messenger']],
    ['threads', ['Threads', 'Threads Ads']],
  ])('%s is a placement of its own for spend', (name, written) => {
    expect(written.map((text) => [text, spendSourceNamed(text)])).toEqual(written.map((text) => [text, name]));
    expect(PLACEMENT_SOURCES).toContain(name);
  });

  it.each([
    ...[
      'Facebook Ads 2',
      'META ADS - Conta 2',
      'FaceADS 1',
      'Meta Ads BRL',
      'fb bm 03',
      'Facebook Loja',
      'Insta 2',
      'm.facebook.com',
    ],
    ...['Google e Facebook', 'boost instagram da loja', 'fb2', 'metaads01'],
  ])('%s may be in the report of Facebook, and is asked about', (text) => {
    expect([platformOfPlacement(spendSourceNamed(text)), spendSourceNamed(text)]).toEqual([
      'facebook',
      text.toLowerCase(),
    ]);
  });

  it.each(['Facebook', 'Google 2', 'facebook/instagram', 'influenciador', 'tiktok ads 2', 'metal', 'figo'])(
    '%s is asked about no more than before',
    (text) => expect(platformOfPlacement(spendSourceNamed(text))).toBeUndefined(),
  );

  it('reads a name in any case and with any separators, and is idempotent', () => {
    const known = fc.constantFrom(
      ...Object.entries(NAMES).flatMap(([name, all]) => all.map((text) => ({ name, text }))),
    );
    const separator = fc.constantFrom('_', '-', ' ', '  ', '.', ' - ');
    fc.assert(
      fc.property(known, separator, fc.boolean(), ({ name, text }, between, isUpper) => {
        const written = text.replace(/[\s_-]+/g, between);
        expect(spendSourceNamed(isUpper ? written.toUpperCase() : written)).toBe(name);
      }),
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        const source = spendSourceNamed(text);
        expect(spendSourceNamed(source)).toBe(source);
      }),
    );
  });

  it.each(['instagram_bio', 'influenciador', 'meta verão', 'ads', 'facebook conta 2', 'constructor', 'an ad'])(
    'keeps "%s", which means no platform',
    (text) => expect([channelNamed(text), spendSourceNamed(text)]).toEqual([text, text]),
  );
});
