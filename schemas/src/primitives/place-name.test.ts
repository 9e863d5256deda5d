import { expect, test } from 'vitest';
import { placeName } from './place-name.ts';

test('writes places of Brazil with their accents, and leaves those of other countries', () => {
  expect(placeName('Sao Jose do Rio Preto', 'Brasil')).toBe('São José do Rio Preto');
  expect(placeName('Parana', 'Brasil')).toBe('Paraná');
  expect(placeName('Paraná', 'Brasil')).toBe('Paraná');
  expect(placeName('Federal District', 'Brasil')).toBe('Distrito Federal');
  expect(placeName('Belem', 'Portugal')).toBe('Belem');
  expect(placeName('Campinas', 'Brasil')).toBe('Campinas');
});
