import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import { eventually } from '@tracker/test/kit/eventually';
import { expect, test } from 'vitest';
import { factsOf } from '../../testing/facts.ts';
import { NOW, type StaffedTenant, useApi } from '../../testing/use-api.ts';

const api = useApi();

const put = (tenant: StaffedTenant, payload: unknown) =>
  tenant.admin.ask({
    method: 'PUT',
    url: '/api/exchange-rates',
    payload: JSON.stringify(payload),
    headers: { 'content-type': 'application/json' },
  });

test('sets, lists and deletes daily rates, and sends the processor one event for each changed currency', async () => {
  const tenant = await api.tenant();
  const first = [
    { currency: 'EUR', day: '2036-11-19', rate: '6.12345678' },
    { currency: 'USD', day: '2036-11-20', rate: '5.5' },
    { currency: 'USD', day: '2036-11-19', rate: '5.4321' },
  ];
  const answer = await put(tenant, first);
  expect([answer.statusCode, answer.json()]).toEqual([200, first]);
  await put(tenant, [
    { currency: 'USD', day: '2036-11-19', rate: null },
    { currency: 'USD', day: '2036-11-21', rate: 5.25 },
  ]);
  // What stays as it is computes nothing again.
  expect((await put(tenant, first.slice(0, 1))).statusCode).toBe(200);
  expect((await tenant.admin.ask('/api/exchange-rates')).json()).toEqual([
    first[0],
    { currency: 'USD', day: '2036-11-21', rate: '5.25' },
    first[1],
  ]);
  const reported: string[] = [];
  await eventually(async () => {
    reported.length = 0;
    for await (const records of api.stack.log.read({
      topic: EVENTS_TOPIC,
      to: await api.stack.log.ends(EVENTS_TOPIC),
      maxRecords: 100,
    })) {
      for (const { value } of records) {
        const event = JSON.parse(Buffer.from(value).toString());
        if (event.tenantId === tenant.tenantId) reported.push(event.payload.currency);
      }
    }
    expect(reported.sort()).toEqual(['EUR', 'USD', 'USD']);
  });
});

test('takes a few changes of a company at once, and then one a minute', async () => {
  const tenant = await api.tenant();
  const change = async (rate: string) => (await put(tenant, [{ currency: 'USD', day: '2036-11-19', rate }])).statusCode;
  expect([await change('5.1'), await change('5.2'), await change('5.3'), await change('5.4')]).toEqual([
    200, 200, 200, 429,
  ]);
  api.clock.advance(60_000);
  expect([await change('5.5'), await change('5.6')]).toEqual([200, 429]);
});

test.each([
  [[]],
  [[{ currency: 'BRL', day: '2036-11-20', rate: '1' }]],
  [[{ currency: 'usd', day: '2036-11-20', rate: '1' }]],
  [[{ currency: 'USD', day: '2036-02-30', rate: '1' }]],
  [[{ currency: 'USD', day: '2036-11-20', rate: '0' }]],
  [[{ currency: 'USD', day: '2036-11-20', rate: '5,1' }]],
  [{ currency: 'USD', day: '2036-11-20', rate: '5' }],
])('rejects the rates %j with 400', async (rates) => {
  const tenant = await api.tenant();
  const answer = await put(tenant, rates);
  expect(answer.statusCode, answer.body).toBe(400);
  expect(answer.json().message).toMatch(/\S/);
});

test('lists days without a rate in the time zone of the tenant, with their conversions and spend', async () => {
  const tenant = await api.tenant();
  const facts = factsOf(() => api.stack.clickhouse, tenant);
  const foreign = { currency: 'USD', revenue: '0' };
  await facts.conversion({ at: '2036-11-20T12:00:00Z', amount: '10.50', ...foreign });
  await facts.conversion({ at: '2036-11-20T02:30:00Z', amount: '1', ...foreign });
  await facts.conversion({ at: '2036-11-20T13:00:00Z', amount: '2', ...foreign });
  await facts.conversion({ at: '2036-11-20T13:00:00Z', amount: '3', currency: 'EUR', revenue: '18' });
  await facts.conversion({ at: '2036-11-20T13:00:00Z', amount: '4', ...foreign, is_test: true });
  await facts.conversion({ at: '2036-11-20T13:00:00Z', amount: '5' });
  await facts.spend({ day: '2036-11-20', spend: '30.25', currency: 'USD', source: 'facebook/1' });
  await facts.spend({ day: '2036-11-20', spend: '4.75', currency: 'USD', source: 'facebook/2' });
  await facts.spend({ day: '2036-11-18', spend: '7', currency: 'GBP', source: 'facebook/4' });
  await facts.spend({ day: '2036-11-18', spend: '0', currency: 'EUR', source: 'facebook/3' });
  await facts.spend({ day: '2036-11-18', spend: '8' });
  const missing = async () => (await tenant.admin.ask('/api/exchange-rates/missing')).json();
  const conversions = { currency: 'USD', day: '2036-11-19', conversions: 1, value: '1.00', spend: '0.00' };
  expect(await missing()).toEqual([
    { currency: 'USD', day: '2036-11-20', conversions: 2, value: '12.50', spend: '35.00' },
    conversions,
    { currency: 'GBP', day: '2036-11-18', conversions: 0, value: '0.00', spend: '7.00' },
  ]);
  // Spend counts at once; a conversion counts when the processor has recomputed it.
  await put(tenant, [
    { currency: 'USD', day: '2036-11-20', rate: '5' },
    { currency: 'GBP', day: '2036-11-19', rate: '7' },
  ]);
  expect(await missing()).toMatchObject([
    { currency: 'USD', day: '2036-11-20', spend: '0.00' },
    conversions,
    { currency: 'GBP', day: '2036-11-18', spend: '7.00' },
  ]);
});

test('says how many conversions of a currency are computed again, also after a change in the middle', async () => {
  const [tenant, other] = [await api.tenant(), await api.tenant()];
  const facts = factsOf(() => api.deps.clickhouse, tenant);
  for (let id = 0; id < 10; id += 1) await facts.reported(`cv_${id}`, { at: NOW, currency: 'USD' });
  await facts.reported('cv_real', { at: NOW, currency: 'BRL' });
  const { tenantId } = tenant;
  const recomputing = async ({ admin } = tenant) => (await admin.ask('/api/exchange-rates/recomputing')).json();
  const progress = async () => {
    const [running] = await recomputing();
    expect([running.currency, running.conversions]).toEqual(['USD', 10]);
    return running.computed;
  };
  const change = () =>
    api.deps.postgres
      .sql`SELECT begin_recomputations(${JSON.stringify([{ tenant_id: tenantId, currency: 'USD' }])}::text::jsonb)`;
  const advance = (changes: number, to: string | null, isWrapped = false) =>
    api.deps.postgres.sql`SELECT advance_recomputation(${tenantId}, 'USD', ${changes}, ${to}, ${isWrapped})`;

  expect(await recomputing()).toEqual([]);
  await change();
  expect(await progress()).toBe(0);
  await advance(1, 'cv_3');
  expect(await progress()).toBe(4);
  // All ten again, from there.
  await change();
  expect(await progress()).toBe(0);
  await advance(2, 'cv_8');
  expect(await progress()).toBe(5);
  await advance(2, 'cv_1', true);
  expect(await progress()).toBe(8);
  expect(await recomputing(other)).toEqual([]);
  await advance(2, null);
  expect(await recomputing()).toEqual([]);
});
