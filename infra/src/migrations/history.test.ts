import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { StartError } from '../errors/start-error.ts';
import { createLogger } from '../telemetry/logger.ts';
import { migrationOf, PROGRAM_VERSION, pendingMigrations, refusePending } from './history.ts';

const first = migrationOf('0001-first', 'CREATE TABLE notes (id int)');
const expand = migrationOf('0002-expand', '-- expand\nALTER TABLE notes ADD COLUMN body text');
const contract = migrationOf('0003-contract', '-- contract: programs from 0.10.0 on\nALTER TABLE notes DROP COLUMN id');

function ask(files: Parameters<typeof pendingMigrations>[0], applied: typeof files, program: string) {
  const events: unknown[] = [];
  const destination = new Writable({
    write(line: Buffer, _encoding, done) {
      events.push((JSON.parse(line.toString()) as { event: unknown }).event);
      done();
    },
  });
  const logger = createLogger({ level: 'info', name: 'test', destination });
  const pending = pendingMigrations(files, applied, { store: 'The database', logger, program });
  return { pending: pending.map(({ name }) => name), events };
}

const refusal = (...given: Parameters<typeof ask>) => {
  try {
    return ask(...given);
  } catch (error) {
    expect(error).toBeInstanceOf(StartError); // A sentence, without a stack.
    return (error as Error).message;
  }
};

test('takes the program version from the package', () => expect(PROGRAM_VERSION).toMatch(/^\d+\.\d+\.\d+$/));

test('reads the oldest program from the first line of a contract', () => {
  expect([first, expand, contract].map(({ oldestProgram }) => oldestProgram)).toEqual(['', '', '0.10.0']);
  expect(migrationOf('0004-late', 'SELECT 1;\n-- contract: programs from 0.3.0 on').oldestProgram).toBe('');
});

test('lists what has not run, in order', () => {
  expect(ask([first, expand, contract], [first], '0.10.0').pending).toEqual(['0002-expand', '0003-contract']);
});

test('goes on under a newer schema that only adds, and logs it', () => {
  expect(ask([first], [first, expand], '0.1.0')).toEqual({ pending: [], events: ['lifecycle.schema.newer'] });
});

test('goes on under a contract that this version is new enough for, comparing numbers and not text', () => {
  expect(ask([first, expand], [first, expand, contract], '0.10.0').pending).toEqual([]);
  expect(refusal([first, expand], [first, expand, contract], '0.9.7')).toBe(
    'The database was migrated by a newer version of the product: 0003-contract needs programs from 0.10.0 on, and this is 0.9.7. Start 0.10.0 or newer.',
  );
});

test('refuses a schema of two histories', () => {
  const other = migrationOf('0002-other', 'SELECT 1');
  expect(refusal([first, expand], [first, other], '0.1.0')).toContain('lacks 0002-expand');
});

test('refuses a file that was edited after it ran', () => {
  expect(refusal([migrationOf(first.name, 'SELECT 1')], [first], '0.1.0')).toContain('0001-first was changed');
});

test('names the first migration that is missing when programs do not migrate', () => {
  expect(() => refusePending([], 'The database')).not.toThrow();
  expect(() => refusePending([expand, contract], 'The database')).toThrow(
    'The database lacks migration 0002-expand, and MIGRATE is off; run `npx -y pnpm@12 migrate` of this version first.',
  );
});
