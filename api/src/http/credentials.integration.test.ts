import { gzipSync } from 'node:zlib';
import { keyScopeOf } from '@tracker/schemas/actions';
import { CONTRACTS } from '@tracker/schemas/contracts/registry';
import { beforeAll, describe, expect, test } from 'vitest';
import { askWithKey, createKey, type TestKey } from '../testing/api-keys.ts';
import { PUBLIC_URL, requestFor, type StaffedTenant, useApi } from '../testing/use-api.ts';

const api = useApi();
let tenant: StaffedTenant;
let capturing: TestKey;
beforeAll(async () => {
  tenant = await api.tenant();
  capturing = await createKey(api, tenant, ['capture']);
});

const params = () => ({ tenantId: tenant.tenantId, campaignId: tenant.campaignId });
const guarded = CONTRACTS.filter(({ access, stream }) => access !== 'public' && !stream).map(
  (contract) => [`${contract.method} ${contract.path}`, contract] as const,
);

describe.each(guarded)('%s', (_, contract) => {
  test('says of a key that it is not valid, and of a missing session that it is missing', async () => {
    const request = requestFor(contract, { params: params() });
    for (const key of [`tt_${'x'.repeat(43)}`, 'tt_cut', tenant.trackingKey]) {
      const { statusCode, headers, body } = await askWithKey(api, key)(request);
      if (contract.refusedTo !== undefined && statusCode === 302) continue;
      expect([statusCode, JSON.parse(body).error]).toEqual([401, 'api-key-invalid']);
      expect(headers['www-authenticate']).toBe('Bearer realm="Traffic Tracker", error="invalid_token"');
    }
    const { statusCode, headers, body } = await api.ask(request);
    expect([statusCode, JSON.parse(body).error]).toEqual([401, 'unauthorized']);
    expect(headers['www-authenticate']).toBe('Bearer realm="Traffic Tracker"');
  });

  test('names the scope that a key lacks, or says that no key may', async () => {
    const scope = keyScopeOf(contract);
    const { statusCode, headers, body } = await capturing.ask(requestFor(contract, { params: params() }));
    const { error, message } = JSON.parse(body);
    if (scope === null) {
      expect([statusCode, error, headers['www-authenticate']]).toEqual([403, 'api-key-not-permitted', undefined]);
      return;
    }
    expect([statusCode, error]).toEqual([403, 'api-key-scope-missing']);
    expect(message).toContain(`"${scope}"`);
    expect(headers['www-authenticate']).toContain(`error="insufficient_scope", scope="${scope}"`);
  });
});

describe('a body', () => {
  const send = (headers: Record<string, string>, payload: string | Buffer) =>
    tenant.viewer.ask({ method: 'POST', url: '/api/figures', headers, payload });
  const question = JSON.stringify({ from: '2036-11-01', to: '2036-11-20', metrics: ['clicks'] });
  const json = { 'content-type': 'application/json' };

  test('is read with gzip, and without', async () => {
    const plain = await send(json, question);
    expect(plain.statusCode).toBe(200);
    const packed = await send({ ...json, 'content-encoding': 'gzip' }, gzipSync(question));
    expect(packed.json()).toEqual(plain.json());
  });

  test('in a coding or type that is not read is 415, and says what is', async () => {
    const coded = await send({ ...json, 'content-encoding': 'compress' }, question);
    expect([coded.statusCode, coded.json().message]).toEqual([415, expect.stringContaining('gzip, deflate, br, zstd')]);
    const typed = await send({ 'content-type': 'application/xml' }, '<a/>');
    expect([typed.statusCode, typed.json().message]).toEqual([415, expect.stringContaining('application/json')]);
  });

  test('that is broken, or grows beyond the limit, is refused', async () => {
    expect((await send({ ...json, 'content-encoding': 'gzip' }, question)).statusCode).toBe(400);
    const bomb = gzipSync(Buffer.alloc(10_000_000, 32));
    expect((await send({ ...json, 'content-encoding': 'gzip' }, bomb)).statusCode).toBe(413);
  });
});

test('a page names the next one with the whole address', async () => {
  await tenant.admin.ask({ method: 'POST', url: '/api/campaigns', payload: { name: 'Outra' } });
  const answer = await tenant.admin.ask('/api/audit-log?limit=1');
  const link = /^<(.+)>; rel="next"$/.exec(String(answer.headers.link ?? ''))?.[1];
  expect(link?.startsWith(`${PUBLIC_URL}/api/audit-log?limit=1&cursor=`)).toBe(true);
});

test('a campaign is found by either of its ids, in paths and in filters', async () => {
  const all = (await tenant.admin.ask('/api/campaigns')).json<{ id: string; campaignId: string }[]>();
  const campaign = all.find(({ campaignId }) => campaignId === tenant.campaignId);
  const ids = [campaign?.id, campaign?.campaignId];
  for (const id of ids) {
    const spend = { day: '2036-11-10', source: 'taboola', amount: '1.00' };
    const entered = await tenant.editor.ask({ method: 'PUT', url: `/api/campaigns/${id}/spend`, payload: spend });
    expect([entered.statusCode, entered.json().campaignId]).toEqual([200, tenant.campaignId]);
    const listed = await tenant.viewer.ask(`/api/spend?campaignId=${id}&startDate=2036-11-10&endDate=2036-11-10`);
    expect(listed.json()).toHaveLength(1);
    const changed = await tenant.admin.ask({ method: 'PATCH', url: `/api/campaigns/${id}`, payload: { name: 'Nova' } });
    expect([changed.statusCode, changed.json().campaignId]).toEqual([200, tenant.campaignId]);
  }
  for (const id of ids) {
    const cost = { kind: 'expense', every: 'once', from: '2036-11-10', fixed: '5.00', campaignId: id };
    const made = await tenant.admin.ask({ method: 'POST', url: '/api/costs', payload: cost });
    expect([made.statusCode, made.json().campaignId]).toEqual([201, tenant.campaignId]);
    const main = { method: 'PATCH', url: `/api/tenants/${tenant.tenantId}`, payload: { mainCampaignId: id } } as const;
    const set = await tenant.admin.ask(main);
    expect([set.statusCode, set.json().mainCampaignId]).toEqual([200, tenant.campaignId]);
    const filters = [{ dim: 'campaign', op: 'is', values: [id] }];
    const question = { from: '2036-11-10', to: '2036-11-10', metrics: ['spend'], filters };
    const asked = await tenant.viewer.ask({ method: 'POST', url: '/api/figures', payload: question });
    expect([asked.statusCode, asked.json().groups]).toEqual([200, 1]);
  }
  // Its `id` is no name for a new one: those have no capitals, or are taken.
  const taken = { name: 'Outra', campaignId: campaign?.id };
  const refused = await tenant.admin.ask({ method: 'POST', url: '/api/campaigns', payload: taken });
  expect([400, 409]).toContain(refused.statusCode);
  const stranger = await api.tenant();
  const foreign = await stranger.admin.ask({
    method: 'PATCH',
    url: `/api/campaigns/${campaign?.id}`,
    payload: { name: 'x' },
  });
  expect(foreign.statusCode).toBe(404);
});

test('no call asks for a campaign under a name of its own', () => {
  const names = CONTRACTS.flatMap(({ params, query, body }) =>
    [params, query, body && 'element' in body ? body.element : body].flatMap((part) => Object.keys(part?.shape ?? {})),
  );
  const asking = [...new Set(names)].filter((name) => /campaignId$/i.test(name) && !/^(platform|facebook)/.test(name));
  expect(asking.sort()).toEqual(['campaignId', 'mainCampaignId']);
});
