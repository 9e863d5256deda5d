import { useStack } from '@tracker/test/kit/stack';
import { startProgram } from '@tracker/test/kit/start-program';
import { expect, test } from 'vitest';

const stack = useStack();
const main = new URL('./main.ts', import.meta.url);

test('runs as a program of its own, and exits with 0 on stop', async () => {
  const processor = startProgram(main, { DATABASE_URL: stack.postgresUrl, CLICKHOUSE_URL: stack.clickhouseUrl });
  expect((await fetch(`${await processor.ready}/readyz`)).status).toBe(200);
  expect(await processor.stop()).toBe(0);
});

test('exits with 1 and asks for APP_KEYS when they are missing', async () => {
  const settings = { DATABASE_URL: stack.postgresUrl, CLICKHOUSE_URL: stack.clickhouseUrl, APP_KEYS: '' };
  const processor = startProgram(main, settings);
  expect(await processor.exitCode).toBe(1);
  expect(processor.errors()).toMatch(/^APP_KEYS is missing: [^\n]+\n$/);
});

test.each([
  [{}, 'DATABASE_URL'],
  [{ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, 'CLICKHOUSE_URL'],
])('exits with 1 and names the missing store with settings %j', async (settings, name) => {
  const processor = startProgram(main, settings as Record<string, string>);
  expect(await processor.exitCode).toBe(1);
  expect(processor.errors()).toMatch(new RegExp(`^The processor alone needs ${name}: [^\n]+\n$`));
});
