import { createLogger } from '@tracker/infra/telemetry/logger';
import { keyScopeOf } from '@tracker/schemas/actions';
import type { ApiKey } from '@tracker/schemas/contracts/api-keys.contract';
import { CONTRACTS } from '@tracker/schemas/contracts/registry';
import { eventually } from '@tracker/test/kit/eventually';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { API_KEY_RATE } from '../../http/api-keys.ts';
import { askWithKey, createKey, type TestKey } from '../../testing/api-keys.ts';
import { factsOf } from '../../testing/facts.ts';
import { NOW, requestFor, type StaffedTenant, useApi } from '../../testing/use-api.ts';

const api = useApi();
let tenant: StaffedTenant;
let reader: TestKey;
beforeEach(() => api.clock.set(NOW));
beforeAll(async () => {
  tenant = await api.tenant();
  reader = await createKey(api, tenant, ['read']);
  const facts = factsOf(() => api.stack.clickhouse, tenant);
  await facts.click({ at: '2036-11-20T12:00:00Z', ip_address: '203.0.113.9' });
  await facts.conversion({ at: '2036-11-20T12:30:00Z', amount: '250' });
});

const keysOf = async () => (await tenant.admin.ask('/api/api-keys')).json<ApiKey[]>();
const create = (payload: object, who = tenant.admin) => who.ask({ method: 'POST', url: '/api/api-keys', payload });

describe('API key', () => {
  test('is shown once, and is stored and audited without the secret part', async () => {
    const answer = await create({ name: ' Planilha da Ana ', scopes: ['read', 'capture', 'read'] });
    expect(answer.statusCode).toBe(201);
    const { key, ...shown } = answer.json<ApiKey & { key: string }>();
    expect(key).toMatch(/^tt_[0-9A-Za-z]{43}$/);
    expect(shown).toEqual({
      id: expect.stringMatching(/^ak_/),
      name: 'Planilha da Ana',
      scopes: ['read', 'capture'],
      hint: key.slice(0, 7),
      createdAt: NOW,
      createdBy: tenant.admin.userId,
      madeBy: { id: tenant.admin.userId, name: 'Ana Lima' },
      lastUsedAt: null,
    });
    const list = await tenant.admin.ask('/api/api-keys');
    expect(list.json()).toContainEqual(shown);
    expect(list.body).not.toContain(key);
    const rows = await api.stack.postgres.withTenant(tenant.tenantId, async (trx) => [
      await trx.selectFrom('api_keys').selectAll().execute(),
      await trx.selectFrom('audit_log').selectAll().orderBy('id').execute(),
    ]);
    expect(JSON.stringify(rows)).toContain(shown.id);
    expect(JSON.stringify(rows)).not.toContain(key.slice(7));
  });

  test.each([
    [{ name: '', scopes: ['read'] }, 'Informe um nome para a chave.'],
    [{ name: 'x'.repeat(81), scopes: ['read'] }, 'O nome pode ter até 80 caracteres.'],
    [{ name: 'x', scopes: [] }, 'Escolha ao menos uma permissão.'],
    [{ name: 'x', scopes: ['admin'] }, expect.any(String)],
    [{ name: 'x' }, expect.any(String)],
  ])('rejects %o with 400 and %o', async (payload, message) => {
    const answer = await create(payload);
    expect([answer.statusCode, answer.json().message]).toEqual([400, message]);
  });

  test('reads the figures that a viewer sees, with addresses as networks', async () => {
    const summary = (await reader.ask('/api/performance/summary')).json();
    expect(summary).toEqual((await tenant.viewer.ask('/api/performance/summary')).json());
    expect(summary.revenue.today).toBe(250);
    expect((await reader.ask('/api/clicks')).json()).toMatchObject([{ ipAddress: '203.0.113.0' }]);
    const tag = String((await reader.ask('/api/clicks')).headers.etag);
    expect((await reader.ask({ url: '/api/clicks', headers: { 'if-none-match': tag } })).statusCode).toBe(304);
  });

  test('decides alone when a session cookie is sent too, and allows no changes', async () => {
    const { cookie } = tenant.admin;
    const wrong = askWithKey(api, `tt_${'x'.repeat(43)}`);
    expect((await wrong({ url: '/api/campaigns', headers: { cookie } })).statusCode).toBe(401);
    expect((await reader.ask({ url: '/api/api-keys', headers: { cookie } })).statusCode).toBe(403);
    const change = { method: 'POST', url: '/api/campaigns', payload: { name: 'Nova' }, headers: { cookie } } as const;
    expect((await reader.ask(change)).statusCode).toBe(403);
  });

  test('is answered with 401 when it is wrong, malformed or a tracking key', async () => {
    for (const key of [`tt_${'x'.repeat(43)}`, 'tt_', `${reader.key}x`, reader.key.toLowerCase(), tenant.trackingKey]) {
      const answer = await askWithKey(api, key)('/api/campaigns');
      expect([answer.statusCode, answer.json().error], key).toEqual([401, 'api-key-invalid']);
    }
    expect((await askWithKey(api, 'tt_x')('/api/nothing')).statusCode).toBe(401);
    expect((await reader.ask('/api/nothing')).statusCode).toBe(404);
  });

  test('stops working as soon as it is revoked', async () => {
    const gone = await createKey(api, tenant, ['read']);
    expect((await gone.ask('/api/campaigns')).statusCode).toBe(200);
    const revoke = { method: 'DELETE', url: `/api/api-keys/${gone.id}` } as const;
    expect((await tenant.admin.ask(revoke)).statusCode).toBe(204);
    expect((await gone.ask('/api/campaigns')).statusCode).toBe(401);
    expect((await tenant.admin.ask(revoke)).statusCode).toBe(404);
    expect((await reader.ask('/api/campaigns')).statusCode).toBe(200);
  });

  test('records its last use to the minute', async () => {
    const used = await createKey(api, tenant, ['read']);
    const lastUse = async () => (await keysOf()).find(({ id }) => id === used.id)?.lastUsedAt;
    expect(await lastUse()).toBeNull();
    await used.ask('/api/campaigns');
    expect(await lastUse()).toBe(NOW);
    api.clock.advance(50_000);
    await used.ask('/api/campaigns');
    expect(await lastUse()).toBe(NOW);
    api.clock.advance(20_000);
    await used.ask('/api/campaigns');
    expect(await lastUse()).toBe('2036-11-20T15:01:10.000Z');
  });

  test('is limited in its rate, and other keys are not affected', async () => {
    const fast = await createKey(api, tenant, ['read']);
    const statuses = new Set<number>();
    for (let asked = 0; asked < API_KEY_RATE.burst * 1.2; asked += 1) {
      const answer = await fast.ask({ url: '/api/leads/analytics' });
      statuses.add(answer.statusCode);
      if (answer.statusCode === 429) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect([...statuses]).toEqual([200, 429]);
    expect((await reader.ask('/api/leads/analytics')).statusCode).toBe(200);
  });

  test('is refused with 409 beyond 50 keys of a tenant', async () => {
    const full = await api.tenant();
    const made = await Promise.all(
      Array.from({ length: 52 }, () => create({ name: 'x', scopes: ['read'] }, full.admin)),
    );
    expect(made.filter(({ statusCode }) => statusCode === 201)).toHaveLength(50);
    expect(made.filter(({ statusCode }) => statusCode === 409)).toHaveLength(2);
  });
});

describe('tenant wall for API keys', () => {
  test('shows a key only data of its own tenant on every route that it may call', async () => {
    const other = await api.tenant();
    const facts = factsOf(() => api.stack.clickhouse, other);
    const click = await facts.click({ at: '2036-11-20T12:00:00Z', source: 'segredo-fonte', ad_id: 'segredo-ad' });
    await facts.conversion({ at: '2036-11-20T12:30:00Z', amount: '777.77', click });
    const secrets = [other.tenantId, other.campaignId, other.slug, 'segredo', '777.77'];
    const own = await createKey(api, tenant, ['read']);
    let answered = 0;
    for (const contract of CONTRACTS.filter((one) => keyScopeOf(one) === 'read')) {
      const { body, statusCode } = await own.ask(requestFor(contract, { params: { campaignId: other.campaignId } }));
      if (statusCode === 200) answered += 1;
      for (const secret of secrets) expect(body, `${contract.name} tells ${secret}`).not.toContain(secret);
    }
    expect(answered).toBeGreaterThan(8);
  });

  test('hides the key from admins of other tenants, who cannot revoke it', async () => {
    const other = await api.tenant();
    expect((await other.admin.ask('/api/api-keys')).json()).toEqual([]);
    const revoke = { method: 'DELETE', url: `/api/api-keys/${reader.id}` } as const;
    expect((await other.admin.ask(revoke)).statusCode).toBe(404);
    expect((await reader.ask('/api/campaigns')).statusCode).toBe(200);
  });
});

test('redacts API keys that are logged with a request or an error', async () => {
  const lines: string[] = [];
  const logger = createLogger({ level: 'debug', name: 'test', destination: { write: (line) => lines.push(line) } });
  const { key } = reader;
  logger.info(
    { event: 'metrics.listening', req: { headers: { authorization: `Bearer ${key}` } }, key, apiKey: key, token: key },
    'asked',
  );
  logger.error({ event: 'http.request.failed', err: new Error(`refused: Bearer ${key}`) }, 'failed');
  await eventually(() => expect(lines).toHaveLength(2));
  expect(lines.join('')).not.toContain(key);
});
