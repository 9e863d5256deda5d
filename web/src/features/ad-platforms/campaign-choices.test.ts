import { describe, expect, it } from 'vitest';
import { CHOICES_SHOWN, matchingChoices } from './campaign-choices.ts';

const choice = (value: string, label: string) => ({ value, label, detail: value });
const choices = [choice('lancamento', 'Lançamento Ação'), choice('perpetuo-x', 'Perpétuo'), choice('novo', 'Novo')];
const found = (typed: string) => matchingChoices(choices, typed).map(({ value }) => value);

describe('choices of campaigns', () => {
  it('are found by name and id without accents or case, in any word order', () => {
    expect(found('')).toHaveLength(3);
    expect(found('acao LANC')).toEqual(['lancamento']);
    expect(found('x perp')).toEqual(['perpetuo-x']);
    expect(found('z')).toEqual([]);
  });

  it('shows the first of a long list, and finds the others by search', () => {
    const many = Array.from({ length: 1_000 }, (_, index) => choice(`9${index}`, `Campanha ${9_000 + index}`));
    expect(matchingChoices(many, '')).toHaveLength(CHOICES_SHOWN);
    expect(matchingChoices(many, 'campanha 9987').map(({ value }) => value)).toEqual(['9987']);
  });
});
