import { useStack } from '@tracker/test/kit/stack';
import { startProgram } from '@tracker/test/kit/start-program';
import { expect, test } from 'vitest';

const stack = useStack();
const main = new URL('./main.ts', import.meta.url);

test('runs the API as its own program, and exits on SIGTERM', async () => {
  const api = startProgram(main, { DATABASE_URL: stack.postgresUrl, CLICKHOUSE_URL: stack.clickhouseUrl });
  const url = await api.ready;
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect((await fetch(`${url}/api/auth/user`)).status).toBe(401);
  expect((await fetch(`${url}/api/auth/hint`)).status).toBe(200);
  expect(await api.stop()).toBe(0);
});

test('refuses to start without a store, and names it', async () => {
  const api = startProgram(main, { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
  expect(await api.exitCode).toBe(1);
  expect(api.errors()).toMatch(/^The API alone needs CLICKHOUSE_URL: [^\n]+\n$/);
});

test('refuses to start without keys', async () => {
  const api = startProgram(main, {
    DATABASE_URL: stack.postgresUrl,
    CLICKHOUSE_URL: stack.clickhouseUrl,
    APP_KEYS: '',
  });
  expect(await api.exitCode).toBe(1);
  expect(api.errors()).toMatch(/^APP_KEYS is missing: [^\n]+\n$/);
});

test('refuses to start when the database does not answer, without logging its password', async () => {
  const api = startProgram(main, {
    DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/x',
    CLICKHOUSE_URL: stack.clickhouseUrl,
  });
  expect(await api.exitCode).toBe(1);
  expect(api.errors()).toMatch(/^The database of DATABASE_URL does not answer: [^\n]+\n$/);
  expect(api.errors()).not.toContain('hunter2');
});
