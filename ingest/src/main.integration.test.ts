import { TrackAnswer } from '@tracker/schemas/capture/answers';
import { useStack } from '@tracker/test/kit/stack';
import { startProgram } from '@tracker/test/kit/start-program';
import { createTenant } from '@tracker/test/kit/tenant-fixture';
import { expect, test } from 'vitest';

const stack = useStack();
const main = new URL('./main.ts', import.meta.url);

test('runs ingest alone, stores a click and exits on SIGTERM', async () => {
  const { campaignId } = await createTenant(stack);
  const program = startProgram(main, { DATABASE_URL: stack.postgresUrl });
  const url = await program.ready;
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: 'ready' });
  const answer = await fetch(`${url}/t/${campaignId}?format=json`);
  expect(TrackAnswer.parse(await answer.json()).clickid).toContain(campaignId);
  expect(await program.stop()).toBe(0);
});

test.each([
  ['no database', {}, /^Ingest alone needs DATABASE_URL/],
  [
    'a database that does not answer',
    { DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/x' },
    /^The database of DATABASE_URL does not answer/,
  ],
  ['no keys', { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', APP_KEYS: '' }, /^APP_KEYS is missing: /],
  ['a wrong setting', { PORT: 'x' }, /^PORT must be a whole number/],
])('refuses to start ingest with %s and explains it in one sentence', async (_case, settings, sentence) => {
  const program = startProgram(main, settings as Record<string, string>);
  expect(await program.exitCode).toBe(1);
  expect(program.errors().trim()).toMatch(sentence);
  expect(program.errors().trim()).not.toContain('\n');
  expect(program.errors()).not.toContain('hunter2');
});

test.runIf(process.getuid?.() === 0)('refuses to run as root where others reach it, unless it is allowed', async () => {
  const settings = { DATABASE_URL: stack.postgresUrl, PUBLIC_URL: 'https://track.example' };
  const refused = startProgram(main, settings);
  expect(await refused.exitCode).toBe(1);
  expect(refused.errors()).toMatch(/^Traffic Tracker does not run as root .+\.\n$/);
  const allowed = startProgram(main, { ...settings, RUN_AS_ROOT: 'yes' });
  expect((await fetch(`${await allowed.ready}/healthz`)).status).toBe(200);
  expect(await allowed.stop()).toBe(0);
});
