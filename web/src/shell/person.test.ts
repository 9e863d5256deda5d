import { describe, expect, it } from 'vitest';
import { fullNameOf, initialsOf } from './person.ts';

describe('a person', () => {
  it('has initials of both names, accents and odd letters included', () => {
    expect(initialsOf({ firstName: 'ágata', lastName: 'Souza' })).toBe('ÁS');
    expect(initialsOf({ firstName: '𝒜na', lastName: '' })).toBe('𝒜');
    expect(fullNameOf({ firstName: 'Ana', lastName: '' })).toBe('Ana');
  });
});
