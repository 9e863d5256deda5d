import { AsyncLocalStorage } from 'node:async_hooks';
import type { QueryRequest } from '@tracker/infra/clickhouse/client';
import { createServer, type Server } from '@tracker/infra/http/server';
import { CONTRACTS } from '@tracker/schemas/contracts/registry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerApi } from './app.ts';
import { requestFor, type StaffedTenant, useApi } from './testing/use-api.ts';

/**
 * Every question that the analytics store answers has the mark `figures` in its contract, so that screens ask it again when the figures change,
 * or is named here. A new contract is in the test as soon as it is in the registry. Files (`csv`) are asked for by hand.
 */
const NOT_FIGURES: Readonly<Record<string, string>> = {
  'clicks.list': 'a log that polls on its own interval: with each click its rows would move under the reader',
  'clicks.totals': 'polls with that log, to agree with its rows',
  'clicks.sources': 'the choices of a filter of that log',
  'page-views.list': 'the visit of one click, which polls as that log does',
  'conversions.list': 'a log that polls every 5 s by itself',
  'conversions.totals': 'polls with that log, to agree with its rows',
  'conversions.read': 'an open row of that log, and polls with it',
  'conversions.set-aside': 'conversions that are in no figure',
  'webhook-deliveries.list': 'a log of what was received, counted or not, that polls every 5 s by itself',
  'webhook-deliveries.notes': 'about the form of deliveries, not their sums',
  'webhook-deliveries.unread-names': 'about the form of deliveries, not their sums',
  'webhook-deliveries.providers': 'the choices of a filter of the log of deliveries',
  'webhook-deliveries.explain': 'what one delivery says, which does not change',
  'exchange-rates.missing': 'polls by itself, faster after a new rate',
  'integration.script-status': 'polls by itself, faster while a first view is awaited',
  'tracking-health.read': 'seven days in many statements: a report for the moment when it is opened',
  'usage.read': 'a month against its plan, for the moment when it is opened',
};

const api = useApi();
const questions = CONTRACTS.filter(({ method, access, stream }) => method === 'GET' && access !== 'public' && !stream);
let app: Server;
let tenant: StaffedTenant;
/** Names of statements, of the request that runs them. */
const statements = new AsyncLocalStorage<string[]>();

beforeAll(async () => {
  const { clickhouse, logger } = api.deps;
  const query = <Row>(request: QueryRequest): Promise<Row[]> => {
    statements.getStore()?.push(request.name);
    return clickhouse.query<Row>(request);
  };
  app = createServer({ logger, trustProxy: false });
  await registerApi(app, { ...api.deps, clickhouse: { ...clickhouse, query } });
  await app.ready();
  tenant = await api.tenant();
});
afterAll(() => app?.close());

/** An id that names nothing is looked for, too. */
async function statementsOf(contract: (typeof questions)[number]): Promise<readonly string[]> {
  const asked: string[] = [];
  const request = requestFor(contract, { params: { tenantId: tenant.tenantId } });
  // `inject` starts when it is awaited, and must be inside then.
  const { statusCode, body } = await statements.run(
    asked,
    async () => await app.inject({ ...request, headers: { cookie: tenant.admin.cookie } }),
  );
  expect([200, 302, 404, 409], `${contract.name}: ${body}`).toContain(statusCode);
  return asked;
}

describe('contracts of what the analytics store answers', () => {
  test.each(questions.filter(({ csv }) => !csv))(
    'marks $name as figures, or excepts it with a reason',
    async (contract) => {
      const asked = await statementsOf(contract);
      const isExcepted = contract.name in NOT_FIGURES;
      if (asked.length > 0) expect(contract.figures === true, asked.join()).toBe(!isExcepted);
      else expect(isExcepted, 'an exception that asks the store nothing').toBe(false);
    },
  );

  test('excepts only contracts of the registry', () => {
    const names = questions.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(Object.keys(NOT_FIGURES)));
  });
});
