import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLink } from './read-link.ts';
import { readTags } from './track.ts';

const NOTHING = {
  ...{ cmpid: null, campaign: null, adset: null, ad: null, placement: null, source: null, channel: null },
};
const UTMIFY =
  'utm_source=FB&utm_campaign={{campaign.name}}|{{campaign.id}}&utm_medium={{adset.name}}|{{adset.id}}&utm_content={{ad.name}}|{{ad.id}}&utm_term={{placement}}';

describe('readLink', () => {
  it("reads UTMify's parameters alone, as an ad manager has them", () => {
    expect(readLink(UTMIFY)).toEqual({
      template: 'utmify',
      reads: {
        cmpid: null,
        campaign: { id: '{{campaign.id}}', name: '{{campaign.name}}' },
        adset: { id: '{{adset.id}}', name: '{{adset.name}}' },
        ad: { id: '{{ad.id}}', name: '{{ad.name}}' },
        placement: '{{placement}}',
        source: 'facebook',
        channel: 'facebook',
      },
    });
  });

  it('reads the address of an ad that was clicked, encoded or not', () => {
    const clicked =
      'https://loja.com.br/oferta?utm_source=FB&utm_campaign=Black+Friday%7C120&utm_medium=Lookalike 1%|121&utm_content=Vídeo 3|122&utm_term=Instagram_Stories#topo';
    expect(readLink(clicked)).toMatchObject({
      template: 'utmify',
      reads: {
        campaign: { id: '120', name: 'Black Friday' },
        ad: { id: '122', name: 'Vídeo 3' },
        placement: 'Instagram_Stories',
      },
    });
  });

  it('reads sub1 to sub8 with the campaign of the tracker', () => {
    const own = 'https://loja.com.br/?cmpid=natal&tsource=google&sub1={creative}&sub2={adgroupid}&sub3={campaignid}';
    expect(readLink(own)).toEqual({
      template: 'own',
      reads: {
        ...NOTHING,
        cmpid: 'natal',
        campaign: { id: '{campaignid}', name: null },
        adset: { id: '{adgroupid}', name: null },
        ad: { id: '{creative}', name: null },
        source: 'google',
        channel: 'google',
      },
    });
  });

  it.each([
    ['https://loja.com.br/oferta', 'none', {}],
    ['https://loja.com.br/oferta?x=__proto__&__proto__=1', 'none', {}],
    ['isto não é um link', 'none', {}],
    ['utm_source=newsletter&utm_medium=email', 'utm', { source: 'newsletter', channel: 'email' }],
    ['?tsource=__SOURCE__', 'none', { source: '__SOURCE__', channel: '__SOURCE__' }],
  ] as const)('reads %s as %s', (link, template, reads) => {
    expect(readLink(link)).toEqual({ template, reads: { ...NOTHING, ...reads } });
  });

  it('reads what a click with the same parameters is counted under, for any text', () => {
    const tag = fc.string().map((text) => text.replace(/[{}\uE000\uE001]|__/g, ''));
    const utm = fc.record({ utm_source: tag, utm_campaign: tag, utm_medium: tag, utm_content: tag, sub7: tag });
    fc.assert(
      fc.property(utm, (query) => {
        const tags = readTags(query);
        const { reads } = readLink(`https://loja.com.br/?${new URLSearchParams(query)}`);
        expect([reads.ad?.id ?? '', reads.ad?.name ?? '']).toEqual([tags.sub1, tags.sub4]);
        expect([reads.placement ?? '', reads.source ?? '']).toEqual([tags.sub7, tags.source || tags.utmSource]);
      }),
    );
  });
});
