import { describe, expect, it } from 'vitest';
import { fullNameOf, initialsOf } from './person.ts';

describe('initialsOf and fullNameOf', () => {
  it('handles accents, letters outside the basic plane and missing last names', () => {
    expect(initialsOf({ firstName: 'ágata', lastName: 'Souza' })).toBe('ÁS');
    expect(initialsOf({ firstName: '𝒜na', lastName: '' })).toBe('𝒜');
    expect(fullNameOf({ firstName: 'Ana', lastName: '' })).toBe('Ana');
  });
});
