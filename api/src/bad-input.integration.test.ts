import { CONTRACTS } from '@tracker/schemas/contracts/registry';
import { tries } from '@tracker/test/kit/stories';
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
/** What is taken runs statements: a usual run sends what differs most, the nightly run all. */
const atNight = <Value>(...more: Value[]): Value[] => tries([], more);
const TEXTS = [
  ALL_IN_ONE,
  '',
  '\0',
  '\ud800',
  '__proto__',
  'x'.repeat(3_000),
  ...atNight(' ', 'a\0b', 'a\r\nb\t\u0007\u001b[31m', 'constructor', "' OR ''='", '{tenantId:String}', '\\', '%'),
  ...atNight('💥'.repeat(30)),
];
const DAYS = [
  '0001-01-01',
  '9999-12-31',
  '2036-02-30',
  '2036-1-1',
  ...atNight('0000-00-00', '1900-01-01', '1969-12-31', '2299-12-31'),
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

/** What only a programmer reads: types of the language, patterns, lists of codes, and the words of Zod's own Portuguese. */
const FOR_PROGRAMMERS = /undefined|valor "|NaN|\/\^|"\|"|esperava|recebeu|tuplo|vetor|registo|padrão/;

/** A refusal is read by people. */
function readable(body: string): void {
  const { message, fields } = JSON.parse(body) as { message: string; fields?: Record<string, string> };
  for (const sentence of [message, ...Object.values(fields ?? {})]) expect(sentence).not.toMatch(FOR_PROGRAMMERS);
}

/**
 * Of each value one request with all fields that take it, and one with all that refuse it, whose problems are found together. What a
 * field takes goes to the stores: `ALL_IN_ONE` also alone.
 */
function inFields<Value>(
  names: readonly string[],
  values: readonly Value[],
  takes: (name: string, value: Value) => boolean,
): Record<string, Value>[] {
  return values.flatMap((value) => {
    const taken = names.filter((name) => takes(name, value));
    const refused = names.filter((name) => !taken.includes(name));
    const alone = value === ALL_IN_ONE ? taken.map((name) => [name]) : [];
    return [taken, refused, ...alone]
      .filter((some) => some.length > 0)
      .map((some) => Object.fromEntries(some.map((name) => [name, value])));
  });
}

const routes = CONTRACTS.filter(({ stream, name }) => !stream && name !== 'auth.logout').map(
  (contract) => [`${contract.method} ${contract.path}`, contract] as const,
);

describe.each(routes)('bad input for %s', (_, contract) => {
  const params = () => ({ tenantId: tenant.tenantId, campaignId: tenant.campaignId });

  test('is answered below 500 for odd values in every field', async () => {
    const fields = Object.entries(contract.query?.shape ?? {});
    const valuesOf = (name: string) => (/Date/.test(name) ? DAYS : name === 'cursor' ? CURSORS : TEXTS);
    const queries = [
      ...fields.flatMap(([name]) => (valuesOf(name) === TEXTS ? [] : valuesOf(name).map((text) => ({ [name]: text })))),
      ...inFields(
        fields.map(([name]) => name).filter((name) => valuesOf(name) === TEXTS),
        TEXTS,
        (name, text) => contract.query?.shape[name]?.safeParse(text).success === true,
      ),
    ];
    for (const query of queries) {
      const response = await tenant.admin.ask(requestFor(contract, { params: params(), query }));
      expect(response.statusCode, `${JSON.stringify(query)}: ${response.body}`).toBeLessThan(500);
      if (response.statusCode === 400) readable(response.body);
    }
    for (const name of Object.keys(contract.params?.shape ?? {})) {
      for (const text of TEXTS.filter((one) => one.isWellFormed())) {
        const request = requestFor(contract, { params: { ...params(), [name]: encodeURIComponent(text) } });
        const { statusCode, body } = await tenant.admin.ask(request);
        expect([400, 404], `${name}=${JSON.stringify(text)}: ${body}`).toContain(statusCode);
      }
    }
    const takes = (name: string, value: unknown) => {
      const body = requestFor(contract, { body: { [name]: value } }).payload;
      return contract.body?.safeParse(body).success === true;
    };
    for (const body of inFields(bodyFields(contract), [...TEXTS, 7, true, null, [], {}, 1e300], takes)) {
      const response = await tenant.admin.ask(requestFor(contract, { params: params(), body }));
      expect(response.statusCode, `${JSON.stringify(body)}: ${response.body}`).toBeLessThan(500);
      if (response.statusCode === 400) readable(response.body);
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
