import { expect, test } from 'vitest';
import { checksumOf, migrationProblems } from './migration-rules.ts';

const tables = 'CREATE TABLE notes (id int)';
const released = { version: '0.3.0', files: { 'postgres/migrations/0001-notes.sql': checksumOf(tables) } };
const withFile = (sql: string, name = '0002-next.sql') =>
  migrationProblems(released, { 'postgres/migrations/0001-notes.sql': tables, [`postgres/migrations/${name}`]: sql });

test('allows everything before the first release', () => {
  expect(
    migrationProblems({ version: null, files: {} }, { 'postgres/migrations/0001-notes.sql': 'DROP TABLE notes' }),
  ).toEqual([]);
});

test('refuses a released file that was changed or deleted', () => {
  expect(migrationProblems(released, { 'postgres/migrations/0001-notes.sql': `${tables};` })[0]).toContain(
    'never changes',
  );
  expect(migrationProblems(released, {})[0]).toContain('never deleted');
});

test('refuses two files of one store with one number, also before the first release', () => {
  const files = {
    'postgres/migrations/0007-leads.sql': tables,
    'postgres/migrations/0007-notes.sql': tables,
    'clickhouse/migrations/0007-clicks.sql': tables,
  };
  expect(migrationProblems({ version: null, files: {} }, files)).toEqual([
    'postgres/migrations/0007-leads.sql and postgres/migrations/0007-notes.sql have one number; give the later one the next free number.',
  ]);
});

test('asks a new file to say what it is, and for a higher number', () => {
  expect(withFile('ALTER TABLE notes ADD COLUMN body text')[0]).toContain('does not begin with');
  expect(withFile('-- expand', '0000-early.sql')[0]).toContain('higher number');
});

test.each([
  'ALTER TABLE notes ADD COLUMN body text',
  "ALTER TABLE notes ADD COLUMN body text NOT NULL DEFAULT ''",
  'ALTER TABLE notes ALTER COLUMN body DROP NOT NULL',
  'ALTER TABLE notes DROP CONSTRAINT notes_key',
  "ALTER TABLE clicks ADD COLUMN IF NOT EXISTS xclid String DEFAULT 'DROP TABLE'",
  'CREATE TABLE more (id int NOT NULL, CONSTRAINT more_key UNIQUE (id)) -- never DROP it',
  'CREATE OR REPLACE FUNCTION f() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
])('takes %j as an expansion', (statement) => {
  expect(withFile(`-- expand\n${statement};`)).toEqual([]);
});

test.each([
  ['DROP TABLE notes', 'removes (DROP TABLE)'],
  ['ALTER TABLE notes DROP body', 'removes (DROP body)'],
  ['ALTER TABLE notes RENAME COLUMN id TO key', 'renames'],
  ['ALTER TABLE notes ALTER COLUMN id TYPE bigint', 'changes a type'],
  ['ALTER TABLE clicks MODIFY COLUMN source String', 'changes a type'],
  ['ALTER TABLE notes ALTER COLUMN id SET NOT NULL', 'without a value'],
  ['ALTER TABLE notes ADD COLUMN body text NOT NULL', 'needs a value'],
  ['ALTER TABLE notes ADD CONSTRAINT few CHECK (id < 9)', 'refuses rows'],
  ['CREATE UNIQUE INDEX ON notes (id)', 'refuses rows'],
  ['REVOKE SELECT ON notes FROM tracker_app', 'takes a right away'],
])('refuses %j as an expansion', (statement, reason) => {
  const [problem = ''] = withFile(`-- expand\n${statement};`);
  expect(problem).toContain(reason);
  expect(problem).toContain('programs of 0.3.0 still run');
});

test('allows a contract whose programs are released', () => {
  const contract = (version: string) => withFile(`-- contract: programs from ${version} on\nDROP TABLE notes`);
  expect(contract('0.3.0')).toEqual([]);
  expect(contract('0.10.0')[0]).toContain('the released ones are 0.3.0');
});
