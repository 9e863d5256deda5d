import { expect, it } from 'vitest';
import { durationText, HISTORY_SHOWN, runError } from './sync-texts.ts';

it('shows the error of a failed sync, or Erro desconhecido', { tags: ['§2.11'] }, () => {
  expect(runError({ error: 'Limite de chamadas atingido' })).toBe('Limite de chamadas atingido');
  expect(runError({ error: null })).toBe('Erro desconhecido');
  expect(runError({ error: '' })).toBe('Erro desconhecido');
});

it('shows the last five sync runs', { tags: ['§9.25'] }, () => {
  expect(HISTORY_SHOWN).toBe(5);
});

it('shows the duration of a sync run', () => {
  expect([0, 999, 1_000, 61_400].map(durationText)).toEqual(['menos de 1 s', 'menos de 1 s', '1 s', '1 min 1 s']);
});
