import { randomId } from '@tracker/infra/identity/random-id';
import { apiKeyHash, apiKeyHint, newApiKey } from '@tracker/infra/secrets/api-key';
import { eventually } from '@tracker/test/kit/eventually';
import { createTenant, type TestTenant } from '@tracker/test/kit/tenant-fixture';
import { describe, expect, test } from 'vitest';
import { useIngest } from './testing/use-ingest.ts';

const ingest = useIngest();

async function createKey({ tenantId }: TestTenant, scope: 'read' | 'capture') {
  const key = newApiKey();
  const id = randomId('ak');
  await ingest.stack.postgres.withTenant(tenantId, (trx) =>
    trx
      .insertInto('api_keys')
      .values({
        id,
        tenant_id: tenantId,
        name: 'Servidor',
        hash: apiKeyHash(key),
        hint: apiKeyHint(key),
        may_read: scope === 'read',
        may_capture: scope === 'capture',
        created_by: 'us_1',
      })
      .execute(),
  );
  return { id, key };
}

/** The two events that a test posted, read from the log. */
function eventsOf({ tenantId }: TestTenant) {
  return eventually(() => {
    const events = [...ingest.stored.values()].filter((event) => (event as { tenantId: string }).tenantId === tenantId);
    expect(events).toHaveLength(2);
    // Different keys may be given out in any order.
    return (events as { type: string }[]).sort((a, b) => (a.type < b.type ? -1 : 1));
  });
}

const post = (url: string, payload: object, key: string) =>
  ingest.app.inject({ method: 'POST', url, payload, headers: { authorization: `Bearer ${key}` } });
const conversion = () => ({ transaction_id: randomId('tx'), amount: 97.5, status: 'approved' });
const lead = () => ({ name: 'Ana', email: `${randomId('ana')}@example.com` });

describe('API key with the permission to post', () => {
  test('names the tenant of a conversion and of a lead, as ?key= does', async () => {
    const { key } = await createKey(ingest.tenant, 'capture');
    const sold = await post('/conversion', conversion(), key);
    expect([sold.statusCode, sold.json()]).toMatchObject([200, { success: true, clickId: null }]);
    const left = await post('/leads', lead(), key);
    expect([left.statusCode, left.json()]).toMatchObject([201, { success: true, lead: { campaignId: null } }]);
    const events = await eventsOf(ingest.tenant);
    expect(events).toMatchObject([
      { type: 'conversion', tenantId: ingest.tenant.tenantId, payload: { verified: true } },
      { type: 'lead', tenantId: ingest.tenant.tenantId },
    ]);
    expect(JSON.stringify(events)).not.toContain(key);
  });

  test('rejects click ids of other tenants', async () => {
    const other = await createTenant(ingest.stack);
    const { key } = await createKey(ingest.tenant, 'capture');
    const clickId = `mc_${other.campaignId}_1763650000000000001`;
    await post('/conversion', { ...conversion(), click_id: clickId }, key);
    await post('/leads', { ...lead(), click_id: clickId }, key);
    const events = await eventsOf(ingest.tenant);
    expect(events.map(({ type }) => type)).toEqual(['conversion', 'lead']);
  });

  test.each(['/conversion', '/leads'])(
    'answers %s with 401 for an unknown key and with 403 for a read-only key',
    async (url) => {
      const clickId = `mc_${ingest.tenant.campaignId}_1763650000000000001`;
      const payload = { ...conversion(), ...lead(), click_id: clickId };
      for (const wrong of [newApiKey(), 'tt_broken']) {
        const answer = await post(url, payload, wrong);
        expect([answer.statusCode, answer.json().error], wrong).toEqual([401, 'api-key-invalid']);
      }
      const { key } = await createKey(ingest.tenant, 'read');
      expect((await post(url, payload, key)).statusCode).toBe(403);
      // Credentials of a gateway or a checkout are not for us.
      expect((await post(url, payload, 'eyJhbGciOi')).statusCode).toBeLessThan(300);
    },
  );

  test('stops working after it is revoked, and records when it was last used', async () => {
    const { tenantId } = ingest.tenant;
    const { id, key } = await createKey(ingest.tenant, 'capture');
    expect((await post('/conversion', conversion(), key)).statusCode).toBe(200);
    await eventually(async () => {
      const rows = await ingest.stack.postgres.withTenant(tenantId, (trx) =>
        trx.selectFrom('api_keys').select('last_used_at').where('id', '=', id).execute(),
      );
      expect(rows).toEqual([{ last_used_at: expect.any(Date) }]);
    });
    await ingest.stack.postgres.withTenant(tenantId, (trx) =>
      trx.deleteFrom('api_keys').where('id', '=', id).execute(),
    );
    await eventually(async () => expect(await ingest.stack.caches.apiKeys.find(key)).toBeUndefined());
    expect((await post('/conversion', conversion(), key)).statusCode).toBe(401);
  });

  test('is not among the headers that CORS allows', async () => {
    const preflight = await ingest.app.inject({ method: 'OPTIONS', url: '/conversion' });
    expect(preflight.headers['access-control-allow-headers']).toBe('content-type');
  });
});

describe('several credentials in one request', () => {
  const send = (url: string, payload: object, authorization?: string) =>
    ingest.app.inject({ method: 'POST', url, payload, headers: authorization ? { authorization } : {} });

  test('of two tenants are refused at every address, and nothing is recorded', async () => {
    const [one, other] = [await createTenant(ingest.stack), await createTenant(ingest.stack)];
    const bearer = `Bearer ${(await createKey(one, 'capture')).key}`;
    const { generic } = other.trackingKeys;
    const answers = [
      await send(`/conversion?key=${generic}`, conversion(), bearer),
      await send(`/webhooks/generic/${generic}`, conversion(), bearer),
      await send(`/leads?key=${generic}`, lead(), bearer),
      await send(`/webhooks/generic/${generic}?key=${one.trackingKeys.generic}`, conversion()),
      await send(`/conversion?key=${generic}&key=${one.trackingKeys.generic}`, conversion()),
    ];
    for (const answer of answers) {
      expect([answer.statusCode, answer.json().error]).toEqual([400, 'credentials-differ']);
      expect(answer.json().message).toContain('empresas diferentes');
    }
    const stored = [...ingest.stored.values()].map((event) => (event as { tenantId: string }).tenantId);
    expect(stored.filter((tenantId) => tenantId === one.tenantId || tenantId === other.tenantId)).toEqual([]);
  });

  test('must all be right: a wrong one next to a right one is 401, in either place', async () => {
    const tenant = await createTenant(ingest.stack);
    const bearer = `Bearer ${(await createKey(tenant, 'capture')).key}`;
    const { generic } = tenant.trackingKeys;
    for (const [path, body] of [
      ['/conversion', conversion()],
      ['/leads', lead()],
    ] as const) {
      expect((await send(`${path}?key=unknown`, body, bearer)).statusCode).toBe(401);
      expect((await send(`${path}?key=${generic}`, body, `Bearer ${newApiKey()}`)).statusCode).toBe(401);
      expect((await send(`${path}?key=${generic}`, body, bearer)).statusCode).toBeLessThan(300);
    }
  });
});
