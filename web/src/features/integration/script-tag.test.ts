import { describe, expect, it } from 'vitest';
import { errorsOf, type ScriptSettings, scriptTag, settingsOf } from './script-tag.ts';
import { parseIntegrationSearch } from './search.ts';

const ours = [
  { campaignId: 'nova', status: 'active' },
  { campaignId: 'principal', status: 'active' },
  { campaignId: 'antiga', status: 'paused' },
];
const settings: ScriptSettings = {
  model: 'lastpaid',
  days: '90',
  domain: '',
  campaignId: 'c1',
  viewOnce: false,
  hashViews: false,
};
const PUBLIC_URL = 'https://rastreio.example';

describe('script generator', () => {
  it('starts with lastpaid, 90 days, every view and the oldest active campaign', { tags: ['§2.9', '§9.23'] }, () => {
    expect(settingsOf(parseIntegrationSearch({}), ours)).toEqual({
      model: 'lastpaid',
      days: '90',
      domain: '',
      campaignId: 'principal',
      viewOnce: false,
      hashViews: false,
    });
  });

  it('reads its settings from the URL, and leaves out defaults', () => {
    const search = parseIntegrationSearch({
      model: 'firstpaid',
      days: 30,
      domain: '.loja.com',
      campaign: '-',
      once: true,
      hash: true,
    });
    expect(settingsOf(search, ours)).toEqual({
      model: 'firstpaid',
      days: '30',
      domain: '.loja.com',
      campaignId: '',
      viewOnce: true,
      hashViews: true,
    });
    const defaults = {
      model: 'lastpaid',
      days: 90,
      platform: 'facebook',
      once: 'false',
      hash: 'true',
      campaign: {},
      domain: '',
    };
    expect(parseIntegrationSearch(defaults)).toEqual({});
    expect(settingsOf({ campaign: 'de-outra-empresa' }, ours).campaignId).toBe('principal');
    expect(settingsOf({}, []).campaignId).toBe('');
  });

  it('starts with the main campaign of the settings, while it is one of the list', () => {
    expect(settingsOf({}, ours, 'nova').campaignId).toBe('nova');
    expect(settingsOf({}, ours, 'antiga').campaignId).toBe('antiga');
    expect(settingsOf({ campaign: 'principal' }, ours, 'nova').campaignId).toBe('principal');
    expect(settingsOf({ campaign: '-' }, ours, 'nova').campaignId).toBe('');
    for (const main of ['de-outra-empresa', null]) expect(settingsOf({}, ours, main).campaignId).toBe('principal');
  });

  it('writes all settings into the script URL, escaped as HTML', () => {
    const all = {
      ...settings,
      model: 'firstclick' as const,
      days: '30',
      domain: '.Loja.com.br',
      viewOnce: true,
      hashViews: true,
    };
    expect(scriptTag(PUBLIC_URL, all)).toBe(
      `<script async src="${PUBLIC_URL}/mc.js?attribution=firstclick&amp;cookiedomain=.loja.com.br&amp;cookieduration=30` +
        `&amp;defaultcampaignid=c1&amp;regviewonce=true&amp;hashviews=true"></script>`,
    );
    expect(scriptTag(PUBLIC_URL, { ...settings, campaignId: '' })).toBe(
      `<script async src="${PUBLIC_URL}/mc.js?attribution=lastpaid&amp;cookieduration=90&amp;regviewonce=false"></script>`,
    );
  });

  it.each([
    ['0', false],
    ['1', true],
    ['400', true],
    ['401', false],
    ['7.5', false],
    ['', false],
    ['noventa', false],
  ])('checks a cookie duration of "%s" days: valid is %s', (days, isRight) => {
    expect(errorsOf({ ...settings, days }).days === undefined).toBe(isRight);
    if (!isRight) expect(scriptTag(PUBLIC_URL, { ...settings, days })).toContain('cookieduration=90');
  });

  it.each([
    ['', true],
    ['loja.com.br', true],
    ['.loja.com.br', true],
    ['https://loja.com.br', false],
    ['loja.com.br/oferta', false],
    ['localhost', false],
    ['loja..com', false],
    ['"><script>', false],
  ])('checks the cookie domain "%s": valid is %s', (domain, isRight) => {
    expect(errorsOf({ ...settings, domain }).domain === undefined).toBe(isRight);
    if (!isRight) expect(scriptTag(PUBLIC_URL, { ...settings, domain })).not.toContain('cookiedomain');
  });
});
