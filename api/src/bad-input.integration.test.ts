import { CONTRACTS } from '@tracker/schemas/contracts/registry';
import { beforeAll, describe, expect, test } from 'vitest';
import { bodyFields, newAddress, requestFor, type StaffedTenant, useApi } from './testing/use-api.ts';

/** Bad input to any route gives a status below 500, and the next request gets its usual answer. */
const api = useApi();
let tenant: StaffedTenant;
beforeAll(async () => {
  tenant = await api.tenant();
});

/** What quotes, escapes, patterns and parameters are made of. */
const ALL_IN_ONE = "\\' OR ''='%_{tenantId:String}\u0007💥";
const TEXTS = [
  ALL_IN_ONE,
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'a\r\nb\t\u0007\u001b[31m',
  '__proto__',
  'constructor',
  "' OR ''='",
  '{tenantId:String}',
  '\\',
  '%',
  '💥'.repeat(30),
  'x'.repeat(3_000),
];
const DAYS = [
  '0000-00-00',
  '0001-01-01',
  '1900-01-01',
  '1969-12-31',
  '2299-12-31',
  '9999-12-31',
  '2036-02-30',
  '2036-1-1',
];
const CURSORS = ['0.a', 'zzzzzzzzzzz.a', '-1.a', '.', 'x.'];
const BODIES = [
  'null',
  '[]',
  '"text"',
  '7',
  '{',
  '',
  '{"__proto__":{"role":"admin"}}',
  '[[[[[[',
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
];

const routes = CONTRACTS.filter(({ stream, name }) => !stream && name !== 'auth.logout').map(
  (contract) => [`${contract.method} ${contract.path}`, contract] as const,
);

describe.each(routes)('bad input for %s', (_, contract) => {
  const params = () => ({ tenantId: tenant.tenantId, campaignId: tenant.campaignId });

  test('is answered below 500 for odd values in every field', async () => {
    const expectBelow500 = async (query: Record<string, string>) => {
      const response = await tenant.admin.ask(requestFor(contract, { params: params(), query }));
      expect(response.statusCode, `${JSON.stringify(query)}: ${response.body}`).toBeLessThan(500);
    };
    const fields = Object.entries(contract.query?.shape ?? {});
    const takenTogether = TEXTS.map(() => ({}) as Record<string, string>);
    for (const [name, schema] of fields) {
      const odd = /Date/.test(name) ? DAYS : name === 'cursor' ? CURSORS : TEXTS;
      for (const [index, text] of odd.entries()) {
        // What a field takes goes to the stores: once for each field, and of each text once for all fields.
        const isTaken = odd === TEXTS && schema.safeParse(text).success;
        if (isTaken) takenTogether[index]![name] = text;
        if (!isTaken || text === ALL_IN_ONE) await expectBelow500({ [name]: text });
      }
    }
    for (const query of takenTogether.filter((one) => Object.keys(one).length > 0)) await expectBelow500(query);
    for (const name of Object.keys(contract.params?.shape ?? {})) {
      for (const text of TEXTS.filter((one) => one.isWellFormed())) {
        const request = requestFor(contract, { params: { ...params(), [name]: encodeURIComponent(text) } });
        const { statusCode, body } = await tenant.admin.ask(request);
        expect([400, 404], `${name}=${JSON.stringify(text)}: ${body}`).toContain(statusCode);
      }
    }
    for (const name of bodyFields(contract)) {
      for (const value of [...TEXTS, 7, true, null, [], {}, 1e300]) {
        const response = await tenant.admin.ask(requestFor(contract, { params: params(), body: { [name]: value } }));
        expect(response.statusCode, `${name}=${JSON.stringify(value)}: ${response.body}`).toBeLessThan(500);
      }
    }
  });

  test('is answered below 500 for malformed bodies', async () => {
    if (!contract.body) return;
    for (const payload of BODIES) {
      const headers = { 'content-type': 'application/json' };
      const response = await tenant.admin.ask({ ...requestFor(contract, { params: params() }), payload, headers });
      expect(response.statusCode, `${payload.slice(0, 40)}: ${response.body}`).toBeLessThan(500);
      const answer = response.statusCode === 204 ? {} : response.json();
      expect(answer).toMatchObject(response.statusCode < 400 ? {} : { message: expect.any(String) });
    }
  });
});

test('answers registration and login below 500 for an odd text in any field', async () => {
  const valid = {
    companyName: 'Empresa',
    companySlug: 'empresa',
    firstName: 'Ana',
    lastName: 'Lima',
    email: 'ana@example.com',
    password: 'segredo1',
  };
  for (const url of ['/api/auth/register', '/api/auth/login']) {
    for (const field of Object.keys(valid)) {
      const payload = { ...valid, companySlug: '-', [field]: 'a\0b@example.com' };
      const { statusCode, body } = await api.ask({ method: 'POST', url, payload, remoteAddress: newAddress() });
      expect(statusCode, `${url} ${field}: ${body}`).toBeLessThan(500);
    }
  }
});

test('takes the first value of a duplicated parameter', async () => {
  const chart = await tenant.viewer.ask('/api/performance/metrics-chart?days=7&days=30');
  expect(chart.json()).toHaveLength(7);
});
