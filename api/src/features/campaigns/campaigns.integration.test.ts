import { randomText } from '@tracker/infra/identity/random-id';
import { CAMPAIGNS_MAX, type Campaign } from '@tracker/schemas/contracts/campaigns.contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { factsOf } from '../../testing/facts.ts';
import { NOW, PUBLIC_URL, type StaffedTenant, useApi } from '../../testing/use-api.ts';

const api = useApi();
beforeEach(() => api.clock.set(NOW));

const create = (tenant: StaffedTenant, payload: object) =>
  tenant.editor.ask({ method: 'POST', url: '/api/campaigns', payload });
const edit = (tenant: StaffedTenant, campaignId: string, payload: object) =>
  tenant.editor.ask({ method: 'PATCH', url: `/api/campaigns/${campaignId}`, payload });

describe('POST /api/campaigns', () => {
  test('refuses more campaigns than a company may have with 409, two at once as well', async () => {
    const tenant = await api.tenant();
    await api.stack.postgres.withTenant(tenant.tenantId, (trx) =>
      trx
        .insertInto('campaigns')
        .values(
          Array.from({ length: CAMPAIGNS_MAX - 2 }, (_, index) => ({
            id: `${tenant.tenantId}-${index}`,
            campaign_id: `${tenant.tenantId}-${index}`.toLowerCase(),
            tenant_id: tenant.tenantId,
            name: 'x',
            status: 'active',
            leads_are_conversions: false,
          })),
        )
        .execute(),
    );
    const answers = await Promise.all([create(tenant, { name: 'A' }), create(tenant, { name: 'B' })]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
      error: 'too-many-campaigns',
      message: expect.stringContaining(String(CAMPAIGNS_MAX)),
    });
  });

  test('creates a campaign with a given or a generated id, and lists the newest first', async () => {
    const tenant = await api.tenant();
    api.clock.advance(1_000);
    const campaignId = `lancamento-${randomText(6).toLowerCase()}`;
    const first = await create(tenant, {
      name: ' Lançamento ',
      campaignId,
      destinationUrl: 'https://loja.example/?c={clickid}',
    });
    expect([first.statusCode, first.json()]).toMatchObject([
      201,
      {
        campaignId,
        name: 'Lançamento',
        status: 'active',
        destinationUrl: 'https://loja.example/?c={clickid}',
        trackingUrl: `${PUBLIC_URL}/track/${campaignId}`,
        createdAt: '2036-11-20T15:00:01.000Z',
        totalSpend: '0.00',
        clicks: 0,
        roas: 0,
        cpa: null,
        roi: null,
        conversionRate: 0,
      },
    ]);
    api.clock.advance(1_000);
    const second = await create(tenant, { name: 'Ação Já' });
    expect(second.json().campaignId).toMatch(/^acao-ja-[0-9a-z]+$/);
    const names = (await tenant.viewer.ask('/api/campaigns')).json().map(({ name }: { name: string }) => name);
    expect(names).toEqual(['Ação Já', 'Lançamento', 'Campanha principal']);
  });

  test('answers 409 to an id that is taken by the same or another tenant', async () => {
    const [tenant, other] = await Promise.all([api.tenant(), api.tenant()]);
    for (const { campaignId } of [tenant, other]) {
      const response = await create(tenant, { name: 'Minha', campaignId });
      expect([response.statusCode, response.json()]).toMatchObject([
        409,
        { message: 'Este ID de campanha já está em uso.', error: 'campaign-id-taken' },
      ]);
    }
  });

  test.each([
    [{}, 'name'],
    [{ name: '  ' }, 'name'],
    [{ name: 7 }, 'name'],
    [{ name: 'x'.repeat(121) }, 'name'],
    [{ name: 'a', campaignId: 'Maiúsculas' }, 'campaignId'],
    [{ name: 'a', campaignId: '-x' }, 'campaignId'],
    [{ name: 'a', destinationUrl: 'javascript:alert(1)' }, 'destinationUrl'],
    [{ name: 'a', destinationUrl: 'https://{sub1}.example/' }, 'destinationUrl'],
  ])('answers 400 to %o and names the field %s', async (payload, field) => {
    const tenant = await api.tenant();
    const response = await create(tenant, payload);
    expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([400, [field]]);
  });
});

test('changes only the given fields of a campaign', async () => {
  const tenant = await api.tenant();
  const { campaignId } = tenant;
  expect((await edit(tenant, campaignId, { name: 'Nova' })).json()).toMatchObject({ name: 'Nova', status: 'active' });
  const paused = await edit(tenant, campaignId, { status: 'paused', destinationUrl: 'https://loja.example/' });
  expect(paused.json()).toMatchObject({ name: 'Nova', status: 'paused', destinationUrl: 'https://loja.example/' });
  expect((await edit(tenant, campaignId, { destinationUrl: null })).json()).toMatchObject({ destinationUrl: null });
  expect((await edit(tenant, campaignId, {})).json()).toMatchObject({ name: 'Nova', status: 'paused' });
  expect((await edit(tenant, campaignId, { status: 'deleted' })).statusCode).toBe(400);
});

test('counts direct conversions for the main campaign but not in its conversion rate, for the days of a range', {
  tags: ['§7.3'],
}, async () => {
  const tenant = await api.tenant();
  const facts = factsOf(() => api.stack.clickhouse, tenant);
  const [click] = await facts.clicks([
    { at: '2036-11-19T12:00:00Z' },
    { at: '2036-11-19T12:00:00Z' },
    { at: '2036-11-19T12:00:00Z' },
    { at: '2036-11-19T12:00:00Z' },
    { at: '2036-11-19T12:00:00Z', is_bot: true },
  ]);
  await facts.pageView({ at: '2036-11-19T12:00:01Z' });
  await facts.conversion({ at: '2036-11-20T12:00:00Z', amount: '150.50', click });
  await facts.conversion({ at: '2036-11-20T12:00:00Z', amount: '49.50' });
  await facts.spend({ day: '2036-11-19', spend: '99.99' });
  await facts.spend({ day: '2036-11-20', spend: '0.01', source: 'google' });

  const [campaign] = (await tenant.viewer.ask('/api/campaigns')).json();
  expect(campaign).toMatchObject({
    clicks: 4,
    pageViews: 1,
    conversions: 2,
    revenue: 200,
    spend: 100,
    totalSpend: '100.00',
    roas: 2,
    cpa: 50,
    roi: 100,
    ...{ netProfit: 86.17, netRoas: 200 / 113.83 },
    conversionRate: 25,
  });
  const [today] = (await tenant.viewer.ask('/api/campaigns?startDate=2036-11-20&endDate=2036-11-20')).json();
  expect(today).toMatchObject({ clicks: 0, pageViews: 0, conversions: 2, totalSpend: '0.01', conversionRate: 0 });
  expect((await tenant.viewer.ask('/api/campaigns?startDate=2036-02-30')).statusCode).toBe(400);
});

describe('GET /api/usage', () => {
  test('counts the events of the month, and says what the plan includes', async () => {
    const tenant = await api.tenant();
    const usage = async () => (await tenant.admin.ask('/api/usage')).json();
    expect(await usage()).toEqual({ month: '2036-11-01', events: 0, quota: 100_000, percent: 0, level: 'ok' });
    const facts = factsOf(() => api.stack.clickhouse, tenant);
    const at = '2036-11-02T12:00:00Z';
    const lastMonth = '2036-10-31T12:00:00Z';
    await facts.clicks([{ at }, { at, is_bot: true }, { at: lastMonth }]);
    await facts.pageView({ at });
    await facts.conversion({ at, amount: '10.00' });
    expect(await usage()).toMatchObject({ events: 3 });
    await api.stack.postgres.withTenant(tenant.tenantId, (trx) =>
      trx.updateTable('tenants').set({ subscription_plan: 'business' }).execute(),
    );
    expect(await usage()).toMatchObject({ quota: 20_000_000 });
    expect((await tenant.editor.ask('/api/usage')).statusCode).toBe(403);
  });
});

describe('PATCH /api/tenants/:tenantId', () => {
  const change = (tenant: StaffedTenant, payload: object) =>
    tenant.admin.ask({ method: 'PATCH', url: `/api/tenants/${tenant.tenantId}`, payload });

  test('changes the retention, one setting or all, with a dated entry in the audit log', async () => {
    const tenant = await api.tenant();
    const url = `/api/tenants/${tenant.tenantId}`;
    const ask = (retention: object) => tenant.admin.ask({ method: 'PATCH', url, payload: { retention } });
    const defaults = { clicksMonths: 25, deliveriesDays: 180, auditDays: 730 };
    expect((await tenant.admin.ask(url)).json().retention).toEqual(defaults);
    expect((await ask({ clicksMonths: 13 })).json().retention).toEqual({ ...defaults, clicksMonths: 13 });
    expect((await ask({ deliveriesDays: 30, auditDays: 90 })).json().retention).toEqual({
      clicksMonths: 13,
      deliveriesDays: 30,
      auditDays: 90,
    });
    for (const wrong of [{ clicksMonths: 0 }, { clicksMonths: 1.5 }, { auditDays: 10 }, { deliveriesDays: '30' }]) {
      expect((await ask(wrong)).statusCode).toBe(400);
    }
    const log = (await tenant.admin.ask('/api/audit-log')).json();
    expect(log[0]).toMatchObject({
      action: 'tenant.change',
      details: { fields: ['retention'], retention: { deliveriesDays: 30, auditDays: 90 } },
      at: expect.any(String),
    });
  });

  test('changes name, slug and time zone, and computes figures in the new zone', { tags: ['§2.16'] }, async () => {
    const tenant = await api.tenant();
    const slug = `nova-${randomText(8).toLowerCase()}`;
    const response = await change(tenant, { name: 'Nova Ltda', slug, timeZone: 'Asia/Tokyo' });
    expect([response.statusCode, response.json()]).toMatchObject([
      200,
      { name: 'Nova Ltda', slug, timeZone: 'Asia/Tokyo', mainCampaignId: tenant.campaignId },
    ]);
    expect(response.json()).toMatchObject((await tenant.admin.ask('/api/auth/user')).json().tenant);
    const chart = (await tenant.viewer.ask('/api/performance/metrics-chart?days=7')).json();
    expect(chart.at(-1).date).toBe('2036-11-21');
  });

  test('rejects a taken slug, a campaign of another tenant and invalid values', async () => {
    const [tenant, other] = await Promise.all([api.tenant(), api.tenant()]);
    const taken = await change(tenant, { slug: other.slug });
    expect([taken.statusCode, taken.json().message]).toEqual([409, 'Esta URL já está em uso.']);
    expect((await change(tenant, { mainCampaignId: other.campaignId })).statusCode).toBe(404);
    for (const wrong of [{ slug: 'Não' }, { timeZone: 'GMT+3' }, { name: '' }, { name: null }]) {
      expect((await change(tenant, wrong)).statusCode).toBe(400);
    }
  });
});

test('stores for each campaign whether its leads are conversions', async () => {
  const tenant = await api.tenant();
  const url = `/api/campaigns/${tenant.campaignId}`;
  const flags = async () =>
    (await tenant.viewer.ask('/api/campaigns')).json().map((one: Campaign) => one.leadsAreConversions);
  expect(await flags()).toEqual([false]);
  const answer = await tenant.editor.ask({ method: 'PATCH', url, payload: { leadsAreConversions: true } });
  expect(answer.json()).toMatchObject({ leadsAreConversions: true, name: 'Campanha principal' });
  const payload = { name: 'Outra', leadsAreConversions: true };
  expect((await tenant.editor.ask({ method: 'POST', url: '/api/campaigns', payload })).statusCode).toBe(201);
  expect(await flags()).toEqual([true, true]);
});
