import { readTags } from '@tracker/schemas/capture/track';
import { describe, expect, it } from 'vitest';
import { AD_LINK_PLATFORMS, type AdPlatform, adParameters, directUrl, isPage, landingUrl, pageOf } from './ad-links.ts';

const facebook = AD_LINK_PLATFORMS[0] as AdPlatform;

describe('links for ads', () => {
  it('contains the campaign, and the subs in the documented order', { tags: ['§2.9', '§7.6'] }, () => {
    expect(adParameters(facebook, 'black-friday')).toBe(
      'cmpid=black-friday&tsource=facebook&sub1={{ad.id}}&sub2={{adset.id}}&sub3={{campaign.id}}&sub4={{ad.name}}' +
        '&sub5={{adset.name}}&sub6={{campaign.name}}&sub7={{placement}}&sub8={{site_source_name}}' +
        '&utm_source=facebook&utm_medium=paid&utm_campaign={{campaign.name}}&utm_content={{ad.name}}' +
        '&utm_term={{adset.name}}&utm_id={{campaign.id}}',
    );
  });

  it.each([
    ['https://a.com', /^https:\/\/a\.com\?cmpid=c1&/],
    ['https://a.com/?x=1', /^https:\/\/a\.com\/\?x=1&cmpid=c1&/],
    ['https://a.com/?', /^https:\/\/a\.com\/\?cmpid=c1&/],
    ['https://a.com/#topo', /^https:\/\/a\.com\/\?cmpid=c1&.*\}\}#topo$/],
  ])('keeps the query and fragment of %s', (page, expected) => {
    expect(landingUrl(facebook, 'c1', page)).toMatch(expected);
  });

  it.each(AD_LINK_PLATFORMS)('uses only parameters that the tracker reads, each once, for $label', (platform) => {
    const query = new URL(directUrl(platform, 'https://t.example/track/c1')).searchParams;
    const names = [...query.keys()];
    expect(new Set(names).size).toBe(names.length);
    const filled = Object.fromEntries(names.map((name) => [name, `valor de ${name}`]));
    expect(Object.values(readTags(filled)).filter((value) => value.startsWith('valor de'))).toHaveLength(names.length);
    expect(query.get('tsource')).toBe(platform.id);
    expect(query.get('utm_source')).toBe(platform.id);
  });

  it("reads ad, ad set, campaign and placement from UTMify's parameters", () => {
    const { utmify = [] } = facebook;
    expect(adParameters({ parameters: utmify }, 'c1')).toBe(
      'cmpid=c1&utm_source=FB&utm_campaign={{campaign.name}}|{{campaign.id}}&utm_medium={{adset.name}}|{{adset.id}}' +
        '&utm_content={{ad.name}}|{{ad.id}}&utm_term={{placement}}',
    );
    const filled = utmify.map(([name, value]) => [name, value.replace(/\{\{(.*?)\}\}/g, '$1')]);
    expect(readTags(Object.fromEntries(filled))).toMatchObject({
      ...{ sub1: 'ad.id', sub2: 'adset.id', sub3: 'campaign.id' },
      ...{ sub4: 'ad.name', sub5: 'adset.name', sub6: 'campaign.name', sub7: 'placement' },
    });
  });

  it('takes the page from the landing URL of a campaign, without macros', () => {
    expect(pageOf('https://a.com/oferta?c={clickid}')).toBe('https://a.com/oferta');
    expect(pageOf('https://a.com/{sub1}/x')).toBe('https://a.com');
    expect(pageOf(null)).toBe('');
    expect(['https://a.com', 'http://localhost:8080/x', 'http://a.com/x y', 'a.com', 'https://'].map(isPage)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
