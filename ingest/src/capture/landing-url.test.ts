import { readTags } from '@tracker/schemas/capture/track';
import type { ClickId } from '@tracker/schemas/primitives/click-id';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { landingUrlFor } from './landing-url.ts';

const clickId = 'mc_lanc01_1751849000000123456' as ClickId;
const go = (destination: string, query: Record<string, string> = {}, passed: Record<string, string> = {}) =>
  landingUrlFor(destination, clickId, readTags(query), passed);

describe('landing URL of a tracking link', () => {
  test('carries the click id once, before the fragment', () => {
    expect(go('https://loja.com')).toBe(`https://loja.com/?clickid=${clickId}`);
    expect(go('https://loja.com/p?a=1#topo')).toBe(`https://loja.com/p?a=1&clickid=${clickId}#topo`);
    expect(go('https://loja.com/p?clickid={clickid}&b=2')).toBe(`https://loja.com/p?b=2&clickid=${clickId}`);
    expect(go('https://loja.com/p?myclickid=1')).toBe(`https://loja.com/p?myclickid=1&clickid=${clickId}`);
  });

  test('fills its macros with escaped values and leaves unknown macros unchanged', () => {
    expect(
      go('https://loja.com/{sub1}?u={utm_source}&c={clickid}&x={outro}#{sub2}', {
        sub1: 'a/b',
        utm_source: 'é&x=1',
        sub2: 's',
      }),
    ).toBe(`https://loja.com/a%2Fb?u=%C3%A9%26x%3D1&c=${clickId}&x={outro}&clickid=${clickId}#s`);
    expect(go('https://loja.com/?s={sub8}')).toBe(`https://loja.com/?s=&clickid=${clickId}`);
    expect(go('https://loja.com/?s={constructor}')).toBe(`https://loja.com/?s={constructor}&clickid=${clickId}`);
  });

  test('carries ids of ad platforms and utm values on, and keeps its own', () => {
    const passed = {
      gclid: 'Cj0K-_',
      gad_source: '1',
      fbclid: 'IwAR',
      utm_source: 'fb ads',
      utm_term: 'a&b',
      sub1: '1',
      nome: 'Ana',
    };
    expect(go('https://loja.com/lp?x=1#a', {}, passed)).toBe(
      `https://loja.com/lp?x=1&gclid=Cj0K-_&gad_source=1&fbclid=IwAR&utm_source=fb%20ads&utm_term=a%26b&clickid=${clickId}#a`,
    );
    expect(
      go('https://loja.com/?UTM_source=loja&gclid=&x=1', {}, { utm_source: 'fb', gclid: 'G', utm_medium: '{{x}}' }),
    ).toBe(`https://loja.com/?UTM_source=loja&gclid=&x=1&clickid=${clickId}`);
  });

  test('is undefined for anything but a web address, and for a macro in the host', () => {
    for (const destination of [
      '',
      'loja.com',
      'javascript:alert(1)',
      'https://',
      'ftp://loja.com',
      'https://{sub1}.com/',
    ]) {
      expect(go(destination, { sub1: 'evil' })).toBeUndefined();
    }
  });

  test.each(
    [
      ...['gclid', 'gbraid', 'wbraid', 'dclid', 'fbclid', 'ctwa_clid', 'ttclid', 'msclkid', 'twclid', 'ScCid', 'yclid'],
      ...['qclid', 'obclid', 'ob_click_id', 'dicbo', 'tblci', 'rdt_cid', 'epik', 'li_fat_id', 'click_id', 'vmcid'],
      ...['ndclid', 'gad_campaignid', 'hsa_cam', 'utm_id', 'srsltid'],
    ].map((name) => ({ name })),
  )('passes on $name of an ad platform', ({ name }) => {
    expect(go('https://loja.com/lp', {}, { [name]: 'Aa0_-.9' })).toBe(
      `https://loja.com/lp?${name}=Aa0_-.9&clickid=${clickId}`,
    );
  });

  test('keeps its origin and contains no line break for any query values', () => {
    const destination = 'https://loja.com/{sub1}/{sub2}?a={sub3}#{sub4}';
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom('//evil.com', '..', '\\\\evil.com', '@evil.com', '\r\nx: y', '#', '?'),
    );
    fc.assert(
      fc.property(text, text, text, text, (sub1, sub2, sub3, sub4) => {
        const url = go(destination, { sub1, sub2, sub3, sub4 }) ?? '';
        expect(new URL(url).origin).toBe('https://loja.com');
        expect(new URL(url).searchParams.get('clickid')).toBe(clickId);
        expect(url).toMatch(/^[\x21-\x7e]+$/);
      }),
    );
  });
});
