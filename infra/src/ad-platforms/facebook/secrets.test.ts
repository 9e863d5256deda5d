import { inspect } from 'node:util';
import { addDays, dayOf } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import type { Fault } from '@tracker/standalone/facebook-stub/faults';
import { refusals } from '@tracker/standalone/facebook-stub/refusal';
import { within } from '@tracker/test/kit/machine';
import { conversionEvent, type GraphTest, startGraphTest } from '@tracker/test/kit/use-graph';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLogger } from '../../telemetry/logger.ts';
import { GraphError } from './graph-error.ts';

vi.setConfig({ testTimeout: within(120_000) });

let t: GraphTest;
beforeEach(async () => {
  t = await startGraphTest({ deadlineMs: 40 });
});
afterEach(() => t.stub.close());

const redirectUri = 'https://rastreio.example/auth/facebook/callback';

/** Calls every function of the client once, and returns what each throws. */
async function errorsOfAll(code: string): Promise<unknown[]> {
  const { graph, token, stub, clock } = t;
  const day = dayOf(clock.now(), 'America/Sao_Paulo' as TimeZone);
  const query = { adAccountId: 'act_111', since: addDays(day, -3), until: day, level: 'campaign' } as const;
  const calls = [
    () => graph.exchangeCode(code, redirectUri),
    () => graph.extendToken(token),
    () => graph.debugToken(token),
    () => graph.me(token),
    () => graph.adAccounts(token),
    () => graph.campaigns(token, 'act_111'),
    () => graph.dailyInsights(token, query),
    () => graph.dailyInsights(token, { ...query, since: addDays(day, -200) }),
    () => graph.hourlyInsights(token, query),
    () => graph.accountInsights(token, query),
    () => graph.sendEvents('777', token, [conversionEvent('a', clock.now())]),
    () => graph.revoke(token),
  ];
  const errors: unknown[] = [];
  for (const call of calls) {
    // A rate limit would prevent the next call.
    clock.advance(3_600_000);
    errors.push(await call().catch((error: unknown) => error));
  }
  expect(stub.requests.length).toBeGreaterThanOrEqual(calls.length);
  return errors;
}

/** All texts in which a caller may show or log the error. */
function textsOf(error: unknown): string {
  const lines: string[] = [];
  const logger = createLogger({ level: 'trace', name: 'x', destination: { write: (line) => void lines.push(line) } });
  logger.error({ event: 'http.request.failed', err: error, error, nested: { error } }, 'failed');
  return [inspect(error, { depth: 10, showHidden: true }), String(error), JSON.stringify(error), ...lines].join('\n');
}

const quoting = (secrets: readonly string[]): Fault[] =>
  Object.values(refusals).map((refusal) => ({
    kind: 'refuse',
    refusal: { ...refusal, message: `${refusal.message}: ${secrets.join(' ')}`, type: secrets.join(' ') },
  }));

test('keeps token, app secret and code out of every error and log line for any fault, also when the platform quotes them', async () => {
  const code = t.stub.tokens.issueCode(redirectUri);
  const secrets = [t.token, t.stub.app.appSecret, code];
  const faults: Fault[] = [
    ...quoting(secrets),
    { kind: 'reset' },
    { kind: 'cut' },
    { kind: 'truncated' },
    { kind: 'not-json' },
    { kind: 'hang' },
  ];
  const texts: string[] = [];
  let graphErrors = 0;
  for (const fault of faults) {
    t.stub.faults.kinds = [fault];
    t.stub.faults.rate = 1;
    for (const error of await errorsOfAll(code)) {
      if (error instanceof GraphError) graphErrors += 1;
      texts.push(textsOf(error));
    }
  }
  // All calls reject except sendEvents, which returns outcomes.
  expect(graphErrors).toBe(faults.length * 11);
  const all = [...texts, ...t.lines].join('\n');
  expect(all).toContain('ad platform');
  for (const secret of secrets) expect(all).not.toContain(secret);
  // The proof alone gives no access; it must not appear either.
  expect(all).not.toMatch(/appsecret_proof=|access_token=/);
});

test('keeps secrets out of errors when the platform is unreachable or answers in another shape', async () => {
  const odd = await startGraphTest({
    fetch: async (url, init) =>
      Response.json({ echo: String(url), token: new Headers(init?.headers).get('authorization') }),
  });
  const errors = [await odd.graph.me(odd.token).catch((error: unknown) => error)];
  await t.stub.close();
  errors.push(await t.graph.extendToken(t.token).catch((error: unknown) => error));
  expect(errors.every((error) => error instanceof GraphError)).toBe(true);
  const all = [...errors.map(textsOf), ...t.lines, ...odd.lines].join('\n');
  for (const secret of [t.token, odd.token, t.stub.app.appSecret]) expect(all).not.toContain(secret);
  await odd.stub.close();
});
