import { openClickHouse } from '@tracker/infra/clickhouse/client';
import { createServer, type Server } from '@tracker/infra/http/server';
import { createPostgres, type Postgres } from '@tracker/infra/postgres/client';
import type { LightMyRequestResponse } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { registerApi } from './app.ts';
import { useApi } from './testing/use-api.ts';

/** Nothing listens on port 1. */
const NOWHERE = '127.0.0.1:1';

const api = useApi();
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function startApi(stores: { postgres?: Postgres; clickhouseUrl?: string }): Promise<Server> {
  const { logger } = api.stack;
  const clickhouse = await openClickHouse({ url: stores.clickhouseUrl ?? api.stack.clickhouseUrl, logger });
  const app = createServer({ logger, trustProxy: false });
  const { postgres = api.stack.postgres } = stores;
  await registerApi(app, { ...api.deps, postgres, clickhouse });
  closing.push(
    () => clickhouse.close(),
    () => app.close(),
  );
  return app;
}

function expectUnavailable(response: LightMyRequestResponse): void {
  expect([response.statusCode, response.json().error], response.body).toEqual([503, 'unavailable']);
  expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
}

test('answers 503 with Retry-After without Postgres, and stops promptly', async () => {
  const postgres = createPostgres({ url: `postgres://nobody@${NOWHERE}/none`, logger: api.stack.logger });
  const app = await startApi({ postgres });
  const tenant = await api.tenant();
  const headers = { cookie: tenant.viewer.cookie };
  const began = performance.now();
  expectUnavailable(await app.inject({ url: '/api/performance/summary', headers }));
  const payload = { email: 'ana@example.com', password: 'x' };
  expectUnavailable(await app.inject({ method: 'POST', url: '/api/auth/login', payload }));
  expect((await app.inject('/api/campaigns')).statusCode).toBe(401);
  await app.close();
  expect(performance.now() - began).toBeLessThan(5_000);
  await postgres.close();
});

test('signs in without ClickHouse, and answers figures with 503 and Retry-After', async () => {
  const app = await startApi({ clickhouseUrl: `http://default:@${NOWHERE}/default` });
  const tenant = await api.tenant();
  const headers = { cookie: tenant.viewer.cookie };
  expect((await app.inject({ url: '/api/auth/user', headers })).statusCode).toBe(200);
  for (const url of ['/api/performance/summary', '/api/campaigns', '/api/clicks']) {
    expectUnavailable(await app.inject({ url, headers }));
  }
});
