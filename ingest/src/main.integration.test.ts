import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { useStack } from '@tracker/infra/testing/stack';
import { createTenant } from '@tracker/infra/testing/tenant-fixture';
import { TrackAnswer } from '@tracker/schemas/capture/answers';
import { expect, test } from 'vitest';

const stack = useStack();
const main = fileURLToPath(new URL('./main.ts', import.meta.url));

type Program = ChildProcessByStdio<null, Readable, Readable>;

const run = (env: Record<string, string>): Program =>
  spawn(process.execPath, [main], {
    // Away from any .env.
    cwd: tmpdir(),
    env: { LOG_LEVEL: 'warn', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

async function urlOf(program: Program): Promise<string> {
  for await (const chunk of program.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    const [, url] = /Ready: (\S+)/.exec(chunk) ?? [];
    if (url) return url;
  }
  throw new Error('ended before it was ready');
}

test('ingest runs alone, takes a click, and ends when it is told to', async () => {
  const { campaignId } = await createTenant(stack);
  const program = run({ DATABASE_URL: stack.postgresUrl });
  const exited = once(program, 'exit');
  try {
    const url = await urlOf(program);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: 'ready' });
    const answer = await fetch(`${url}/t/${campaignId}?format=json`);
    expect(TrackAnswer.parse(await answer.json()).clickid).toContain(campaignId);
    program.kill('SIGTERM');
    expect((await exited)[0]).toBe(0);
  } finally {
    program.kill('SIGKILL');
  }
});

test.each([
  ['no database', {}, /^Ingest alone needs DATABASE_URL/],
  [
    'a database that does not answer',
    { DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/x' },
    /^The database of DATABASE_URL does not answer/,
  ],
  ['a wrong setting', { PORT: 'x' }, /^PORT must be a whole number/],
])('%s ends the start with one sentence', async (_case, env, sentence) => {
  const program = run(env as Record<string, string>);
  const [said, [code]] = await Promise.all([text(program.stderr), once(program, 'exit')]);
  expect(said.trim()).toMatch(sentence);
  expect(said.trim()).not.toContain('\n');
  expect(said).not.toContain('hunter2');
  expect(code).toBe(1);
});
