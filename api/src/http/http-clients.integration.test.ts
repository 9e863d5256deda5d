import { CONTRACTS } from '@tracker/schemas/contracts/registry';
import { beforeAll, describe, expect, test } from 'vitest';
import { askWithKey, createKey, type TestKey } from '../testing/api-keys.ts';
import { requestFor, type StaffedTenant, useApi } from '../testing/use-api.ts';

/** What clients of all kinds do to a request without its author's knowledge. */
const api = useApi();
let tenant: StaffedTenant;
let reading: TestKey;
beforeAll(async () => {
  tenant = await api.tenant();
  reading = await createKey(api, tenant, ['read']);
});

test.each(['bearer KEY', 'BEARER KEY', 'Bearer   KEY', 'Bearer KEY '])(
  'reads the scheme of a key in any case and with blanks around it: %s',
  async (written) => {
    const headers = { authorization: written.replace('KEY', reading.key) };
    expect((await api.ask({ url: '/api/clicks', headers })).statusCode).toBe(200);
    const wrong = { authorization: written.replace('KEY', reading.key.toUpperCase()) };
    expect((await api.ask({ url: '/api/clicks', headers: wrong })).statusCode).toBe(401);
  },
);

test.each([
  'application/json;charset=UTF-8',
  'Application/JSON',
  'application/json ; charset="utf-8"',
  'application/merge-patch+json',
  'application/vnd.api+json; charset=utf-8',
])('reads JSON under each of its types: %s', async (type) => {
  const answer = await tenant.editor.ask({
    ...{ method: 'PATCH', url: `/api/campaigns/${tenant.campaignId}` },
    ...{ headers: { 'content-type': type }, payload: JSON.stringify({ name: type }) },
  });
  expect([answer.statusCode, answer.json().name]).toEqual([200, type]);
});

test.each(['text/plain', 'application/jsonx', 'text/json', 'multipart/form-data', 'application/x-www-form-urlencoded'])(
  'refuses a body of another type, which a form of another site could send: %s',
  async (type) => {
    const answer = await tenant.editor.ask({
      ...{ method: 'PATCH', url: `/api/campaigns/${tenant.campaignId}` },
      ...{ headers: { 'content-type': type }, payload: '{"name":"x"}' },
    });
    expect(answer.statusCode).toBe(415);
  },
);

test('takes a call without a body also where its client names the type of one', async () => {
  const { id } = await createKey(api, tenant, ['read']);
  const headers = { 'content-type': 'application/json' };
  const answer = await tenant.admin.ask({ method: 'DELETE', url: `/api/api-keys/${id}`, headers });
  expect(answer.statusCode).toBe(204);
});

describe.each(
  CONTRACTS.filter(
    ({ method, path, stream, csv, page }) => method === 'GET' && path.startsWith('/api/') && !stream && !csv && !page,
  ).map((contract) => [contract.path, contract] as const),
)('HEAD %s', (_, contract) => {
  test('is answered as GET is, without a body', async () => {
    const { url = '' } = requestFor(contract, { params: { tenantId: tenant.tenantId, campaignId: tenant.campaignId } });
    const [get, head] = [await tenant.admin.ask(url), await tenant.admin.ask({ method: 'HEAD', url })];
    const of = ({ statusCode, headers }: typeof get) => [
      statusCode,
      ...['content-type', 'etag', 'x-total-count', 'link'].map((name) => headers[name]),
    ];
    expect(of(head)).toEqual(of(get));
    expect(head.body).toBe('');
  });
});

test('a base address that ends in a slash is the same API; an empty part of a path is no other call', async () => {
  expect((await reading.ask('//api/clicks?limit=1')).statusCode).toBe(200);
  for (const url of ['/api/clicks/', '/api/conversions/', '/api//clicks'])
    expect((await reading.ask(url)).statusCode, url).toBe(404);
  expect((await tenant.admin.ask({ method: 'DELETE', url: '/api/sessions/' })).statusCode).toBe(404);
  expect((await tenant.admin.ask('/api/profile')).statusCode).toBe(200);
});

test('names the methods of a path to who uses another one, and nothing to who is not signed in', async () => {
  const answer = await tenant.admin.ask({ method: 'DELETE', url: '/api/campaigns' });
  expect([answer.statusCode, answer.headers.allow, answer.json().error]).toEqual([
    405,
    'GET, HEAD, POST',
    'method-not-allowed',
  ]);
  expect((await tenant.admin.ask({ method: 'DELETE', url: '/api/nothing' })).statusCode).toBe(404);
  expect((await api.ask({ method: 'DELETE', url: '/api/campaigns' })).statusCode).toBe(401);
});

test('finds its ETag in a list, and where a proxy made it weak', async () => {
  const { etag } = (await reading.ask('/api/campaigns')).headers;
  for (const tag of [etag, `"other", ${etag}`, String(etag).replace('W/', ''), '*']) {
    const answer = await askWithKey(api, reading.key)({ url: '/api/campaigns', headers: { 'if-none-match': tag } });
    expect(answer.statusCode, tag).toBe(304);
  }
});
