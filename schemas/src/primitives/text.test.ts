import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanText, cutText } from './text.ts';

/** Texts with many pairs of surrogates, so that a cut often comes between the two. */
const withPairs = fc.string({ unit: fc.constantFrom('a', 'é', '🎉', '👩‍👧', ' ', '\n', '\u0000') });
/** Any 16-bit units: halves of pairs as well. */
const anyUnits = fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units));

describe('cutText', () => {
  test('leaves a text within the limit, and cuts before a pair of surrogates instead of inside of it', () => {
    expect(cutText('ação', 4)).toBe('ação');
    expect(cutText('ab🎉', 4)).toBe('ab🎉');
    expect(cutText('ab🎉', 3)).toBe('ab');
    expect(cutText('🎉', 1)).toBe('');
  });

  test('gives well-formed beginnings of well-formed texts, one unit shorter than the limit at most', () => {
    fc.assert(
      fc.property(withPairs, fc.nat(40), (text, lengthMax) => {
        const cut = cutText(text, lengthMax);
        expect(cut.isWellFormed()).toBe(true);
        expect(text.startsWith(cut)).toBe(true);
        expect(cut.length).toBeGreaterThanOrEqual(Math.min(text.length, lengthMax) - 1);
        expect(cut.length).toBeLessThanOrEqual(lengthMax);
      }),
    );
  });
});

describe('cleanText', () => {
  test('gives well-formed texts within the limit for any units', () => {
    fc.assert(
      fc.property(fc.oneof(withPairs, anyUnits), fc.nat(40), (text, lengthMax) => {
        const clean = cleanText(text, lengthMax);
        expect(clean.isWellFormed()).toBe(true);
        expect(clean.length).toBeLessThanOrEqual(lengthMax);
      }),
    );
  });

  test('shows no replacement character for a pair that is cut off', () => {
    expect(cleanText('compra aprovada 🎉', 17)).toBe('compra aprovada');
  });
});
