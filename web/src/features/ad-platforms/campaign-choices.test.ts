import { FACEBOOK } from '@tracker/schemas/ad-platforms/facebook';
import type { PlatformCampaign } from '@tracker/schemas/contracts/ad-platforms.contract';
import { describe, expect, it } from 'vitest';
import { CHOICES_SHOWN, campaignChoices, matchingChoices } from './campaign-choices.ts';

const campaign = (id: string, name: string, status = 'ACTIVE'): PlatformCampaign => ({
  id,
  name,
  status,
  adAccountId: 'act_1',
});
const choices = campaignChoices(
  FACEBOOK,
  [
    campaign('238511', 'Lançamento Ação'),
    campaign('238522', 'Perpétuo', 'PAUSED'),
    campaign('238533', 'Novo', 'ODD_ONE'),
  ],
  [{ platformCampaignId: '238522' }],
);
const found = (typed: string) => matchingChoices(choices, typed).map(({ value }) => value);

describe('campaign picker of an ad account', () => {
  it('shows id and status, and disables campaigns that are already linked', () => {
    expect(choices.map(({ detail, note, isDisabled }) => [detail, note, isDisabled])).toEqual([
      ['238511 · ativa', undefined, undefined],
      ['238522 · pausada', 'já conectada', true],
      ['238533 · odd one', undefined, undefined],
    ]);
  });

  it('searches by name, id and status without accents or case, in any word order', () => {
    expect(found('')).toHaveLength(3);
    expect(found('acao LANC')).toEqual(['238511']);
    expect(found('2385 ativa')).toEqual(['238511']);
    expect(found('385 pau')).toEqual(['238522']);
    expect(found('x')).toEqual([]);
  });
  it('shows the first campaigns of a long list, and finds the others by search', () => {
    const many = Array.from({ length: 1_000 }, (_, index) => campaign(`9${index}`, `Campanha ${9_000 + index}`));
    const all = campaignChoices(FACEBOOK, many, []);
    expect(matchingChoices(all, '')).toHaveLength(CHOICES_SHOWN);
    expect(matchingChoices(all, 'campanha 9987').map(({ value }) => value)).toEqual(['9987']);
  });
});
