import { expect, it } from 'vitest';
import { countryName } from './country-name.ts';

it('names countries in Portuguese and returns an empty text for unknown codes', { tags: ['§2.14'] }, () => {
  expect(countryName('DE')).toBe('Alemanha');
  expect([countryName('XX'), countryName('br'), countryName('')]).toEqual(['', '', '']);
});
