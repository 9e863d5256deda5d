import { useStack } from '@tracker/test/kit/stack';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { StartError } from '../errors/start-error.ts';
import { randomText } from '../identity/random-id.ts';
import { type Migration, migrationOf } from '../migrations/history.ts';
import { connect, type Sql } from './connect.ts';
import { checkPostgresSchema, migratePostgres } from './migrate.ts';

const stack = useStack();
// Each test has its own schema instead of its own database.
let owner: Sql;
beforeAll(() => {
  owner = connect({ url: stack.postgresUrl, logger: stack.logger, name: 'test', max: 1, role: null });
});
afterAll(() => owner.end());

async function emptySchema() {
  const schema = `migrate_${randomText(8).toLowerCase()}`;
  await owner.unsafe(`CREATE SCHEMA ${schema}`);
  const url = `${stack.postgresUrl}?search_path=${schema}`;
  const { logger } = stack;
  return {
    schema,
    url,
    migrate: (migrations: readonly Migration[], programUrl?: string) =>
      migratePostgres({ url, programUrl, logger, migrations }),
    check: (migrations: readonly Migration[]) => checkPostgresSchema({ url, logger, migrations }),
  };
}

const first = migrationOf('0001-first', 'CREATE TABLE notes (id int)');
const second = migrationOf('0002-second', 'ALTER TABLE notes ADD COLUMN body text');

test('runs each file once, also when several programs start at the same moment', async () => {
  const { migrate, schema } = await emptySchema();
  await Promise.all([migrate([first]), migrate([first]), migrate([first])]);
  await migrate([first, second]);
  await migrate([first, second]);
  const columns =
    await owner`SELECT column_name FROM information_schema.columns WHERE table_schema = ${schema} AND table_name = 'notes'`;
  expect(columns.map((column) => column.column_name)).toEqual(['id', 'body']);
});

test('refuses a file that was edited after it ran', async () => {
  const { migrate } = await emptySchema();
  await migrate([first]);
  await expect(migrate([migrationOf(first.name, 'CREATE TABLE notes (id bigint)')])).rejects.toThrow(
    '0001-first was changed',
  );
});

test('goes on under the schema of a newer version that only adds, and refuses one that removes', async () => {
  const { migrate, check } = await emptySchema();
  await migrate([first, second]);
  await migrate([first]);
  await check([first]);
  await migrate([first, second, migrationOf('0003-third', '-- contract: programs from 99.0.0 on\nSELECT 1')]);
  for (const start of [migrate, check]) {
    const refusal = await start([first, second]).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StartError); // A sentence, without a stack.
    expect(String(refusal)).toContain('0003-third needs programs from 99.0.0 on');
  }
});

test('compares only, where programs do not migrate', async () => {
  const { migrate, check, schema } = await emptySchema();
  await expect(check([first])).rejects.toThrow('The database lacks migration 0001-first, and MIGRATE is off');
  const tables = await owner`SELECT table_name FROM information_schema.tables WHERE table_schema = ${schema}`;
  expect(tables).toEqual([]);
  await migrate([first]);
  await expect(check([first, second])).rejects.toThrow('lacks migration 0002-second');
  await migrate([first, second]);
  await check([first, second]);
});

test('makes the login of the programs a member of their role, and names one that is missing', async () => {
  const { migrate, schema, url } = await emptySchema();
  const login = `login_${randomText(8).toLowerCase()}`;
  const programUrl = Object.assign(new URL(url), { username: login, password: 'segredo' }).href;
  await owner.unsafe(`GRANT USAGE ON SCHEMA ${schema} TO PUBLIC`); // as of the schema `public`
  await expect(migrate([first], programUrl)).rejects.toThrow(`The login ${login} of DATABASE_URL does not exist`);
  await owner.unsafe(`CREATE ROLE ${login} LOGIN PASSWORD 'segredo'`);
  await expect(checkPostgresSchema({ url: programUrl, logger: stack.logger, migrations: [first] })).rejects.toThrow(
    'may not work as tracker_app',
  );
  await migrate([first], programUrl);
  await migrate([first], programUrl);
  const [member] = await owner`SELECT pg_has_role(${login}, 'tracker_app', 'SET') AS may_work`;
  expect(member).toEqual({ may_work: true });
  await owner.unsafe(`DROP ROLE ${login}`);
});

test('rolls back a file that fails', async () => {
  const { migrate, schema } = await emptySchema();
  await expect(
    migrate([first, migrationOf('0002-broken', 'CREATE TABLE half (id int); SELECT broken')]),
  ).rejects.toThrow('broken');
  const tables =
    await owner`SELECT table_name FROM information_schema.tables WHERE table_schema = ${schema} ORDER BY 1`;
  expect(tables.map((table) => table.table_name)).toEqual(['notes', 'schema_migrations']);
});
