import { expect, it } from 'vitest';
import { countryName } from './country-name.ts';

it('names countries in Portuguese, and none that are not one (§2.14)', () => {
  expect(countryName('DE')).toBe('Alemanha');
  expect([countryName('XX'), countryName('br'), countryName('')]).toEqual(['', '', '']);
});
