import { describe, expect, it } from 'vitest';
import { matcherOf, searchTextOf } from './search.ts';

const maria = searchTextOf({ name: 'María José', email: 'Maria@Loja.com.br', phone: '+55 (11) 98888-7777' });
const finds = (asked: string) => matcherOf(asked)(maria);

describe('lead search', () => {
  it('matches name, e-mail and phone without case and accents', { tags: ['§2.15'] }, () => {
    expect(['maria jose', 'JOSÉ', 'loja.COM', '(11) 98888', 'a j'].map(finds)).toEqual([true, true, true, true, true]);
    expect(['ana', 'joselia', 'maria josé maria'].map(finds)).toEqual([false, false, false]);
  });

  it('matches a phone by its digits in any notation', () => {
    expect(['988887777', '11 9 8888 7777', '5511', '+55-11'].map(finds)).toEqual([true, true, true, true]);
    expect(['7778', '123'].map(finds)).toEqual([false, false]);
    // Digits of a name or an e-mail are no phone.
    expect(matcherOf('20 26')(searchTextOf({ name: 'Lead 2026', email: 'x2026@x.co' }))).toBe(false);
  });

  it('matches a phone with or without the code of the country and the zero before the area', () => {
    const written = ['(11) 94444-3333', '+55 11 94444-3333', '5511944443333', '011 94444-3333', '+55 (011) 94444-3333'];
    for (const stored of written) {
      const text = searchTextOf({ name: 'Ana', phone: stored });
      expect(written.map((asked) => matcherOf(asked)(text))).toEqual(written.map(() => true));
    }
  });

  it('matches no text across two fields', () => {
    expect(finds('jose\nmaria')).toBe(false);
    expect(matcherOf('anaana@')(searchTextOf({ name: 'Ana', email: 'ana@x.co' }))).toBe(false);
  });
});
