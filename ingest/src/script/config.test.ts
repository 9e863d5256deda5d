import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';

describe('configuration of mc.js', () => {
  test('is read from the URL of the script', () => {
    const url =
      'https://t.loja.com/x/mc.js?attribution=firstpaid&cookiedomain=.loja.com&cookieduration=30&defaultcampaignid=lanc01&regviewonce=true';
    expect(readConfig(url)).toEqual({
      base: 'https://t.loja.com/x/',
      model: 'firstpaid',
      cookieDomain: '.loja.com',
      cookieDays: 30,
      campaignId: 'lanc01',
      viewOnce: true,
    });
  });

  test('falls back to the documented defaults for missing and invalid values', { tags: ['§9.23', '§2.9'] }, () => {
    const defaults = {
      base: 'https://t.loja.com/',
      model: 'lastpaid',
      cookieDomain: '',
      cookieDays: 90,
      campaignId: '',
      viewOnce: false,
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

  test('has no base address without a URL', () => expect(readConfig('').base).toBe(''));
});
