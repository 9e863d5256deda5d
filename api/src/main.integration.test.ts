import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { useStack } from '@tracker/infra/testing/stack';
import { afterEach, expect, test } from 'vitest';

const stack = useStack();
const running = new Set<ChildProcess>();
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
});

function start(settings: Record<string, string>) {
  const main = fileURLToPath(new URL('./main.ts', import.meta.url));
  const env = { HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'error', ...settings };
  const child = spawn(process.execPath, [main], { env, stdio: 'pipe' });
  running.add(child);
  const exited = once(child, 'exit').finally(() => running.delete(child));
  let output = '';
  child.stderr.on('data', (bytes: Buffer) => {
    output += bytes.toString();
  });
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (bytes: Buffer) => {
      const url = /^Ready: (\S+)/m.exec(bytes.toString())?.[1];
      if (url !== undefined) resolve(url);
    });
    exited.then(() => reject(new Error(`ended before it was ready: ${output}`)), reject);
  });
  ready.catch(() => undefined);
  return { child, ready, exited, output: () => output };
}

test('runs alone beside the stores, and ends in order', async () => {
  const api = start({ DATABASE_URL: stack.postgresUrl, CLICKHOUSE_URL: stack.clickhouseUrl });
  const url = await api.ready;
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect((await fetch(`${url}/api/auth/user`)).status).toBe(401);
  expect((await fetch(`${url}/api/auth/hint`)).status).toBe(200);
  api.child.kill('SIGTERM');
  expect(await api.exited).toEqual([0, null]);
});

test.each([
  [{}, 'DATABASE_URL'],
  [{ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, 'CLICKHOUSE_URL'],
])('without its stores it says in one sentence what is missing', async (settings, name) => {
  const api = start(settings);
  expect(await api.exited).toEqual([1, null]);
  expect(api.output()).toMatch(new RegExp(`^The API alone needs ${name}: [^\n]+\n$`));
});
