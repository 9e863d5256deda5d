import type { AdAccount, PlatformCampaign } from '@tracker/schemas/contracts/ad-platforms.contract';
import { describe, expect, it } from 'vitest';
import { type KnownLinks, type NamedBy, planLinks } from './plan-links.ts';

const account: AdAccount = { id: 'a', name: 'Loja', currency: 'BRL', accountStatus: 1, timeZone: 'America/Sao_Paulo' };
const campaign = (id: string): PlatformCampaign => ({ id, name: `Campanha ${id}`, status: 'ACTIVE', adAccountId: 'a' });
const plan = (known: Partial<KnownLinks>) => {
  const nothing = { rules: new Map(), clicks: new Map(), settled: new Set<string>() };
  const { links, suggestions } = planLinks(account, [campaign('1'), campaign('2')], { ...nothing, ...known });
  return {
    links: links.map(({ campaign: { id }, campaignId, origin }) => [id, campaignId, origin]),
    suggestions: suggestions.map(({ campaign: { id }, campaignId, networks }) => [id, campaignId, networks]),
  };
};
const named = (campaignId: string, networks: number, days = 2): NamedBy => ({
  campaignId,
  networks,
  days,
  clicks: networks,
});
const one = [named('curso', 3)];
const several = [named('curso', 3), named('livro', 1)];

describe('plan of campaign links', () => {
  it('links nothing without a rule or a click', () => {
    expect(plan({})).toEqual({ links: [], suggestions: [] });
  });

  it('links what enough clicks of one campaign name, and only suggests what those of several name', () => {
    const clicks = new Map([
      ['1', one],
      ['2', several],
    ]);
    expect(plan({ clicks })).toEqual({
      links: [['1', 'curso', 'clicks']],
      suggestions: [
        ['2', 'curso', 3],
        ['2', 'livro', 1],
      ],
    });
  });

  it.each([
    ['two networks', [named('curso', 2)], false],
    ['three networks of one day', [named('curso', 3, 1)], false],
    ['three networks of two days', [named('curso', 3)], true],
    ['four networks against one', [named('curso', 4), named('livro', 1)], true],
    ['three networks against one', several, false],
    ['eight networks against two others', [named('curso', 8), named('livro', 1), named('lista', 1)], true],
    ['many clicks of one network', [{ ...named('curso', 1), clicks: 10_000 }, named('livro', 3)], false],
  ] as const)(
    'links by clicks from three networks on two days, of which 80 % agree, else suggests: %s',
    (_which, clicks, isLinked) => {
      const { links, suggestions } = plan({ clicks: new Map([['1', clicks]]) });
      expect(links).toEqual(isLinked ? [['1', 'curso', 'clicks']] : []);
      expect(suggestions).toHaveLength(isLinked ? 0 : clicks.length);
    },
  );

  it('follows a rule that names a campaign against what clicks say', () => {
    const rules = new Map([['a', 'loja']]);
    expect(plan({ rules, clicks: new Map([['1', one]]) }).links).toEqual([
      ['1', 'loja', 'account'],
      ['2', 'loja', 'account'],
    ]);
    expect(plan({ rules: new Map([['b', 'loja']]) }).links).toEqual([]);
  });

  it('makes a campaign for each under a rule of one each, except for those that clicks name', () => {
    const rules = new Map([['a', null]]);
    expect(plan({ rules, clicks: new Map([['1', one]]) }).links).toEqual([
      ['1', 'curso', 'clicks'],
      ['2', null, 'account'],
    ]);
    expect(plan({ rules, clicks: new Map([['1', several]]) })).toEqual({
      links: [['2', null, 'account']],
      suggestions: [
        ['1', 'curso', 3],
        ['1', 'livro', 1],
      ],
    });
  });

  it('leaves alone what is linked or was taken out', () => {
    const rules = new Map([['a', 'loja']]);
    expect(plan({ rules, settled: new Set(['1', '2']) })).toEqual({ links: [], suggestions: [] });
  });
});
