import { keyScopeOf } from '@tracker/schemas/actions';
import { ApiKeyScope } from '@tracker/schemas/api-key-scopes';
import type { Access, Contract } from '@tracker/schemas/contracts/define-contract';
import { CONTRACTS } from '@tracker/schemas/contracts/registry';
import { beforeAll, describe, expect, test } from 'vitest';
import { createKey, type TestKey } from './testing/api-keys.ts';
import { type Ask, requestFor, type StaffedTenant, useApi } from './testing/use-api.ts';

/**
 * Who may call what. The snapshot is the product's access policy: a change of it is a diff that a reviewer approves. The test
 * iterates over the registry, so that a new route is always in it.
 */
const api = useApi();
let tenant: StaffedTenant;
let keys: Record<Key, TestKey>;
beforeAll(async () => {
  tenant = await api.tenant();
  // What a person may do in another tenant changes nothing here.
  const elsewhere = await api.tenant();
  for (const [role, other] of [
    ['viewer', 'admin'],
    ['editor', 'viewer'],
    ['admin', 'viewer'],
  ] as const) {
    await api.join(elsewhere, tenant[role], other);
  }
  const made = ApiKeyScope.options.map(async (scope) => [`${scope} key`, await createKey(api, tenant, [scope])]);
  keys = Object.fromEntries(await Promise.all(made));
});

const PEOPLE = ['nobody', 'viewer', 'editor', 'admin'] as const;
const KEYS = ApiKeyScope.options.map((scope) => `${scope} key` as const);
const CALLERS = [...PEOPLE, ...KEYS, 'reader'] as const;
type Key = `${ApiKeyScope} key`;
type Caller = (typeof CALLERS)[number];

const isKey = (caller: Caller): caller is Key => caller in keys;

/** What the caller gets as an answer before anything else is looked at. Beyond that the answer is about the request, not the caller. */
async function verdict(contract: Contract, caller: Caller): Promise<'401' | '403' | 'pass'> {
  const request = requestFor(contract, { params: { tenantId: tenant.tenantId } });
  // Keys are asked more than they may in a second; and all of it within the 15 minutes of a fresh password.
  api.clock.advance(250);
  if (contract.stream && caller !== 'nobody') return streamVerdict(contract, caller);
  const response = await (await asker(contract, caller))(request);
  if (response.statusCode === 401 && contract.access !== 'public') return '401';
  if (response.statusCode === 403) return '403';
  expect(response.statusCode, `${contract.name} as ${caller}: ${response.body}`).toBeLessThan(500);
  return 'pass';
}

async function asker(contract: Contract, caller: Caller): Promise<Ask> {
  if (caller === 'nobody') return api.ask;
  if (caller === 'reader') return api.reader(tenant);
  if (isKey(caller)) return keys[caller].ask;
  // Public routes may end the session that asks them, and who leaves is gone.
  return contract.access === 'public' || contract.name === 'companies.leave'
    ? (await api.person(tenant, caller)).ask
    : tenant[caller].ask;
}

/** A stream that is open has no end to wait for: its head is enough. */
async function streamVerdict(contract: Contract, caller: Exclude<Caller, 'nobody'>): Promise<'401' | '403' | 'pass'> {
  const ask = await asker(contract, caller);
  const response = await ask({ ...requestFor(contract), payloadAsStream: true });
  response.stream().destroy();
  return response.statusCode === 200 ? 'pass' : response.statusCode === 403 ? '403' : '401';
}

type Verdicts = Readonly<Record<Caller, Awaited<ReturnType<typeof verdict>>>>;
const reported = new Map<string, Promise<Verdicts>>();

/** Asked once for both tests of a route. */
function verdictsOn(contract: Contract): Promise<Verdicts> {
  const asked = async () => {
    const entries = CALLERS.map(async (caller) => [caller, await verdict(contract, caller)]);
    return Object.fromEntries(await Promise.all(entries)) as Verdicts;
  };
  const known = reported.get(contract.name) ?? asked();
  reported.set(contract.name, known);
  return known;
}

describe('access matrix', () => {
  const ranks: Record<Access, number> = { public: 0, viewer: 1, editor: 2, admin: 3 };

  test.each(CONTRACTS.map((contract) => [`${contract.method} ${contract.path}`, contract] as const))(
    'admits to %s exactly the callers that its contract names',
    async (_, contract) => {
      const verdicts = await verdictsOn(contract);
      for (const [rank, caller] of PEOPLE.entries()) {
        const expected = rank >= ranks[contract.access] ? 'pass' : caller === 'nobody' ? '401' : '403';
        expect(verdicts[caller], caller).toBe(expected);
      }
      for (const scope of ApiKeyScope.options) {
        const isForIt = contract.access === 'public' || keyScopeOf(contract) === scope;
        expect(verdicts[`${scope} key`], scope).toBe(isForIt ? 'pass' : '403');
      }
      expect(verdicts.reader).toBe(contract.access === 'public' || contract.shared ? 'pass' : '403');
    },
  );

  test('matches the agreed access policy of every route', async () => {
    const rows: string[] = [];
    for (const contract of CONTRACTS) {
      const verdicts = await verdictsOn(contract);
      const each = CALLERS.map((caller) => `${caller} ${verdicts[caller]}`);
      rows.push(`${contract.method} ${contract.path}: ${each.join(', ')}`);
    }
    const passed = rows.join().split(' pass').length - 1;
    // biome-ignore lint/suspicious/noConsole: how much was asked shows what the proof is worth
    console.info(`access matrix: ${CONTRACTS.length} routes × ${CALLERS.length} callers, ${passed} may pass`);
    expect(rows).toMatchSnapshot();
  });

  test('has a route on the server for every contract', () => {
    for (const { method, path } of CONTRACTS) expect(api.app.hasRoute({ method, url: path }), path).toBe(true);
  });
});

describe('order of refusals', () => {
  const broken = { method: 'POST', url: '/api/campaigns', payload: 'not json', headers: {} } as const;
  const crossSite = { ...broken, headers: { 'sec-fetch-site': 'cross-site' } };

  test('answers 401 before 403 before 400', async () => {
    expect((await api.ask(crossSite)).statusCode).toBe(401);
    expect((await tenant.viewer.ask(broken)).json()).toMatchObject({ message: 'Permissão Insuficiente' });
    expect((await tenant.editor.ask(crossSite)).statusCode).toBe(403);
    const json = { 'content-type': 'application/json' };
    expect((await tenant.editor.ask({ ...broken, headers: json })).statusCode).toBe(400);
    expect((await tenant.editor.ask({ ...broken, headers: { 'content-type': 'text/plain' } })).statusCode).toBe(415);
    expect((await tenant.editor.ask({ method: 'POST', url: '/api/campaigns' })).statusCode).toBe(400);
  });

  test.each(['/api', '/api/', '/api/nothing', '/api/campaigns/x/y', '/api/auth'])(
    'answers %s with 401 when signed out and with 404 when signed in',
    async (url) => {
      expect((await api.ask(url)).statusCode).toBe(401);
      const response = await tenant.viewer.ask(url);
      expect([response.statusCode, response.json()]).toEqual([
        404,
        { message: 'Não encontrado.', error: 'not-found', requestId: expect.any(String) },
      ]);
      expect((await api.ask({ method: 'POST', url, payload: {} })).statusCode).toBe(401);
    },
  );

  test('answers 413 to a large body and 414 to a long URL', async () => {
    const payload = { name: 'x'.repeat(70_000) };
    expect((await tenant.editor.ask({ method: 'POST', url: '/api/campaigns', payload })).statusCode).toBe(413);
    expect((await tenant.editor.ask(`/api/clicks?q=${'x'.repeat(9_000)}`)).statusCode).toBe(414);
  });
});

describe('same-origin check for changes', () => {
  const change = (headers: Record<string, string>) =>
    tenant.editor.ask({ method: 'PATCH', url: `/api/campaigns/${tenant.campaignId}`, payload: {}, headers });

  test.each([
    [{ 'sec-fetch-site': 'same-origin' }, 200],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ origin: 'https://rastreio.example' }, 200],
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ referer: 'https://evil.example/page' }, 403],
    [{ referer: 'https://rastreio.example/campaigns' }, 200],
    [{}, 200],
  ])('answers a change that carries %o with %i', async (headers, status) => {
    expect((await change(headers as Record<string, string>)).statusCode).toBe(status);
  });

  test('applies to login and logout too', async () => {
    const headers = { origin: 'https://evil.example' };
    const payload = { email: tenant.admin.email, password: 'x' };
    expect((await api.ask({ method: 'POST', url: '/api/auth/login', payload, headers })).statusCode).toBe(403);
    expect((await tenant.admin.ask({ method: 'POST', url: '/api/auth/logout', headers })).statusCode).toBe(403);
    expect((await tenant.admin.ask('/api/auth/user')).statusCode).toBe(200);
  });
});

describe('ETags of polled routes', () => {
  /** Answered with 409 as long as no one connected the ad platform. */
  const NEEDS_CONNECTION = ['facebook.ad-accounts', 'facebook.campaigns'];
  /** What is there before anything has happened. A file is asked for by hand, and never twice the same. */
  const isPolled = ({ name, method, access, path, status, stream, csv }: Contract) =>
    !NEEDS_CONNECTION.includes(name) &&
    status === 200 &&
    method === 'GET' &&
    access !== 'public' &&
    !stream &&
    !csv &&
    !/:(?!tenantId)/.test(path);
  const polled = CONTRACTS.filter(isPolled);

  test.each(polled.map((contract) => [contract.path, contract] as const))(
    'answers %s with 304 for an unchanged ETag, and with 401 when signed out',
    async (_, contract) => {
      const request = requestFor(contract, { params: { tenantId: tenant.tenantId } });
      const first = await tenant.admin.ask(request);
      expect(first.statusCode).toBe(200);
      const etag = String(first.headers.etag);
      expect(etag).toMatch(/^W\/"[\w-]+"$/);
      const again = await tenant.admin.ask({ ...request, headers: { 'if-none-match': etag } });
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
      expect((await api.ask({ ...request, headers: { 'if-none-match': etag } })).statusCode).toBe(401);
    },
  );
});
