import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Currency } from '@tracker/schemas/primitives/money';
import type { Fault } from '@tracker/standalone/facebook-stub/faults';
import { refusals } from '@tracker/standalone/facebook-stub/refusal';
import { startGraphTest, useGraph } from '@tracker/test/kit/use-graph';
import { expect, test } from 'vitest';

const t = useGraph();
const me = { id: '1001', name: 'Ana Lima' };

test.each<Fault>([
  { kind: 'reset' },
  { kind: 'cut' },
  { kind: 'truncated' },
  { kind: 'not-json' },
  { kind: 'refuse', refusal: refusals.unknown },
  { kind: 'refuse', refusal: refusals.service },
])('retries after $kind at most three times, with growing backoff', async (fault) => {
  t.stub.faults.next(fault, { times: 3 });
  expect(await t.graph.me(t.token)).toEqual(me);
  expect(t.pauses).toHaveLength(3);
  t.pauses.forEach((pause, index) => {
    expect(pause).toBeGreaterThanOrEqual(250 * 2 ** index);
    expect(pause).toBeLessThanOrEqual(500 * 2 ** index);
  });
  t.stub.faults.next(fault, { times: 4 });
  await expect(t.graph.me(t.token)).rejects.toMatchObject({ action: 'retry' });
  expect(t.stub.requests).toHaveLength(8);
});

test('makes one attempt of a change, whose outcome the caller reads', async () => {
  const object = { level: 'adset', id: '238611100000', adAccountId: 'act_111', currency: 'BRL' as Currency } as const;
  const given = t.stub.tokens.issue({ canManage: true });
  t.stub.faults.next({ kind: 'reset' });
  await expect(t.graph.control.change(given, object, { switch: 'off' })).rejects.toMatchObject({ action: 'retry' });
  expect([t.stub.requests.length, t.pauses]).toEqual([1, []]);
  expect(await t.graph.control.read(given, object)).toMatchObject({ switch: 'off', status: 'PAUSED' });
});

test('gives up an answer at the timeout and retries', async () => {
  const quick = await startGraphTest({ deadlineMs: 150 });
  quick.stub.faults.next({ kind: 'hang' });
  quick.stub.faults.next({ kind: 'slow', ms: 1_000 });
  expect(await quick.graph.me(quick.token)).toEqual(me);
  expect(quick.pauses).toHaveLength(2);
  expect(quick.lines.join('')).toContain('timeout');
  await quick.stub.close();
});

test('rejects with the caller’s own reason when the caller aborts', async () => {
  const stop = new AbortController();
  t.stub.faults.next({ kind: 'hang' });
  const answer = t.graph.me(t.token, stop.signal);
  stop.abort(new Error('shutting down'));
  await expect(answer).rejects.toThrow('shutting down');
});

test('rejects as retryable when the platform is unreachable', async () => {
  await t.stub.close();
  await expect(t.graph.me(t.token)).rejects.toMatchObject({
    action: 'retry',
    message: expect.stringContaining('ECONNREFUSED'),
  });
});

test('rejects an answer above the size limit', async () => {
  const small = await startGraphTest({ bodyBytesMax: 200 });
  await expect(small.graph.adAccounts(small.token)).rejects.toMatchObject({ action: 'too-much-data' });
  expect(await small.graph.me(small.token)).toEqual(me);
  await small.stub.close();
});

test('names the fields of an answer with an unexpected shape, without their values', async () => {
  const odd = await startGraphTest({ fetch: async () => Response.json({ data: [{ account_id: 'SECRET', name: 7 }] }) });
  const error = await odd.graph.adAccounts(odd.token).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ action: 'permanent', message: expect.stringContaining('data.account_id') });
  expect(String(error)).not.toContain('SECRET');
  await odd.stub.close();
});

test('blocks a throttled account for as long as the platform says, and other accounts and calls continue', async () => {
  const refusal = { ...refusals.insightsThrottled, regainMinutes: 7 };
  t.stub.faults.next({ kind: 'refuse', refusal });
  const ask = (adAccountId: string) => t.graph.campaigns(t.token, adAccountId);
  await expect(ask('act_111')).rejects.toMatchObject({ action: 'throttled', waitMs: 420_000, number: 80_000 });
  t.clock.advance(60_000);
  await expect(ask('act_111')).rejects.toMatchObject({ action: 'throttled', waitMs: 360_000 });
  expect(t.stub.requests).toHaveLength(1);
  await ask('act_222');
  await t.graph.me(t.token);
  t.clock.advance(360_000);
  await ask('act_111');
  expect(t.pauses).toEqual([]);
});

test('waits one minute, then two, when the platform names no wait', async () => {
  t.stub.faults.next({ kind: 'refuse', refusal: refusals.managementThrottled }, { times: 2 });
  for (const waitMs of [60_000, 120_000]) {
    await expect(t.graph.campaigns(t.token, 'act_111')).rejects.toMatchObject({ action: 'throttled', waitMs });
    t.clock.advance(waitMs);
  }
  await t.graph.campaigns(t.token, 'act_111');
});

test('limits only the throttled user, but all users when the app is throttled', async () => {
  const other = t.stub.tokens.issue();
  t.stub.faults.next({ kind: 'refuse', refusal: refusals.userThrottled });
  await expect(t.graph.me(t.token)).rejects.toMatchObject({ action: 'throttled' });
  expect(await t.graph.me(other)).toEqual(me);
  t.clock.advance(60_000);
  t.stub.faults.next({ kind: 'refuse', refusal: refusals.appThrottled });
  await expect(t.graph.me(t.token)).rejects.toMatchObject({ action: 'throttled' });
  await expect(t.graph.me(other)).rejects.toMatchObject({ action: 'throttled' });
});

test('slows calls from 75 % of the usage budget and stops them at 95 %, before the platform rejects any', async () => {
  t.stub.usage.perCallPercent = 3;
  t.stub.usage.set('111', 60);
  const ask = () => t.graph.campaigns(t.token, 'act_111');
  const slow: number[] = [];
  t.stub.usage.dropPerMinutePercent = 0;
  for (let call = 0; call < 12; call += 1) {
    await ask();
    slow.push(t.pauses.length);
  }
  expect(slow.slice(0, 6)).toEqual([0, 0, 0, 0, 0, 1]);
  expect(t.pauses).toEqual(t.pauses.toSorted((a, b) => a - b));
  await expect(ask()).rejects.toMatchObject({ action: 'throttled', number: undefined });
  expect(t.stub.requests).toHaveLength(12);
  t.stub.usage.dropPerMinutePercent = 20;
  t.clock.advance(100_000);
  await ask();
});

test('follows no redirect and no next page on another origin', async () => {
  const calls: string[] = [];
  const elsewhere = createServer((request, response) => {
    calls.push(request.url ?? '');
    response.end('{"id":"1","name":"x"}');
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  const { port } = elsewhere.address() as AddressInfo;
  const answers = createServer((request, response) => {
    if (request.url?.includes('/me?')) response.writeHead(302, { location: `http://127.0.0.1:${port}/` }).end();
    else response.end(JSON.stringify({ data: [], paging: { next: `http://127.0.0.1:${port}/` } }));
  });
  await new Promise<void>((resolve) => answers.listen(0, '127.0.0.1', resolve));
  const graphUrl = `http://127.0.0.1:${(answers.address() as AddressInfo).port}`;
  const misled = await startGraphTest({ graphUrl });
  await expect(misled.graph.me(misled.token)).rejects.toMatchObject({ action: 'retry' });
  await expect(misled.graph.adAccounts(misled.token)).rejects.toMatchObject({ action: 'permanent' });
  expect(calls).toEqual([]);
  for (const server of [elsewhere, answers]) {
    server.closeAllConnections();
    server.close();
  }
  await misled.stub.close();
});

test('ends a list whose cursor does not move on after two pages', async () => {
  let calls = 0;
  const circle = await startGraphTest({
    graphUrl: 'https://graph.example',
    fetch: async (url) => {
      calls += 1;
      return Response.json({ data: [], paging: { next: String(url) } });
    },
  });
  await expect(circle.graph.adAccounts(circle.token)).rejects.toMatchObject({ code: 'unexpected_answer' });
  expect(calls).toBe(2);
  await circle.stub.close();
});

test('a budget that is used up for lists stops no question about spend, and the other way round', async () => {
  const day = { adAccountId: 'act_111', since: '2026-01-01', until: '2026-01-01' } as const;
  const lists = () => t.graph.campaigns(t.token, 'act_111');
  const spend = () => t.graph.accountInsights(t.token, day as never);
  t.stub.faults.next({ kind: 'refuse', refusal: { ...refusals.managementThrottled, regainMinutes: 60 } });
  await expect(lists()).rejects.toMatchObject({ action: 'throttled', waitMs: 3_600_000 });
  await spend();
  await expect(lists()).rejects.toMatchObject({ action: 'throttled' });
  expect([t.graph.budgetUsed('act_111', 'management'), t.graph.budgetUsed('act_111', 'insights') < 75]).toEqual([
    100,
    true,
  ]);
  t.clock.advance(3_600_000);
  t.stub.faults.next({ kind: 'refuse', refusal: { ...refusals.insightsThrottled, regainMinutes: 30 } });
  await expect(spend()).rejects.toMatchObject({ action: 'throttled' });
  await lists();
});

test.each([2642, 960])('asks a list again from its first page after code %i, once', async (code) => {
  t.stub.limits.pageRowsMax = 1;
  const whole = await t.graph.campaigns(t.token, 'act_111');
  const fault: Fault = { kind: 'refuse', refusal: { status: 400, code, message: '(#x) Invalid cursors values' } };
  t.stub.faults.next(fault, { after: 1, match: /campaigns/ });
  expect(await t.graph.campaigns(t.token, 'act_111')).toEqual(whole);
  expect(t.pauses).toEqual([]);
});

test.each([2642, 960])('asks for a first page that ends in code %i four times, not eight', async (code) => {
  const fault: Fault = { kind: 'refuse', refusal: { status: 400, code, message: '(#x) Invalid cursors values' } };
  t.stub.faults.next(fault, { times: 100, match: /campaigns/ });
  await expect(t.graph.campaigns(t.token, 'act_111')).rejects.toMatchObject({ action: 'retry' });
  expect(t.stub.requests.filter(({ path }) => path.endsWith('/campaigns'))).toHaveLength(4);
});

test('asks for a list in smaller pages where it is too much', async () => {
  t.stub.faults.next({ kind: 'refuse', refusal: refusals.reduceData }, { match: /campaigns/ });
  expect(await t.graph.campaigns(t.token, 'act_111')).not.toEqual([]);
  const limits = t.stub.requests
    .filter(({ path }) => path.includes('campaigns'))
    .map(({ params }) => params.get('limit'));
  expect(limits.slice(0, 2)).toEqual(['100', '50']);
});

test('lists the other accounts where one is of a form that is not understood', async () => {
  const plain = {
    account_id: '1',
    name: 'Conta',
    currency: 'BRL',
    account_status: 1,
    timezone_name: 'America/Sao_Paulo',
  };
  const data = [plain, { ...plain, account_id: '2', currency: null }, { ...plain, account_id: '3', name: undefined }];
  const odd = await startGraphTest({ fetch: async () => Response.json({ data }) });
  expect((await odd.graph.adAccounts(odd.token)).map(({ id }) => id)).toEqual(['act_1', 'act_3']);
  await odd.stub.close();
});
