import { useStack } from '@tracker/test/kit/stack';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { StartError } from '../errors/start-error.ts';
import { randomText } from '../identity/random-id.ts';
import { connect, type Sql } from './connect.ts';
import { migratePostgres, migrationOf } from './migrate.ts';

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
  return {
    schema,
    migrate: (migrations: Parameters<typeof migratePostgres>[0]['migrations']) =>
      migratePostgres({ url, logger: stack.logger, migrations }),
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

test('refuses the database of a newer version', async () => {
  const { migrate } = await emptySchema();
  await migrate([first, second]);
  const refusal = await migrate([first]).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(StartError); // A sentence, without a stack.
  expect(String(refusal)).toContain('newer version of the product: it knows 0002-second');
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
