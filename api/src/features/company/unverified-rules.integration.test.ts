import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import { UNVERIFIED_DEFAULTS } from '@tracker/schemas/unverified-conversions';
import { eventually } from '@tracker/test/kit/eventually';
import { beforeEach, describe, expect, test } from 'vitest';
import { factsOf } from '../../testing/facts.ts';
import { NOW, type StaffedTenant, useApi } from '../../testing/use-api.ts';

const api = useApi();
beforeEach(() => api.clock.set(NOW));

const AT = '2036-11-20T12:00:00.000Z';

const heldBack = (uncounted_reason: string, uncounted_revenue: string) =>
  ({
    ...{ at: AT, amount: uncounted_revenue, net_value: '0', revenue: '0' },
    ...{ verified: false, is_counted: false, uncounted_reason, uncounted_revenue },
  }) as const;

async function setUp() {
  const tenant = await api.tenant();
  return { tenant, facts: factsOf(() => api.stack.clickhouse, tenant) };
}

const get = async (tenant: StaffedTenant, path: string) => {
  const response = await tenant.viewer.ask(path);
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
};

const patch = (tenant: StaffedTenant, payload: object) =>
  tenant.admin.ask({ method: 'PATCH', url: `/api/tenants/${tenant.tenantId}`, payload });

describe('conversions without a key', () => {
  test('are listed with the reason why they are not counted, can be filtered, and are in no sum', async () => {
    const { tenant, facts } = await setUp();
    const proven = await facts.conversion({ at: AT, amount: '97.90' });
    const counted = await facts.conversion({ at: AT, amount: '10', verified: false });
    const held = await facts.conversion(heldBack('no-click', '999999.99'));
    const rows = await get(tenant, '/api/conversions');
    const reported = (id: string) => {
      const { verified, counted: counts, uncountedReason } = rows.find((row: { id: string }) => row.id === id);
      return [verified, counts, uncountedReason];
    };
    expect([reported(proven), reported(counted), reported(held)]).toEqual([
      [true, true, null],
      [false, true, null],
      [false, false, 'no-click'],
    ]);
    const idsOf = async (query: string) =>
      (await get(tenant, `/api/conversions?${query}`)).map((row: { id: string }) => row.id).sort();
    expect(await idsOf('verified=true')).toEqual([proven]);
    expect(await idsOf('verified=false')).toEqual([counted, held].sort());
    expect(await get(tenant, '/api/conversions/totals?verified=false')).toMatchObject({
      ...{ all: 1, totalValue: '10.00', listed: 2 },
    });
    expect((await tenant.viewer.ask('/api/conversions?verified=maybe')).statusCode).toBe(400);
  });

  test('show a test as not counted', async () => {
    const { tenant, facts } = await setUp();
    const id = await facts.conversion({ at: AT, amount: '5', is_test: true });
    expect(await get(tenant, `/api/conversions/${id}`)).toMatchObject({ isTest: true, counted: false });
  });
});

test('GET /api/performance/uncounted sums what is outside of the figures by reason, to the cent', async () => {
  const { tenant, facts } = await setUp();
  await facts.conversion({ at: AT, amount: '97.90' });
  await facts.conversion(heldBack('no-click', '0.10'));
  await facts.conversion(heldBack('no-click', '0.20'));
  await facts.conversion(heldBack('daily-limit', '999999.99'));
  await facts.conversion({ ...heldBack('listed', '5'), at: '2036-09-20T12:00:00.000Z' });
  await facts.conversion({ ...heldBack('listed', '7'), is_test: true });
  expect(await get(tenant, '/api/performance/uncounted')).toEqual({
    count: 3,
    value: 1_000_000.29,
    byReason: [
      { reason: 'daily-limit', count: 1, value: 999_999.99 },
      { reason: 'no-click', count: 2, value: 0.3 },
    ],
  });
  expect(await get(tenant, '/api/performance/uncounted?startDate=2036-09-20&endDate=2036-09-20')).toMatchObject({
    ...{ count: 1, value: 5 },
  });
  expect(await get((await setUp()).tenant, '/api/performance/uncounted')).toEqual({
    ...{ count: 0, value: 0, byReason: [] },
  });
});

describe('setting of conversions without a key', () => {
  const rulesOf = ({ tenantId }: StaffedTenant) =>
    api.stack.postgres.withTenant(tenantId, (trx) =>
      trx.selectFrom('unverified_rules').selectAll().orderBy('from_at').execute(),
    );

  test('is dated, keeps what is not given, and announces each change to the processor', async () => {
    const { tenant } = await setUp();
    const url = `/api/tenants/${tenant.tenantId}`;
    expect((await tenant.admin.ask(url)).json()).toMatchObject(UNVERIFIED_DEFAULTS);
    expect((await patch(tenant, { unverifiedConversions: 'list' })).json()).toMatchObject({
      ...UNVERIFIED_DEFAULTS,
      unverifiedConversions: 'list',
    });
    await patch(tenant, { unverifiedPerDay: 3, unverifiedMaxAgeDays: 30 });
    expect((await tenant.admin.ask(url)).json()).toMatchObject({
      ...{ unverifiedConversions: 'list', unverifiedMaxAgeDays: 30, unverifiedPerDay: 3 },
    });
    const rules = await rulesOf(tenant);
    expect(rules.map(({ mode, max_age_days, per_day }) => [mode, max_age_days, per_day])).toEqual([
      ['list', 90, 500],
      ['list', 30, 3],
    ]);
    expect(rules.every(({ changed_by }) => changed_by === tenant.admin.userId)).toBe(true);
    // Both in the same millisecond of the test's clock: the later one is later.
    expect(Number(rules[1]?.from_at) - Number(rules[0]?.from_at)).toBe(1);

    // The same again is no change.
    await patch(tenant, { unverifiedConversions: 'list' });
    expect(await rulesOf(tenant)).toHaveLength(2);
    await eventually(async () => {
      const reported: string[] = [];
      const to = await api.stack.log.ends(EVENTS_TOPIC);
      for await (const records of api.stack.log.read({ topic: EVENTS_TOPIC, to, maxRecords: 100 })) {
        for (const { value } of records) {
          const event = JSON.parse(Buffer.from(value).toString());
          if (event.tenantId === tenant.tenantId) reported.push(event.payload.from);
        }
      }
      const [first, second] = rules.map(({ from_at }) => from_at.toISOString());
      expect(reported).toEqual([first, second]);
    });
    const audit = await api.stack.postgres.withTenant(tenant.tenantId, (trx) =>
      trx
        .selectFrom('audit_log')
        .select(['action', 'details'])
        .where('action', '=', 'tenant.change')
        .orderBy('id')
        .execute(),
    );
    expect(audit[0]?.details).toEqual({ fields: ['unverifiedConversions'] });
  });

  test.each([
    { unverifiedConversions: 'yes' },
    { unverifiedPerDay: -1 },
    { unverifiedPerDay: 10_001 },
    { unverifiedPerDay: '5' },
    { unverifiedMaxAgeDays: 0 },
    { unverifiedMaxAgeDays: 1.5 },
    { unverifiedMaxAgeDays: 366 },
  ])('rejects %j with 400 and stores nothing', async (payload) => {
    const { tenant } = await setUp();
    expect((await patch(tenant, payload)).statusCode).toBe(400);
    expect(await rulesOf(tenant)).toEqual([]);
  });

  test('stays as it is without a change, and writes no rule for a name', async () => {
    const { tenant } = await setUp();
    await patch(tenant, { name: 'Loja Nova', unverifiedConversions: 'auto' });
    expect(await rulesOf(tenant)).toEqual([]);
  });
});
