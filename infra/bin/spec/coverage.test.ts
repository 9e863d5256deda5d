import { describe, expect, it } from 'vitest';
import { testsNaming } from './coverage.ts';

// Written apart, or this file would name parts that it does not prove.
const S = '\u00a7';

describe('testsNaming', () => {
  it('finds the parts in the titles of tests, of groups and of tables, and nowhere else', () => {
    const source = `
      // ${S}1 in a comment
      describe('login (${S}2.3)', () => {
        it("says 'no' (${S}8.1, ${S}9.5)", () => {});
        test.each([['a', f(1)], ['b', 2]])('%s (${S}2.4)', () => {});
        it('nothing', () => expect('${S}3').toBe(1));
      });`;
    const ids = testsNaming('a.test.ts', source).map((named) => named.ids);
    expect(ids).toEqual([['2.3'], ['8.1', '9.5'], ['2.4']]);
  });
});
