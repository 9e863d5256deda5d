import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createFacebook } from '@tracker/infra/ad-platforms/facebook/facebook';
import { createGuardedGet } from '@tracker/infra/postbacks/guarded-call';
import { POSTBACKS_MAX } from '@tracker/schemas/contracts/send-back.contract';
import type { SendProblem } from '@tracker/schemas/send-back/problems';
import { type GraphTest, startGraphTest } from '@tracker/test/kit/use-graph';
import { withoutAdPlatforms } from '@tracker/test/kit/without-ad-platforms';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { factsOf } from '../../testing/facts.ts';
import { NOW, PUBLIC_URL, type StaffedTenant, useApi } from '../../testing/use-api.ts';

let platform: GraphTest;
let partner: Server;
const asked: string[] = [];
let answer = 200;
beforeAll(async () => {
  partner = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(answer).end();
  });
  await new Promise<void>((resolve) => partner.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await platform.stub.close();
  await new Promise((resolve) => partner.close(resolve));
});

const api = useApi({
  before: async (clock) => {
    platform = await startGraphTest({ clock });
  },
  adPlatforms: (clock, logger) => ({
    ...withoutAdPlatforms(clock, logger),
    adPlatforms: [createFacebook(platform.graph, false)],
  }),
  guardedGet: createGuardedGet({
    resolve: async (name) => (name === 'parceiro.example' ? ['127.0.0.1'] : ['10.0.0.1']),
    isAllowed: (address) => address === '127.0.0.1',
  }),
});

let tenant: StaffedTenant;
beforeEach(async () => {
  tenant = await api.tenant();
  asked.length = 0;
  answer = 200;
});

const ask = async (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: object) => {
  const response = await tenant.admin.ask({ method, url: `/api/${url}`, payload });
  return { status: response.statusCode, body: response.body === '' ? null : response.json() };
};
const PIXEL = { pixelId: '123456789', token: 'EAAsecretoken', enabled: true };
const NOTHING = { sent: 0, waiting: 0, failed: 0, lastSentAt: null, lastError: null };

/** Conversions approved at the time of the clock, as the processor stores them. */
const enqueue = (...ids: string[]) => {
  const at = new Date(api.clock.now());
  const conversions = ids.map((id) => ({
    tenant_id: tenant.tenantId,
    conversion_id: id,
    approved_at: at,
    next_at: at,
  }));
  return api.stack.postgres.sql`SELECT enqueue_conversions(${JSON.stringify(conversions)}::text::jsonb)`;
};
const settle = (id: string, state: 'sent' | 'failed', error: SendProblem | null = null) =>
  api.stack.postgres.withTenant(tenant.tenantId, (trx) =>
    trx
      .updateTable('outbox')
      .set({ state, last_error: error, attempts: 2, settled_at: new Date(api.clock.now()) })
      .where('conversion_id', '=', id)
      .execute(),
  );
const rowsOf = () =>
  api.stack.postgres.withTenant(tenant.tenantId, async (trx) => ({
    destinations: await trx.selectFrom('destinations').selectAll().execute(),
    outbox: await trx.selectFrom('outbox').selectAll().orderBy('conversion_id').execute(),
    audit: await trx.selectFrom('audit_log').selectAll().orderBy('id').execute(),
  }));

describe('pixel', () => {
  test('is empty at first, is saved, and its token is never returned', async () => {
    expect((await ask('GET', 'facebook/pixel')).body).toEqual({
      pixelId: null,
      tokenSet: false,
      madeBy: null,
      testCode: null,
      enabled: false,
      since: null,
      stopReason: null,
      results: NOTHING,
    });
    const saved = await ask('PUT', 'facebook/pixel', { ...PIXEL, testCode: ' TEST123 ' });
    expect(saved).toMatchObject({
      status: 200,
      body: { pixelId: '123456789', tokenSet: true, testCode: 'TEST123', enabled: true, since: NOW },
    });
    const all = [saved, await ask('GET', 'facebook/pixel'), await ask('GET', 'audit-log')];
    expect(JSON.stringify(all)).not.toContain('secretoken');
    const { destinations, audit } = await rowsOf();
    expect(Buffer.from(destinations[0]?.token_encrypted ?? []).includes('secretoken')).toBe(false);
    expect(JSON.stringify(audit)).not.toContain('secretoken');
    expect(audit.at(-1)).toMatchObject({
      action: 'pixel.set',
      details: { fields: ['pixelId', 'testCode', 'token', 'enabled'] },
    });
  });

  test('requires a valid id and, the first time, a token', async () => {
    for (const [input, field] of [
      [{ pixelId: '123456789', enabled: true }, 'token'],
      [{ ...PIXEL, pixelId: 'abc' }, 'pixelId'],
      [{ ...PIXEL, token: 'com espaço' }, 'token'],
      [{ ...PIXEL, testCode: 'a b' }, 'testCode'],
    ] as const) {
      const refused = await ask('PUT', 'facebook/pixel', input);
      expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, [field]]);
    }
    await ask('PUT', 'facebook/pixel', PIXEL);
    const { token: _, ...withoutToken } = PIXEL;
    expect((await ask('PUT', 'facebook/pixel', { ...withoutToken, pixelId: '987654321' })).body).toMatchObject({
      pixelId: '987654321',
      tokenSet: true,
    });
  });

  test('gives up waiting conversions when it is disabled, and starts from now when it is enabled again', async () => {
    await ask('PUT', 'facebook/pixel', PIXEL);
    await enqueue('cv_waiting0', 'cv_sent00000');
    await settle('cv_sent00000', 'sent');
    expect((await ask('GET', 'facebook/pixel')).body.results).toEqual({
      ...NOTHING,
      sent: 1,
      waiting: 1,
      lastSentAt: NOW,
    });
    const off = await ask('PUT', 'facebook/pixel', { ...PIXEL, enabled: false });
    expect(off.body).toMatchObject({
      enabled: false,
      since: null,
      results: { sent: 1, waiting: 0, failed: 1, lastError: expect.stringContaining('desligado') },
    });
    await enqueue('cv_meanwhile');
    expect((await rowsOf()).outbox).toHaveLength(2);
    api.clock.advance(60_000);
    const on = await ask('PUT', 'facebook/pixel', PIXEL);
    expect(Date.parse(on.body.since)).toBe(api.clock.now());
    api.clock.set(NOW);
    await enqueue('cv_before000');
    expect((await rowsOf()).outbox).toHaveLength(2);
  });

  test('shows why the ad platform refused it, until it is saved again', async () => {
    await ask('PUT', 'facebook/pixel', PIXEL);
    await api.stack.postgres.withTenant(tenant.tenantId, (trx) =>
      trx
        .updateTable('destinations')
        .set({ stopped_at: new Date(), stop_reason: { code: 'token_unreadable' } })
        .execute(),
    );
    expect((await ask('GET', 'facebook/pixel')).body.stopReason).toBe(
      'O token guardado não pode mais ser lido nesta instalação. Salve-o de novo.',
    );
    expect((await ask('PUT', 'facebook/pixel', PIXEL)).body.stopReason).toBeNull();
  });

  test('sends a test event with its test code, which is not counted', async () => {
    expect(await ask('POST', 'facebook/pixel/test')).toMatchObject({ status: 409, body: { error: 'no-pixel' } });
    await ask('PUT', 'facebook/pixel', { ...PIXEL, token: platform.stub.tokens.issueForPixel() });
    expect(await ask('POST', 'facebook/pixel/test')).toMatchObject({ status: 409, body: { error: 'no-test-code' } });
    const { token: _, ...withoutToken } = PIXEL;
    await ask('PUT', 'facebook/pixel', { ...withoutToken, testCode: 'TEST9' });
    expect((await ask('POST', 'facebook/pixel/test')).body).toMatchObject({ success: true });
    expect(platform.stub.events.tests).toMatchObject([
      { pixelId: '123456789', testCode: 'TEST9', event: { event_source_url: PUBLIC_URL } },
    ]);
    expect(platform.stub.events.counted).toEqual([]);
    await ask('PUT', 'facebook/pixel', { ...PIXEL, token: 'EAAwrong', testCode: 'TEST9' });
    expect((await ask('POST', 'facebook/pixel/test')).body).toMatchObject({
      success: false,
      message: expect.stringContaining('token do pixel'),
    });
  });

  test('is deleted with its token and its results', async () => {
    await ask('PUT', 'facebook/pixel', PIXEL);
    await enqueue('cv_any00000');
    expect((await ask('DELETE', 'facebook/pixel')).status).toBe(204);
    expect((await ask('DELETE', 'facebook/pixel')).status).toBe(204);
    expect((await ask('GET', 'facebook/pixel')).body).toMatchObject({ pixelId: null, tokenSet: false });
    expect(await rowsOf()).toMatchObject({ destinations: [], outbox: [] });
    expect((await rowsOf()).audit.map(({ action }) => action)).toEqual(['pixel.set', 'pixel.remove']);
  });

  test('is stored once when several requests save it at the same time', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => ask('PUT', 'facebook/pixel', PIXEL)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await rowsOf()).destinations).toHaveLength(1);
  });
});

describe('postbacks', () => {
  const url = 'https://parceiro.example/pb?c={clickid}';
  const create = async (change: object = {}) =>
    (await ask('POST', 'postbacks', { name: 'Parceiro', url, ...change })).body as { id: string };

  test('creates, lists, changes and deletes a postback, and audits it without its URL', async () => {
    const { id } = await create();
    expect((await ask('GET', 'postbacks')).body).toEqual([
      {
        ...{ id, name: 'Parceiro', url, enabled: true, since: NOW, results: NOTHING },
        madeBy: { id: expect.any(String), name: 'Ana Lima' },
      },
    ]);
    await enqueue('cv_waiting0');
    const off = await ask('PATCH', `postbacks/${id}`, { enabled: false });
    expect(off.body).toMatchObject({ name: 'Parceiro', url, enabled: false, since: null, results: { failed: 1 } });
    expect((await ask('PATCH', `postbacks/${id}`, { name: 'Outro' })).body).toMatchObject({
      name: 'Outro',
      enabled: false,
    });
    expect((await ask('DELETE', `postbacks/${id}`)).status).toBe(204);
    expect((await ask('DELETE', `postbacks/${id}`)).status).toBe(404);
    expect((await ask('PATCH', `postbacks/${id}`, { name: 'x' })).status).toBe(404);
    const { audit } = await rowsOf();
    expect(audit.map(({ action }) => action)).toEqual([
      'postback.create',
      'postback.edit',
      'postback.edit',
      'postback.remove',
    ]);
    // An address may hold a key of the partner's.
    expect(JSON.stringify(audit)).not.toContain('parceiro.example');
  });

  test.each([
    ['https://{clickid}.example/', /servidor/],
    ['ftp://parceiro.example/', /http/],
    ['https://ana:x@parceiro.example/', /senha/],
    ['https://parceiro.example/{nada}', /\{nada\}/],
    ['https://parceiro.example/?c={{clickid}}', /Escreva \{clickid\} em vez de \{\{clickid\}\}/],
    ['https://parceiro.example/', /Confirme/],
    ['https://parceiro.example/?v={value}', /Confirme/],
    ['', /URL/],
  ])('rejects the URL "%s" with a message', async (bad, sentence) => {
    const refused = await ask('POST', 'postbacks', { name: 'Parceiro', url: bad });
    expect([refused.status, refused.body.fields]).toEqual([400, { url: expect.stringMatching(sentence) }]);
  });

  test('saves a URL that names no sale where a person confirms it', async () => {
    const plain = 'https://parceiro.example/aviso';
    const { id } = await create({ url: plain, isUnmatched: true });
    expect((await ask('PATCH', `postbacks/${id}`, { name: 'Outro' })).status).toBe(200);
    expect((await ask('PATCH', `postbacks/${id}`, { url: plain })).status).toBe(400);
    expect((await ask('PATCH', `postbacks/${id}`, { url: plain, isUnmatched: true })).body).toMatchObject({
      url: plain,
    });
  });

  test('allows ten postbacks, also when many are created at the same time', async () => {
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, index) => ask('POST', 'postbacks', { name: `P${index}`, url })),
    );
    expect(made.filter(({ status }) => status === 201)).toHaveLength(POSTBACKS_MAX);
    expect(made.filter(({ status }) => status === 409)).toHaveLength(12 - POSTBACKS_MAX);
  });

  test('tests a postback with sample values, and returns the answer of the server', async () => {
    const { port } = partner.address() as AddressInfo;
    const { id } = await create({ url: `http://parceiro.example:${port}/pb?c={clickid}&v={value}` });
    expect((await ask('POST', `postbacks/${id}/test`)).body).toMatchObject({
      success: true,
      status: 200,
      message: expect.stringContaining('200'),
      url: `http://parceiro.example:${port}/pb?c=mc_teste_1760000000000000000&v=297.00`,
      parts: [
        { name: 'URL', written: `http://parceiro.example:${port}/pb` },
        { name: 'c', written: '{clickid}', sent: 'mc_teste_1760000000000000000' },
        { name: 'v', written: '{value}', sent: '297.00' },
      ],
    });
    expect(asked).toEqual(['/pb?c=mc_teste_1760000000000000000&v=297.00']);
    answer = 404;
    expect((await ask('POST', `postbacks/${id}/test`)).body).toMatchObject({ success: false, status: 404 });
    const inside = await create({ url: 'http://interno.example/{clickid}' });
    expect((await ask('POST', `postbacks/${inside.id}/test`)).body).toMatchObject({
      success: false,
      status: null,
      message: expect.stringContaining('rede interna'),
    });
  });

  test('limits the rate of tests of a postback', async () => {
    const { id } = await create({ url: 'http://interno.example/{clickid}' });
    const statuses: number[] = [];
    for (let index = 0; index < 12; index += 1) statuses.push((await ask('POST', `postbacks/${id}/test`)).status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    api.clock.advance(6_000);
    expect((await ask('POST', `postbacks/${id}/test`)).status).toBe(200);
  });
});

test('shows where a conversion was sent', async () => {
  await ask('PUT', 'facebook/pixel', PIXEL);
  await ask('POST', 'postbacks', { name: 'Parceiro', url: 'https://parceiro.example/{clickid}' });
  const facts = factsOf(() => api.stack.clickhouse, tenant);
  const id = await facts.conversion({ at: NOW, amount: '97.90' });
  expect((await ask('GET', `conversions/${id}`)).body.sends).toEqual([]);
  await enqueue(id);
  const viewed = await tenant.viewer.ask(`/api/conversions/${id}`);
  const waiting = { state: 'waiting', at: new Date(api.clock.now()).toISOString(), attempts: 0, error: null };
  expect(viewed.json().sends).toEqual([
    { destination: 'Facebook (pixel 123456789)', kind: 'conversions-api', ...waiting },
    { destination: 'Parceiro', kind: 'postback', ...waiting },
  ]);
  await settle(id, 'failed', { code: 'server_error', status: 500 });
  expect((await ask('GET', `conversions/${id}`)).body.sends).toMatchObject([
    { state: 'failed', attempts: 2, error: expect.stringContaining('500') },
    { state: 'failed' },
  ]);
});
