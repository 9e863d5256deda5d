import { expect, test } from 'vitest';
import { retiredIn } from './retired-words.ts';

test.each([
  ['a first comment', 'api/src/a.ts', '// What the sender was told.\nexport const a = 1;\n'],
  ['an inner comment', 'api/src/a.ts', 'export const a = 1;\nexport const b = 2; // Whatever comes next.\n'],
  [
    'a comment over lines',
    'api/src/a.ts',
    'const a = 1;\n/**\n * One event,\n * as it stands in the log.\n */\nconst b = 2;\n',
  ],
  ['a comment of a test', 'api/src/a.test.ts', 'const a = 1; // said twice\n'],
  ['a comment of SQL', 'infra/src/a.sql', 'CREATE TABLE a (\n  b text -- as its sender said it\n);\n'],
  ['a word of people in a comment', 'api/src/a.ts', 'const a = 1; // of one company\n'],
  ['a name', 'api/src/a.ts', 'const toldBefore = 1;\n'],
  ['a name in capitals', 'api/src/a.ts', 'const TEST_PATIENCE = 1;\n'],
  ['a name within a name', 'infra/src/a.ts', 'const spendOfCells = 1;\n'],
  ['a function of SQL', 'infra/src/a.sql', 'CREATE FUNCTION tell_caches() RETURNS trigger;\n'],
  ['the name of a file', 'infra/src/table-gate.ts', 'export {};\n'],
  ['a name of people', 'processor/src/a.ts', 'const salesOfDay = 1;\n'],
  ['a log message', 'api/src/a.ts', "logger.warn({ event: 'a' }, 'nobody is there');\n"],
  ['a title', 'api/src/a.test.ts', "test('tells the caller', () => {});\n"],
  ['a title of a decision', 'infra/docs/adr/0001-a.md', '# 1: Days are sealed\n'],
])('finds a retired word in %s', (_place, path, text) => {
  expect(retiredIn(path, text)).toHaveLength(1);
});

test.each([
  ['a quoted name', 'api/src/a.ts', "const a = 1; // the path has `provider`, and 'said' is a value\n"],
  ['a text of the program', 'api/src/a.ts', "const a = 'whoever';\n"],
  ['the cells of a table', 'web/src/a.tsx', 'const cells = 1; // one for each table cell\n'],
  ['a verb', 'infra/dev/a.ts', 'const visit = 1;\n'],
  ['dead letters', 'processor/src/a.ts', 'const deadLetters = 1;\nconst DEAD_LETTERS_TOPIC = 2;\n'],
  ['the words of the screens', 'web/src/a.ts', 'const a = 1; // the sales of the company\n'],
  ['names of the wire', 'api/src/a.ts', 'const { provider, sealed, companyName } = body;\n'],
])('allows %s', (_place, path, text) => {
  expect(retiredIn(path, text)).toEqual([]);
});
