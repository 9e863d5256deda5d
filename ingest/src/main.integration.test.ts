import { TrackAnswer } from '@tracker/schemas/capture/answers';
import { cuttableLink } from '@tracker/test/kit/cuttable-link';
import { eventually } from '@tracker/test/kit/eventually';
import { startOtlpReceiver } from '@tracker/test/kit/otlp-receiver';
import { freePorts } from '@tracker/test/kit/server-processes';
import { useStack } from '@tracker/test/kit/stack';
import { startProgram } from '@tracker/test/kit/start-program';
import { createTenant } from '@tracker/test/kit/tenant-fixture';
import { expect, test } from 'vitest';

const stack = useStack();
const main = new URL('./main.ts', import.meta.url);
const REACHED_BY_OTHERS = { PUBLIC_URL: 'https://track.example' };

test('runs ingest alone, stores a click, sends its trace and exits on SIGTERM', async () => {
  const { campaignId } = await createTenant(stack);
  const collector = await startOtlpReceiver();
  const settings = { DATABASE_URL: stack.postgresUrl, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  const program = startProgram(main, { ...settings, ...REACHED_BY_OTHERS, RUN_AS_ROOT: 'yes' });
  const url = await program.ready;
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: 'ready' });
  const answer = await fetch(`${url}/t/${campaignId}?format=json`);
  expect(TrackAnswer.parse(await answer.json()).clickid).toContain(campaignId);
  expect(await program.stop()).toBe(0);
  expect(collector.spans).toMatchObject([{ service: 'tracker-ingest', name: 'GET /t/:campaignId' }]);
  // Standard output is JSON lines, which `startProgram` parses; nothing is printed elsewhere.
  expect(program.errors()).toBe('');
  expect(program.printed()).toContain('"event":"lifecycle.ready"');
});

test.each([
  ['no database', {}, /^Ingest alone needs DATABASE_URL/],
  ['no keys', { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', APP_KEYS: '' }, /^APP_KEYS is missing: /],
])('refuses to start ingest with %s and explains it in one sentence', async (_case, settings, sentence) => {
  const program = startProgram(main, settings as Record<string, string>);
  expect(await program.exitCode).toBe(1);
  expect(program.errors().trim()).toMatch(sentence);
  expect(program.errors().trim()).not.toContain('\n');
  expect(program.errors()).not.toContain('hunter2');
});

test('waits for a database that is away at the start, says so, and then goes on', async () => {
  const { campaignId } = await createTenant(stack);
  const link = await cuttableLink(stack.postgresUrl);
  link.cut();
  const [port] = await freePorts(1);
  const url = `http://127.0.0.1:${port}`;
  const program = startProgram(main, { DATABASE_URL: link.url, PORT: String(port) });
  const ready = await eventually(() => fetch(`${url}/readyz`), { timeoutMs: 40_000 });
  expect(ready.status).toBe(503);
  expect(await ready.json()).toMatchObject({ error: 'not-ready', missing: ['postgres'] });
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  const click = () => fetch(`${url}/t/${campaignId}?format=json`);
  const refused = await click();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  expect((await fetch(`${url}/webhooks/kiwify/key`, { method: 'POST', body: 'x' })).status).toBe(503);

  link.mend();
  expect(await program.ready).toBe(url);
  expect((await click()).status).toBe(200);
  expect(await program.stop()).toBe(0);
});

test('ends at once when it is stopped while it waits for its database', async () => {
  const [port] = await freePorts(1);
  const program = startProgram(main, { DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x', PORT: String(port) });
  await eventually(() => fetch(`http://127.0.0.1:${port}/healthz`), { timeoutMs: 40_000 });
  expect(await program.stop()).toBe(0);
});

test.runIf(process.getuid?.() === 0)('refuses to run as root where others reach it, unless it is allowed', async () => {
  const refused = startProgram(main, { DATABASE_URL: stack.postgresUrl, ...REACHED_BY_OTHERS });
  expect(await refused.exitCode).toBe(1);
  expect(refused.errors()).toMatch(/^Traffic Tracker does not run as root .+\.\n$/);
});
