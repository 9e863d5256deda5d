// @vitest-environment jsdom
import { afterEach, describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';

describe('configuration of mc.js', () => {
  test('is read from the URL of the script', () => {
    const url =
      'https://t.loja.com/x/mc.js?attribution=firstpaid&cookiedomain=.loja.com&cookieduration=30&defaultcampaignid=lanc01&regviewonce=true&hashviews=1';
    expect(readConfig(url)).toEqual({
      base: 'https://t.loja.com/x/',
      served: 'https://t.loja.com/x/',
      isCopy: false,
      model: 'firstpaid',
      cookieDomain: '.loja.com',
      cookieDays: 30,
      campaignId: 'lanc01',
      viewOnce: true,
      hashViews: true,
    });
  });

  test('falls back to the documented defaults for missing and invalid values', { tags: ['§9.23', '§2.9'] }, () => {
    const defaults = {
      base: 'https://t.loja.com/',
      served: 'https://t.loja.com/',
      isCopy: false,
      model: 'lastpaid',
      cookieDomain: '',
      cookieDays: 90,
      campaignId: '',
      viewOnce: false,
      hashViews: false,
    };
    for (const query of [
      '',
      '?attribution=&cookiedomain=&cookieduration=&defaultcampaignid=&regviewonce=false',
      '?attribution=best&cookiedomain=a;path=/x&cookieduration=-1&defaultcampaignid=A%20B&regviewonce=yes',
      '?cookieduration=0&cookiedomain=%0d%0a&defaultcampaignid=%3Cscript%3E',
    ]) {
      expect(readConfig(`https://t.loja.com/mc.js${query}`)).toEqual(defaults);
    }
    expect(readConfig('https://t.loja.com/mc.js?cookieduration=9999').cookieDays).toBe(400);
  });

  describe('of the page', () => {
    const SERVED = 'https://t.example.com/mc.js?defaultcampaignid=lanc01';
    const write = (...sources: string[]) => {
      document.head.innerHTML = sources.map((src) => `<script type="text/plain" src="${src}"></script>`).join('');
      return document.head.querySelector('script');
    };
    const run = (script: HTMLScriptElement | null) =>
      Object.defineProperty(document, 'currentScript', { configurable: true, value: script });
    afterEach(() => {
      document.head.innerHTML = '';
      run(null);
    });

    test('is that of its tag, also through a server of the page and when a tag manager runs it', () => {
      const through = write('/outro.js', 'https://loja.com/tt/mc.js?defaultcampaignid=outra');
      for (const script of [through?.nextSibling, null]) {
        run(script as HTMLScriptElement | null);
        expect(readConfig(SERVED)).toMatchObject({ base: 'https://loja.com/tt/', campaignId: 'outra', isCopy: false });
      }
    });

    test.each([
      ['a copy under the same name', '/wp-content/cache/min/1/mc.js?ver=1621435097'],
      ['a copy under another name', 'https://cdn.loja.com/litespeed/js/5f1c.js?ver=2'],
      ['a bundle', '/cache/autoptimize_abc.js'],
    ])('is what the server wrote into %s', (_, src) => {
      run(write(src));
      expect(readConfig(SERVED)).toMatchObject({ base: 'https://t.example.com/', campaignId: 'lanc01', isCopy: true });
    });

    test('is what the server wrote when a tag has no parameters, and that is no copy', () => {
      run(write('https://t.example.com/mc.js'));
      expect(readConfig(SERVED)).toMatchObject({ base: 'https://t.example.com/', isCopy: false });
    });
  });
});
