import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ClickTags, NO_TAGS } from '../events/click.ts';
import { readReferrer, readTags, withUtmifyAd } from './track.ts';

describe('tags of a tracking URL', () => {
  it('reads the documented parameter names', () => {
    expect(readTags({ tsource: 'facebook', sub1: '1', _fbp: 'fb.1', utm_term: 'x', other: 'y' })).toMatchObject({
      source: 'facebook',
      sub1: '1',
      fbp: 'fb.1',
      utmTerm: 'x',
      utmId: '',
    });
  });

  it('takes the first value of a repeated parameter', () => {
    expect(readTags({ sub1: ['a', 'b'] }).sub1).toBe('a');
  });

  it('leaves a tag empty when the ad platform did not expand its macro', () => {
    expect(readTags({ sub5: '__CID__', sub6: '__CAMPAIGN_ID__', sub7: '__promo__', sub8: 'a__B__' })).toMatchObject({
      sub5: '',
      sub6: '',
      sub7: '__promo__',
      sub8: 'a__B__',
    });
    expect(readTags({ sub1: '{{ad.id}}', sub2: '%7Bsub2%7D', sub3: '{x}', sub4: 'a {b}' })).toMatchObject({
      sub1: '',
      sub2: '',
      sub3: '',
      sub4: 'a {b}',
    });
  });

  it('replaces e-mail addresses before it cuts a value to its length', () => {
    expect(readTags({ sub1: 'ana@example.com', sub2: `${'x'.repeat(250)} ana@example.com` })).toMatchObject({
      sub1: '[email]',
      sub2: `${'x'.repeat(250)} [emai`,
    });
    expect(readReferrer({ referrer: '/a?e=ana%40example.com' })).toBe('/a?e=[email]');
  });

  it('fills empty subs from the name|id pairs of UTMify', () => {
    const tags = readTags({
      utm_campaign: 'Lançamento|111',
      utm_medium: 'Público|frio|222',
      utm_content: 'Vídeo|333',
      sub1: 'próprio',
    });
    expect(tags).toMatchObject({
      sub3: '111',
      sub6: 'Lançamento',
      sub2: '222',
      sub5: 'Público|frio',
      sub1: 'próprio',
      sub4: 'Vídeo',
      utmCampaign: 'Lançamento|111',
    });
  });

  const UTMIFY = {
    utm_source: 'FB',
    utm_campaign: 'Lançamento|111',
    utm_medium: 'Frio|222',
    utm_content: 'Vídeo|333',
    utm_term: 'Instagram_Feed',
  };

  it.each([
    [UTMIFY, 'Instagram_Feed'],
    [{ ...UTMIFY, sub7: 'Stories' }, 'Stories'],
    [{ ...UTMIFY, utm_term: 'site.com::tênis' }, 'site.com'],
    [{ ...UTMIFY, utm_term: '{{placement}}' }, ''],
    [{ ...UTMIFY, utm_medium: 'paid', utm_term: 'Frio' }, ''],
    [{ utm_term: 'tênis' }, ''],
  ])('reads the placement of %j as "%s"', (query, placement) => {
    expect(readTags(query)).toMatchObject({ sub7: placement, utmTerm: query.utm_term.replace(/^\{.*/, '') });
  });

  it.each([
    [UTMIFY, 'facebook'],
    [{ ...UTMIFY, utm_source: 'google' }, 'google'],
    [{ ...UTMIFY, tsource: 'Meta' }, 'Meta'],
    [{ utm_source: 'FB', utm_campaign: 'natal' }, ''],
  ])('reads the source of %j as "%s", by which the platform reports spend', (query, source) => {
    expect(readTags(query)).toMatchObject({ source, utmSource: query.utm_source });
  });

  it('reads the ad of stored tags as that of the link, however much of it was already read', () => {
    const value = fc.oneof(fc.string(), fc.constantFrom('', 'a|1', '|', 'a|', '|1', 'x::y', '{{ad.name}}|{{ad.id}}'));
    const parameters = [...Object.keys(UTMIFY), 'tsource', 'sub1', 'sub4', 'sub7'];
    fc.assert(
      fc.property(fc.record(Object.fromEntries(parameters.map((name) => [name, value]))), (query) => {
        const read = readTags(query);
        expect(withUtmifyAd(read)).toEqual(read);
      }),
    );
  });

  it('removes control characters and cuts values to their maximum length', () => {
    expect(readTags({ sub1: 'a\u0000b\r\nc', sub2: 'x'.repeat(300) })).toMatchObject({
      sub1: 'ab c',
      sub2: 'x'.repeat(256),
    });
    expect(readReferrer({ referrer: 'h'.repeat(3000) })).toHaveLength(2048);
  });

  it('reads the click ids of ad platforms, whole', () => {
    const ids = { gclid: 'g', gbraid: 'b', wbraid: 'w', ttclid: 'E.C.P.'.repeat(80), click_id: 'k', msclkid: 'm' };
    const late = { ctwa_clid: 'ARAkL'.repeat(60), _ttp: '2uDMxyz.tt.1' };
    const { click_id: kwaiClickId, ...others } = ids;
    const { ctwa_clid: ctwaClid, _ttp: ttp } = late;
    expect(readTags({ ...ids, ...late })).toEqual({ ...NO_TAGS, ...others, kwaiClickId, ctwaClid, ttp });
  });

  it('fits events from before the click ids of ad platforms were captured', () => {
    const { gclid, gbraid, wbraid, ttclid, kwaiClickId, msclkid, ctwaClid, ttp, ...old } = { ...NO_TAGS, sub1: '1' };
    expect(ClickTags.parse(old)).toEqual({ ...NO_TAGS, sub1: '1' });
    expect(Object.keys(old)).toHaveLength(17);
  });

  it('fits the click event for any URL', () => {
    const value = fc.oneof(fc.string({ unit: 'binary' }), fc.array(fc.string()), fc.jsonValue());
    const names = fc.constantFrom('tsource', 'sub1', 'utm_campaign', 'utm_content', '__proto__', 'constructor');
    fc.assert(
      fc.property(fc.dictionary(fc.oneof(names, fc.string()), value), (query) => {
        expect(ClickTags.safeParse(readTags(query)).success).toBe(true);
      }),
    );
  });
});
