import { expect, it } from 'vitest';
import { HISTORY_SHOWN, runError } from './sync-texts.ts';

it('a failed run shows what the platform said, or that nobody knows (§2.11)', () => {
  expect(runError({ error: 'Limite de chamadas atingido' })).toBe('Limite de chamadas atingido');
  expect(runError({ error: null })).toBe('Erro desconhecido');
  expect(runError({ error: '' })).toBe('Erro desconhecido');
});

it('the last five runs are shown (§9.25)', () => {
  expect(HISTORY_SHOWN).toBe(5);
});
