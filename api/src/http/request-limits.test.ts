import { createServer } from '@tracker/infra/http/server';
import { createLogger } from '@tracker/infra/telemetry/logger';
import { readOpenApi } from '@tracker/schemas/contracts/docs.contract';
import { createFakeClock } from '@tracker/test/kit/fake-clock';
import { expect, onTestFinished, test } from 'vitest';
import type { Principal } from './access.ts';
import { createContractRouter } from './implement-contract.ts';
import { createRequestLimits, PERSON_IN_FLIGHT_MAX, PUBLIC_RATE, TENANT_IN_FLIGHT_MAX } from './request-limits.ts';

const logger = createLogger({ level: 'silent', name: 'test' });
const clock = createFakeClock('2026-11-20T12:00:00Z');
const refused: string[] = [];
const limitsNow = () => createRequestLimits(clock, { count: (reason) => void refused.push(reason) });

async function serve() {
  const app = createServer({ logger, trustProxy: false });
  onTestFinished(() => app.close());
  const router = createContractRouter(app, {
    clock,
    principalOf: async () => undefined,
    assertSameOrigin: () => undefined,
    limits: limitsNow(),
    idempotentCalls: { once: async (_contract, _principal, _request, work) => ({ answer: await work() }) },
    validateResponses: false,
    publicUrl: 'https://rastreio.example',
    campaignIdOf: async () => undefined,
  });
  const document = Buffer.from('{"openapi":"3.1.0"}');
  router.implement(readOpenApi, async () => document);
  const ask = (remoteAddress: string, headers = {}) => app.inject({ url: '/api/openapi.json', remoteAddress, headers });
  return { ask };
}

test('public routes have a rate by network, also for answers that are 304', async () => {
  const { ask } = await serve();
  const first = await ask('203.0.113.7');
  expect([first.statusCode, first.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
  const headers = { 'if-none-match': String(first.headers.etag) };
  for (let count = 2; count <= PUBLIC_RATE.burst; count += 1)
    expect((await ask('203.0.113.7', headers)).statusCode).toBe(304);
  const refusal = await ask('203.0.113.7', headers);
  expect([refusal.statusCode, refusal.headers['retry-after']]).toEqual([429, '1']);
  expect((await ask('198.51.100.1', headers)).statusCode).toBe(304);
  expect((await ask('127.0.0.1', headers)).statusCode).toBe(304);
});

test('one person and one tenant have a number of requests in work, and each answer makes room', async () => {
  const limits = limitsNow();
  const replies: (() => void)[] = [];
  const reply = () => ({ raw: { once: (_name: string, closed: () => void) => replies.push(closed) } }) as never;
  const caller = (userId: string, tenantId = 'a') => ({ userId, tenantId }) as unknown as Principal;
  for (let count = 0; count < PERSON_IN_FLIGHT_MAX; count += 1) limits.enter(caller('one'), readOpenApi, reply());
  expect(() => limits.enter(caller('one'), readOpenApi, reply())).toThrow('Muitas requisições');
  for (let count = PERSON_IN_FLIGHT_MAX; count < TENANT_IN_FLIGHT_MAX; count += 1)
    limits.enter(caller(`other-${count}`), readOpenApi, reply());
  expect(() => limits.enter(caller('last'), readOpenApi, reply())).toThrow('Muitas requisições');
  limits.enter(caller('last', 'b'), readOpenApi, reply());
  for (const closed of replies.splice(0)) closed();
  limits.enter(caller('one'), readOpenApi, reply());
  expect(refused.slice(-2)).toEqual(['in-flight-person', 'in-flight-tenant']);
});
