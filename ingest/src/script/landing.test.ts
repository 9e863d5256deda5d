import { CLICK_TAGS } from '@tracker/schemas/events/click-tags';
import { describe, expect, test } from 'vitest';
import { readLanding } from './landing.ts';

const CLICK = 'mc_lanc01_1751849000000123456';
const landing = (search: string) => readLanding(search, 'lanc01', true);

describe('paid traffic in mc.js', () => {
  test.each([
    '?cmpid=outra',
    '?tsource=facebook',
    '?fbclid=IwAR1',
    '?gclid=Cj0K',
    '?ttclid=E.C.P',
    ...['gbraid', 'wbraid', 'msclkid', 'click_id'].map((name) => `?${name}=W1&gad_source=1`),
    '?x=1&FBCLID=A',
    '?utm_source=facebook&amp;utm_medium=cpc',
    '?utm_source=facebook?utm_medium=cpc',
    '?utm_source=facebook&#038;utm_medium=cpc',
    '?utm_source=facebook&#38;utm_medium=cpc',
    '&utm_source=facebook&utm_medium=cpc',
    ...['cpc', 'ppc', 'paid', 'paid_social', 'paidsocial', 'display', 'ads', 'CPC'].map((one) => `?utm_medium=${one}`),
    `?mcid=${CLICK}`,
  ])('is recognised by %s', (search) => expect(landing(search).paid).toBe(true));

  test.each([
    '',
    '?',
    '?cmpid=lanc01',
    '?cmpid=NOT%20AN%20ID',
    '?utm_medium=email',
    '?utm_medium=cpc-x',
    '?utm_source=facebook',
    '?sub1=1',
    '?tsource=',
    '?tsource={{site_source_name}}',
    '?tsource=%7Bsource%7D',
    '?fbclid={fbclid}',
    '?utm_medium=%257Bmedium%257D',
    '?tsource=undefined',
    '?fbclid=null&gclid=(not%20set)&wbraid={wbraid}&msclkid=__CLICKID__&ttclid=undefined',
    '?mcid=mc_lanc01_123',
    '?mcid=x',
  ])('is not assumed for "%s"', (search) => {
    expect(landing(search)).toMatchObject({ paid: false, signature: '' });
  });
});

describe('landing in mc.js', () => {
  test('counts for the campaign of the URL, else for that of the script tag', () => {
    expect(landing('?cmpid=outra').campaignId).toBe('outra');
    expect(landing('?cmpid=Outra').campaignId).toBe('lanc01');
    expect(readLanding('', '', true).campaignId).toBe('');
    expect(readLanding('?cmpid=outra', '', true)).toMatchObject({ campaignId: 'outra', paid: true });
  });

  test('adopts a click id of the URL', () => {
    expect(landing(`?mcid=${CLICK}`).clickId).toBe(CLICK);
    expect(landing(`?clickid=${CLICK}`).clickId).toBe(CLICK);
    expect(landing('?mcid=mc_lanc01_17518490000001234567').clickId).toBe('');
    expect(landing('?clickid=42').clickId).toBe('');
  });

  test('reads an address whose click id may not be adopted as if it had none', () => {
    const search = `?mcid=${CLICK}&clickid=${CLICK}`;
    expect(readLanding(search, 'lanc01', false)).toEqual(landing(''));
    expect(readLanding(`${search}&gclid=1`, 'lanc01', false)).toEqual(landing('?gclid=1'));
  });

  test('drops values in which the ad platform did not expand its macros', () => {
    const search =
      '?sub1={{ad.id}}&sub2={adset}&sub3={sub3}&sub4=FB-{{ad.name}}&sub5=a%20b&sub6=ok&sub7=__CID__&utm_id=__CAMPAIGN_ID__';
    expect(landing(search).tags).toEqual([
      ['sub5', 'a b'],
      ['sub6', 'ok'],
    ]);
  });

  test('has every tag that /track takes but for one that it has no room for, and ids of ad platforms whole', () => {
    const ofPixel = ['_fbp', '_fbc', '_ttp'];
    const withoutRoom = ['ctwa_clid'];
    const parameters = Object.values(CLICK_TAGS).map(({ parameter }): string => parameter);
    const left = [...ofPixel, ...withoutRoom];
    const tags = parameters.filter((name) => !left.includes(name)).map((name) => [name, `value of ${name}`]);
    const query = new URLSearchParams([...tags, ...left.map((name) => [name, 'x'])] as [string, string][]);
    const read = landing(`?${query}`).tags;
    expect([...read].sort()).toEqual(tags.sort());
    const id = `E.C.P.${'x'.repeat(400)}`;
    expect(landing(`?ttclid=${id}`).tags).toEqual([['ttclid', id]]);
  });

  test('leaves an id out that is too long, and never cuts one', () => {
    const longest = 'x'.repeat(1_024);
    expect(landing(`?gclid=${longest}`).tags).toEqual([['gclid', longest]]);
    expect(landing(`?gclid=${longest}x&_fbc=${longest}x&_fbp=${longest}`)).toMatchObject({
      tags: [],
      fbc: '',
      fbp: longest,
    });
  });

  test.each([
    '?utm_source=facebook&utm_campaign=Promoção&sub1=1',
    '?utm_source=facebook&utm_campaign=Promo%E7%E3o&sub1=1',
    '?utm-source=facebook&utm-campaign=Promo%E7%E3o&sub1=1',
    '?UTM_Source=facebook&amp;utm_campaign=Promo%C3%A7%C3%A3o&amp;SUB1=1',
    '?x=1?utm_source=facebook&utm_campaign=Promo%E7%E3o&sub1=1',
  ])('reads the tags of %s as they were meant', (search) => {
    expect(landing(search).tags).toEqual([
      ['sub1', '1'],
      ['utm_source', 'facebook'],
      ['utm_campaign', 'Promoção'],
    ]);
  });

  test('gets the same signature for the same ad parameters, and another one for others', () => {
    const of = (search: string) => landing(search).signature;
    expect(of('?fbclid=A&sub1=1')).toBe(of('?sub1=1&x=y&fbclid=A&_fbp=fb.1.2.3'));
    const different = ['?fbclid=A', '?fbclid=B', '?gclid=A', '?tsource=A', '?cmpid=outra', `?mcid=${CLICK}`].map(of);
    expect(new Set(different).size).toBe(different.length);
    for (const signature of different) expect(signature).toMatch(/^[0-9a-z]{1,7}$/);
  });

  test('throws no error for any query', () => {
    for (const search of ['?%', '?%E0%A4%A', '?=&&=', `?sub1=${'x'.repeat(5_000)}`, '?sub1=%F0%9F%98']) {
      expect(() => landing(search)).not.toThrow();
    }
  });
});
