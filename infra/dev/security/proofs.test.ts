import { describe, expect, test } from 'vitest';
import { missingProofs } from './proofs.ts';

const files: Record<string, string> = {
  'a.test.ts':
    "test('holds', { tags: ['§2.1'] }, () => {});\ndescribe('x', () => { it.each([1])(\n  'each of %s',\n () => {}) });",
};
const check = (...rows: string[]) =>
  missingProofs(['| requirement | how | proof |', '|---|---|---|', ...rows].join('\n'), (path) => files[path]);

describe('proofs of the security table', () => {
  test('finds each proof by its exact title', () => {
    expect(check('| 1.1.1 a | b | `a.test.ts` “holds” |')).toEqual([]);
    expect(check('| 1.1.1 a | b | `a.test.ts` “holds”; `a.test.ts` “each of %s” |')).toEqual([]);
  });

  test('reports a missing test, a missing file and a row without a proof', () => {
    expect(check('| 1.1.1 a | b | `a.test.ts` “hold” |')).toEqual(["1.1.1 a: a.test.ts has no test 'hold'"]);
    expect(check('| 1.1.1 a | b | `b.test.ts` “holds” |')).toEqual(['1.1.1 a: there is no b.test.ts']);
    expect(check('| 1.1.1 a | b | by hand |')).toEqual(['1.1.1 a: names no test']);
    expect(check()).toEqual(['The table has no rows.']);
  });
});
