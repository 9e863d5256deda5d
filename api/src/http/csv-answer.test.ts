import { createServer, type Server } from '@tracker/infra/http/server';
import { systemClock } from '@tracker/infra/lifecycle/clock';
import { createLogger } from '@tracker/infra/telemetry/logger';
import { ROLE_ACTIONS } from '@tracker/schemas/actions';
import { defineContract } from '@tracker/schemas/contracts/define-contract';
import { eventually } from '@tracker/test/kit/eventually';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Principal } from './access.ts';
import type { CsvRow } from './csv.ts';
import { DOWNLOADS_OPEN_OF_TENANT_MAX, DOWNLOADS_WAITING_OF_TENANT_MAX } from './csv-turns.ts';
import { createContractRouter } from './implement-contract.ts';

const contract = defineContract('things.export', 'GET /api/things/export', 'viewer', {
  summary: 'Things.',
  response: z.string(),
  csv: true,
});

let app: Server;
afterEach(() => app.close());

/** A server whose file has these rows. Returns its address. */
async function serve(rows: () => AsyncIterable<CsvRow>): Promise<string> {
  app = createServer({ logger: createLogger({ level: 'silent', name: 'test' }), trustProxy: false });
  const router = createContractRouter(app, {
    clock: systemClock,
    principalOf: async ({ headers }) =>
      ({
        tenantId: headers['x-tenant'] ?? 'tn_a',
        role: 'viewer',
        asker: { actions: ROLE_ACTIONS.viewer },
      }) as unknown as Principal,
    publicUrl: 'https://rastreio.example',
    campaignIdOf: async () => undefined,
    assertSameOrigin: () => undefined,
    limits: { takePublic: () => undefined, enter: () => undefined },
    idempotentCalls: { once: async (_contract, _principal, _request, work) => ({ answer: await work() }) },
    validateResponses: true,
  });
  router.implement(contract, async () => ({
    filename: 'things-export-2036-11-20.csv',
    header: ['Thing'],
    rows: rows(),
  }));
  return `${await app.listen({ port: 0, host: '127.0.0.1' })}${contract.path}`;
}

function source(failsAt = Number.POSITIVE_INFINITY, endsAt = Number.POSITIVE_INFINITY) {
  const state = { taken: 0, isClosed: false };
  async function* rows(): AsyncGenerator<CsvRow> {
    try {
      for (; state.taken < endsAt; state.taken += 1) {
        if (state.taken === failsAt) throw new Error('the store went away');
        yield ['x'.repeat(1_000)];
      }
    } finally {
      state.isClosed = true;
    }
  }
  return { state, rows };
}

describe('CSV answer', () => {
  test('is a named attachment that is not cached', async () => {
    const response = await fetch(await serve(source(undefined, 3).rows));
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="things-export-2036-11-20.csv"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(response.headers.has('etag')).toBe(false);
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(bytes).toHaveLength(3 + 'Thing\r\n'.length + 3 * 1_002);
  });

  test('stops reading rows when the client disconnects', async () => {
    const { state, rows } = source();
    const reader = (await fetch(await serve(rows))).body?.getReader();
    await reader?.read();
    expect(state.isClosed).toBe(false);
    await reader?.cancel();
    await eventually(() => expect(state.isClosed).toBe(true));
  });

  test('is one of three at a time of a company: more wait, few of them, and others pass them', async () => {
    const address = await serve(source().rows);
    const leaving = new AbortController();
    // Kept: fetch ends an answer that is collected as garbage.
    const answers: Response[] = [];
    const open = async (tenant: string, { signal } = leaving) => {
      const answer = await fetch(address, { headers: { 'x-tenant': tenant }, signal });
      answers.push(answer);
      return answer;
    };
    const first = new AbortController();
    await open('tn_a', first);
    for (let index = 1; index < DOWNLOADS_OPEN_OF_TENANT_MAX; index += 1) await open('tn_a');
    const opened: number[] = [];
    const later = Array.from({ length: DOWNLOADS_WAITING_OF_TENANT_MAX + 2 }, () =>
      open('tn_a').then(
        ({ status }) => opened.push(status),
        () => undefined,
      ),
    );
    await eventually(() => expect(opened).toEqual([503, 503]));
    expect((await open('tn_b')).status).toBe(200);
    expect(opened).toHaveLength(2);
    first.abort();
    await eventually(() => expect(opened).toEqual([503, 503, 200]));
    leaving.abort();
    await Promise.all(later);
  });

  test('breaks the connection when a row fails in the middle, so that the file is not taken for complete', async () => {
    const response = await fetch(await serve(source(20_000).rows));
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow('terminated');
  });

  test('answers 500 when the first row fails', async () => {
    const response = await fetch(await serve(source(0).rows));
    expect([response.status, response.headers.get('content-disposition')]).toEqual([500, null]);
    expect(await response.json()).toMatchObject({ error: 'internal' });
  });
});
