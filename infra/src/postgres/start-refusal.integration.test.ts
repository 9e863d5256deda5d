// The mistakes of an operator at a real server: each ends the start in a sentence, without a stack.
import { useStack } from '@tracker/test/kit/stack';
import { expect, onTestFinished, test } from 'vitest';
import { StartError } from '../errors/start-error.ts';
import { isUnavailable } from '../errors/store-errors.ts';
import { randomText } from '../identity/random-id.ts';
import { connect } from './connect.ts';
import { openPostgres } from './open.ts';
import { refuseOldServer, startErrorOfPostgres } from './start-refusal.ts';

const stack = useStack();

const owner = () => {
  const sql = connect({ url: stack.postgresUrl, logger: stack.logger, name: 'test', max: 1, role: null });
  onTestFinished(() => sql.end());
  return sql;
};

const changed = (change: (url: URL) => void) => {
  const url = new URL(stack.postgresUrl);
  change(url);
  return url.href;
};

const refusal = async (url: string, migrate = true) => {
  const error = await openPostgres({ url, migrate, logger: stack.logger }).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StartError);
  return (error as StartError).message;
};

/** A login and a schema of its own that no other test sees. */
async function ownSchema() {
  const sql = owner();
  const name = `refusal_${randomText(8).toLowerCase()}`;
  await sql.unsafe(
    `CREATE ROLE ${name} LOGIN PASSWORD 'secret-word'; CREATE SCHEMA ${name}; GRANT USAGE ON SCHEMA ${name} TO ${name}`,
  );
  onTestFinished(async () => {
    await sql.unsafe(`DROP SCHEMA ${name} CASCADE; DROP ROLE ${name}`);
  });
  const url = changed((given) => {
    given.username = name;
    given.password = 'secret-word';
    given.searchParams.set('search_path', name);
  });
  return { sql, name, url };
}

const loginTo = (url: string) => {
  const sql = connect({ url, logger: stack.logger, name: 'test', max: 1, role: null });
  onTestFinished(() => sql.end());
  return sql;
};

test.each([true, false])('a wrong password and a missing database are named (migrating: %s)', async (migrate) => {
  const { url } = await ownSchema();
  const sentence = await refusal(url.replace('secret-word', 'other-word'), migrate);
  expect(sentence).toMatch(
    /^The database of DATABASE_URL refuses the start: .*Is the user or the password in DATABASE_URL wrong\?$/,
  );
  expect(sentence).not.toContain('other-word');
  const missing = changed((given) => {
    given.pathname = '/not_there';
  });
  expect(await refusal(missing, migrate)).toContain('Create it, or name another one in DATABASE_URL.');
});

test('a login without rights is named', async () => {
  const { url } = await ownSchema();
  expect(await refusal(url)).toContain('give MIGRATION_URL for the owner of the tables');
});

test('a role that a dump did not bring is named', () => {
  const error = Object.assign(new Error('role "tracker_app" does not exist'), { name: 'PostgresError', code: '42704' });
  expect(startErrorOfPostgres(error, 'DATABASE_URL')).toMatchObject({
    message: expect.stringContaining('restored without its roles is missing: restore them first') as string,
  });
});

test('a read-only database is named, and is away for what is written while it runs', async () => {
  const { sql, name, url } = await ownSchema();
  await sql.unsafe(
    `GRANT CREATE ON SCHEMA ${name} TO ${name}; ALTER ROLE ${name} SET default_transaction_read_only = on`,
  );
  expect(await refusal(url)).toContain('It is read-only');
  const error = await loginTo(url)`CREATE TABLE notes (id int)`.catch((reason: unknown) => reason);
  expect(isUnavailable(error)).toBe(true);
});

test('an older server is refused before anything is changed', async () => {
  const sql = owner();
  await refuseOldServer(sql);
  await expect(refuseOldServer(sql, 99)).rejects.toThrow(/^The database is PostgreSQL 18.*needs 99 or newer/);
});

test('a right that was taken away is of the store, a row beyond the tenant wall is a defect', async () => {
  const { sql, name, url } = await ownSchema();
  await sql.unsafe(`CREATE TABLE ${name}.notes (id int); ALTER TABLE ${name}.notes ENABLE ROW LEVEL SECURITY`);
  const login = loginTo(url);
  const write = () => login`INSERT INTO notes VALUES (1)`.then(() => 'stored', isUnavailable);
  expect(await write()).toBe(true);
  await sql.unsafe(`GRANT INSERT ON ${name}.notes TO ${name}`);
  expect(await write()).toBe(false);
});
