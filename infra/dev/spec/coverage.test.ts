import { describe, expect, test } from 'vitest';
import { idsInTitles, renderCoverage, taggedTests } from './coverage.ts';

const SOURCE = `
  // §1 in a comment
  describe('login', { tags: ['§2.3'] }, () => {
    it("says 'no'", { tags: ['§8.1', '§9.5'] }, () => {});
    test.each([['a', f(1)], ['b', 2]])('%s', { tags: '§2.4' }, () => {});
    test('opens (§2.5, §9.1)', () => {});
    it('nothing', { tags: ['slow'] }, () => expect('§3').toBe(1));
  });`;

describe('the coverage of the specification', () => {
  test('reads the ids from the tags of tests, groups and tables', () => {
    const found = taggedTests('a.test.ts', SOURCE).map(({ title, ids }) => [title, ...ids]);
    expect(found).toEqual([
      ['login', '2.3'],
      ["login › says 'no'", '8.1', '9.5'],
      ['login › %s', '2.4'],
    ]);
  });

  test('says how to mend a title that holds an id', () => {
    expect(idsInTitles('a.test.ts', SOURCE)).toEqual([
      "a.test.ts: move §2.5, §9.1 from the title 'opens (§2.5, §9.1)' to { tags: ['§2.5', '§9.1'] }.",
    ]);
  });

  test('renders a section for each part, and says which part has no test', () => {
    const tests = taggedTests('a.test.ts', SOURCE).slice(0, 2);
    const page = renderCoverage([
      { requirement: { id: '2.3', text: 'Login' }, tests },
      { requirement: { id: '2.9', text: 'Integration' }, tests: [] },
    ]);
    expect(page).toContain("## §2.3 Login\n\n- `a.test.ts`: login\n- `a.test.ts`: login › says 'no'\n\n## §2.9");
    expect(page).toContain('## §2.9 Integration\n\n**No test.**\n');
  });
});
