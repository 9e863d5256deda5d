import { describe, expect, test } from 'vitest';
import { testCalls } from './test-calls.ts';

const read = (source: string, file = 'a.test.ts') =>
  testCalls(file, source).map(({ groups, title, tags }) => [[...groups, title].join(' › '), ...tags]);

describe('the scan for tests', () => {
  test('reads title and tags of a test inside its groups', () => {
    expect(
      read(`
        describe('login', { tags: ['a'] }, () => {
          describe('as a viewer', () => {
            it("says 'no'", { timeout: 5, tags: ['b', 'c'] }, () => {});
          });
          test('works', () => {}, 5000);
          test('asks again', { tags: 'd' }, async () => {});
        });`),
    ).toEqual([
      ['login', 'a'],
      ['login › as a viewer'],
      ["login › as a viewer › says 'no'", 'b', 'c'],
      ['login › works'],
      ['login › asks again', 'd'],
    ]);
  });

  test('reads tables and conditions, also when their rows hold calls and texts', () => {
    expect(
      read(`
        test.each([['a)', f(g(1))], ["it('no', {})", 2]])('counts %s', { tags: ['a'] }, () => {});
        it.each\`
          row
          \${1}
        \`('adds $row', { tags: ['b'] }, () => {});
        test.skipIf(slow(1)).each(ROWS)(
          'waits for %s',
          { tags: ['c'] },
          () => {},
        );
        describe.skipIf(slow)(\`the \${kind} log\`, () => {});`),
    ).toEqual([['counts %s', 'a'], ['adds $row', 'b'], ['waits for %s', 'c'], ['the … log']]);
  });

  test('reads TypeScript and TSX, each by its own rules', () => {
    const generic = "const many = <T>(one: T) => [one]; test('counts', () => {});";
    expect(read(generic)).toEqual([['counts']]);
    const screen = "const screen = <p>{'}'}</p>; test('draws', () => {});";
    expect(read(screen, 'a.test.tsx')).toEqual([['draws']]);
  });

  test('leaves out comments, other calls, and tags in the body of a test', () => {
    expect(
      read(`
        // test('old', { tags: ['a'] }, () => {});
        expect.soft('b', { tags: ['b'] });
        suite.test;
        pattern.test('c', { tags: ['c'] });
        test('holds', () => send({ tags: ['d'] }));`),
    ).toEqual([['holds']]);
  });
});
