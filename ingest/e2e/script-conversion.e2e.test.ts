import { EXAMPLE_CLICK_ID } from '@tracker/schemas/checkouts/example';
import { examples as hotmartExamples } from '@tracker/schemas/checkouts/hotmart/examples';
import { examples as kiwifyExamples } from '@tracker/schemas/checkouts/kiwify/examples';
import type { Click } from '@tracker/schemas/contracts/click-logs.contract';
import type { Conversion } from '@tracker/schemas/contracts/conversion-logs.contract';
import { eventually } from '@tracker/test/kit/eventually';
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { soon, useVisitor } from './use-visitor.ts';

const kit = useVisitor();
const { url, tagged, visit, listed } = kit;

interface ApprovedConversion {
  creation_date: number;
  data: { purchase: { approved_date: number } };
}

/** Hotmart's request for a conversion that was just approved, with this `sck`. */
function approvedConversion(sck: string): string {
  const example = hotmartExamples.find(({ name }) => name === 'Compra aprovada');
  const body = JSON.parse(JSON.stringify(example?.body).replaceAll(EXAMPLE_CLICK_ID, sck)) as ApprovedConversion;
  body.data.purchase.approved_date = Date.now() - 5_000;
  body.creation_date = Date.now();
  return JSON.stringify(body);
}

test('joins a Hotmart webhook to its click through a tagged page and a decorated link, up to the dashboard', async () => {
  const { visitor, tenant } = kit;
  const { page } = visitor;
  tagged('<a href="https://pay.hotmart.com/A1?off=abc123">Comprar</a>');
  const opened: URL[] = [];
  await page.route('https://pay.hotmart.com/**', (route) => {
    opened.push(new URL(route.request().url()));
    return route.fulfill({ contentType: 'text/html', body: 'checkout' });
  });

  const ad =
    'tsource=facebook&sub1=120210001&sub4=V%C3%ADdeo%20do%20curso&utm_source=facebook&utm_medium=paid&fbclid=IwAR1';
  const clickId = await visit(`/oferta?${ad}`);
  await page.getByText('Comprar').click();
  await expect.poll(() => opened.length, soon).toBe(1);
  expect(opened[0]?.searchParams.get('off')).toBe('abc123');
  const sck = opened[0]?.searchParams.get('sck') ?? '';
  expect(sck).toBe(clickId);

  const answer = await fetch(`${url}/conversion?key=${tenant.trackingKey}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: approvedConversion(sck),
  });
  expect(await answer.json()).toMatchObject({ success: true, clickId, campaignId: tenant.campaignId });

  await expect
    .poll(async () => (await listed<Click>('/api/clicks')).find((click) => click.clickId === clickId), soon)
    .toMatchObject({ source: 'facebook', conversionValue: '297.00', fbc: expect.stringMatching(/\.IwAR1$/) });
  expect(await listed<Conversion>('/api/conversions')).toMatchObject([
    {
      clickId,
      campaignId: tenant.campaignId,
      provider: 'hotmart',
      status: 'approved',
      value: '297.00',
      verified: true,
    },
  ]);

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(url);
  const shown = async (found: Locator) => (await found.first().textContent())?.replaceAll('\u00a0', ' ');
  const text = (selector: string, has: string) => shown(page.locator(selector, { hasText: has }));
  const revenueToday = page.locator('dt', { hasText: /^Receita Hoje$/ }).locator('xpath=following-sibling::dd[1]');
  await eventually(
    async () => {
      expect(await shown(revenueToday)).toBe('R$ 297,00');
      expect(await text('li', tenant.campaignId)).toContain('R$ 297,00');
      const row = await text('tr', 'Vídeo do curso');
      expect(row).toContain('120210001');
      expect(row).toContain('R$ 297,00');
      const channel = await text('li', '#1 em receita');
      expect(channel).toMatch(/facebook/i);
      expect(channel).toContain('R$ 297,00');
    },
    { timeoutMs: 15_000, everyMs: 100 },
  );
});

/** Kiwify's request for a conversion that was just approved, with the utm values of its address and without its click id. */
function orderByUtm(address: URL): string {
  const now = new Date().toLocaleString('sv-SE', { timeZone: 'America/Sao_Paulo' }).slice(0, 16);
  const told = [...address.searchParams].filter(([name]) => name.startsWith('utm_'));
  return JSON.stringify({
    ...(kiwifyExamples[0]?.body as object),
    ...{ order_id: 'PEDIDO-UTM', created_at: now, updated_at: now, approved_date: now },
    TrackingParameters: Object.fromEntries(told),
  });
}

test('shows a sale that lost its click by the utm values of its link, and lets an editor assign it', async () => {
  const { visitor, tenant } = kit;
  const { page } = visitor;
  tagged('<a href="https://pay.kiwify.com.br/K1">Comprar</a>');
  const opened: URL[] = [];
  await page.route('https://pay.kiwify.com.br/**', (route) => {
    opened.push(new URL(route.request().url()));
    return route.fulfill({ contentType: 'text/html', body: 'checkout' });
  });
  const utm = {
    utm_source: 'Instagram',
    utm_medium: 'Frio|239',
    utm_campaign: 'Lançamento|238',
    utm_content: 'Vídeo 1|240',
  };
  await visit(`/oferta?${new URLSearchParams(utm)}`);
  await page.getByText('Comprar').click();
  await expect.poll(() => opened.length, soon).toBe(1);
  expect(Object.fromEntries(opened[0]?.searchParams ?? [])).toMatchObject(utm);

  const answer = await fetch(`${url}/conversion?key=${tenant.trackingKey}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: orderByUtm(opened[0] as URL),
  });
  expect(await answer.json()).toMatchObject({ success: true });
  const stored = async () =>
    (await listed<Conversion>('/api/conversions')).find(({ transactionId }) => transactionId === 'PEDIDO-UTM');
  const byUtm = { clickId: null, campaignId: null, channel: 'instagram', adId: '240', adName: 'Vídeo 1' };
  await expect.poll(stored, soon).toMatchObject({ ...byUtm, attribution: 'utm' });

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${url}/conversion-logs`);
  await page.getByRole('heading', { name: 'Logs Conversão' }).waitFor();
  const row = page.getByRole('row').filter({ hasText: 'PEDIDO-UTM' });
  for (const text of ['Conversão Direta', 'instagram', 'Vídeo 1', 'pelas UTMs da venda'])
    await row.getByText(text, { exact: true }).waitFor();

  await row.getByRole('button', { name: /^Detalhes de / }).click();
  await page.getByRole('button', { name: 'Atribuir a uma campanha' }).click();
  await page.getByRole('dialog', { name: 'Atribuir venda' }).waitFor();
  await page.getByRole('combobox', { name: 'Campanha' }).click();
  await page.getByRole('option').first().click();
  await page.getByRole('button', { name: 'Atribuir', exact: true }).click();
  await row.getByText('atribuída à mão', { exact: true }).waitFor();
  const assigned = { ...byUtm, campaignId: tenant.campaignId, attribution: 'manual' };
  await expect.poll(stored, soon).toMatchObject(assigned);
});
