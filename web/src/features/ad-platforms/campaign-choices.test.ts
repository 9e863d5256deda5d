import type { FacebookCampaign } from '@tracker/schemas/contracts/ad-platforms.contract';
import { describe, expect, it } from 'vitest';
import { CHOICES_SHOWN, campaignChoices, matchingChoices } from './campaign-choices.ts';

const campaign = (id: string, name: string, status = 'ACTIVE'): FacebookCampaign => ({
  id,
  name,
  status,
  adAccountId: 'act_1',
});
const choices = campaignChoices(
  [
    campaign('238511', 'Lançamento Ação'),
    campaign('238522', 'Perpétuo', 'PAUSED'),
    campaign('238533', 'Novo', 'ODD_ONE'),
  ],
  [{ facebookCampaignId: '238522' }],
);
const found = (typed: string) => matchingChoices(choices, typed).map(({ value }) => value);

describe('the campaigns of an ad account to choose from', () => {
  it('says id and status, and marks what is linked', () => {
    expect(choices.map(({ detail, note, isDisabled }) => [detail, note, isDisabled])).toEqual([
      ['238511 · ativa', undefined, undefined],
      ['238522 · pausada', 'já conectada', true],
      ['238533 · odd one', undefined, undefined],
    ]);
  });

  it('is searched by name, id and status without accents and case, in any order of words', () => {
    expect(found('')).toHaveLength(3);
    expect(found('acao LANC')).toEqual(['238511']);
    expect(found('2385 ativa')).toEqual(['238511']);
    expect(found('385 pau')).toEqual(['238522']);
    expect(found('x')).toEqual([]);
  });
  it('shows the first of very many, and finds the others', () => {
    const many = Array.from({ length: 1_000 }, (_, index) => campaign(`9${index}`, `Campanha ${9_000 + index}`));
    const all = campaignChoices(many, []);
    expect(matchingChoices(all, '')).toHaveLength(CHOICES_SHOWN);
    expect(matchingChoices(all, 'campanha 9987').map(({ value }) => value)).toEqual(['9987']);
  });
});
