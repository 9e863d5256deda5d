import type { Lead } from '@tracker/schemas/contracts/leads.contract';
import { eventually } from '@tracker/test/kit/eventually';
import {
  click,
  conversion,
  cookieOf,
  type RegisteredTenant,
  registerTenant,
} from '@tracker/test/kit/registered-tenant';
import { expect, inject, test } from 'vitest';

const url = inject('productUrl');

async function askAs(tenant: RegisteredTenant) {
  const cookie = await cookieOf(tenant);
  return async (path: string, { method = 'GET', body }: { method?: string; body?: unknown } = {}) => {
    const headers = { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) };
    const answer = await fetch(`${url}${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    expect(answer.status, `${method} ${path}`).toBeLessThan(300);
    return answer.json();
  };
}

const post = (form: Record<string, string>) =>
  fetch(`${url}/leads`, { method: 'POST', body: new URLSearchParams(form) });

test('lists a form lead with its click, counts it as a conversion if configured, and keeps its status after a repeat', async () => {
  const tenant = await registerTenant(url);
  const ask = await askAs(tenant);
  await ask(`/api/campaigns/${tenant.campaignId}`, { method: 'PATCH', body: { leadsAreConversions: true } });
  const clickId = await click(tenant, { tsource: 'facebook', sub1: 'ad-1' });
  const form = { nome: 'José Sá', email: 'jose@example.com', telefone: '11 9', click_id: clickId };
  const first = await post(form);
  expect(first.status).toBe(201);
  const { lead } = (await first.json()) as { lead: { id: string } };

  const [shown] = await eventually(async () => {
    const list = (await ask('/api/leads?q=jose')) as Lead[];
    expect(list).toMatchObject([{ id: lead.id, source: 'facebook' }]);
    return list;
  });
  expect(shown).toMatchObject({ name: 'José Sá', email: 'jose@example.com', phone: '11 9', clickId, status: 'new' });
  await ask(`/api/leads/${lead.id}`, { method: 'PATCH', body: { status: 'contacted', notes: 'ligou' } });

  const again = await post({ ...form, email: 'JOSE@example.com' });
  expect([again.status, ((await again.json()) as { duplicate?: true }).duplicate]).toEqual([200, true]);
  // The processor has processed the second post once a later event is visible.
  await conversion(tenant, { transaction_id: 'T-1', amount: '10' });
  await eventually(async () => expect(await ask('/api/conversions')).toHaveLength(2));
  expect(await ask('/api/leads')).toMatchObject([{ id: lead.id, status: 'contacted', notes: 'ligou' }]);
  const conversions = (await ask('/api/conversions')) as { conversionType: string }[];
  expect(conversions.find(({ conversionType }) => conversionType === 'lead')).toMatchObject({
    clickId,
    campaignId: tenant.campaignId,
    value: '0.00',
    status: 'approved',
  });
});

test('counts a conversion in dollars as revenue once the tenant enters an exchange rate', async () => {
  const tenant = await registerTenant(url);
  const ask = await askAs(tenant);
  await conversion(tenant, { transaction_id: 'T-2', amount: '10', currency: 'USD' });
  const missing = await eventually(async () => {
    const days = (await ask('/api/exchange-rates/missing')) as { day: string }[];
    expect(days).toMatchObject([{ currency: 'USD', conversions: 1, value: '10.00' }]);
    return days;
  });
  const revenue = async () => ((await ask('/api/performance/summary')) as { revenue: { today: number } }).revenue.today;
  expect(await revenue()).toBe(0);
  const day = missing[0]?.day ?? '';
  await ask('/api/exchange-rates', { method: 'PUT', body: [{ currency: 'USD', day, rate: '5.5' }] });
  await eventually(async () => expect(await revenue()).toBe(55));
  expect(await ask('/api/exchange-rates/missing')).toEqual([]);
});
