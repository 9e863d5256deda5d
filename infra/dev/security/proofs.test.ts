import { describe, expect, test } from 'vitest';
import { ASVS_LEVEL_2 } from './asvs-5.ts';
import { missingProofs } from './proofs.ts';

const files: Record<string, string> = {
  'a.test.ts':
    "test('holds', { tags: ['§2.1'] }, () => {});\ndescribe('x', () => { it.each([1])(\n  'each of %s',\n () => {}) });",
  'a.ts': '',
};
const check = (...rows: string[]) =>
  missingProofs(
    ['| requirement | how | proof |', '|---|---|---|', ...rows].join('\n'),
    ['1.1.1', '1.1.2'],
    (path) => files[path],
  );
const second = '| 1.1.2 c | d | **n/a** |';

describe('proofs of the security table', () => {
  test('finds each proof by its exact title', () => {
    expect(check('| 1.1.1 a | b | `a.test.ts` “holds” |', second)).toEqual([]);
    expect(check('| 1.1.1 1.1.2 a | b | `a.test.ts` “holds”; `a.test.ts` “each of %s” |')).toEqual([]);
  });

  test('reports a missing test, a missing file and a row without a proof', () => {
    expect(check('| 1.1.1 a | b | `a.test.ts` “hold” |', second)).toEqual(["1.1.1 a: a.test.ts has no test 'hold'"]);
    expect(check('| 1.1.1 a | b | `b.test.ts` “holds” |', second)).toEqual(['1.1.1 a: there is no b.test.ts']);
    expect(check('| 1.1.1 a | b | by hand |', second)).toEqual(['1.1.1 a: names no test']);
  });

  test('takes a verdict instead of a test, with files where it speaks of files', () => {
    expect(check('| 1.1.1 a | b | **no**; `a.test.ts` “holds” |', second)).toEqual([]);
    expect(check('| 1.1.1 a | b | **code** `a.ts` |', second)).toEqual([]);
    expect(check('| 1.1.1 a | b | **code** |', second)).toEqual(['1.1.1 a: names no file']);
    expect(check('| 1.1.1 a | b | **file** `b.md` |', second)).toEqual(['1.1.1 a: there is no b.md']);
    expect(check('| 1.1.1 a | b | **yes** |', second)).toEqual(["1.1.1 a: 'yes' is no verdict"]);
  });

  test('reports requirements without a row, with two, and unknown ones', () => {
    expect(check(second)).toEqual(['1.1.1 has no row']);
    expect(check('| 1.1.1 a | b | **no** |', '| 1.1.1 a | b | **no** |', second)).toEqual(['1.1.1 has two rows']);
    expect(check('| 1.1.1 1.1.3 a | b | **no** |', second)).toEqual(['1.1.3 is no requirement of levels 1 and 2']);
  });

  test('finds each proof of the table of attacks as well', () => {
    const attacks = ['', '| attack | how | proof |', '|---|---|---|'];
    const rows = ['| 1.1.1 1.1.2 a | b | **no** |', ...attacks];
    expect(check(...rows, '| a flood | b | `a.test.ts` “holds” |')).toEqual([]);
    expect(check(...rows, '| a flood | b | `a.test.ts` “hold” |', '', '| c | d |')).toEqual([
      "a flood: a.test.ts has no test 'hold'",
    ]);
    expect(check(...rows, '| a flood | b | by hand |')).toEqual(['a flood: names no test']);
  });

  test('knows the 253 requirements of levels 1 and 2', () => {
    expect(new Set(ASVS_LEVEL_2).size).toBe(253);
    expect([ASVS_LEVEL_2[0], ASVS_LEVEL_2.at(-1)]).toEqual(['1.1.1', '17.3.2']);
  });
});
