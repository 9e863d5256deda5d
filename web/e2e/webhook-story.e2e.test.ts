/** A checkout that an administrator connects, and the test page; the rest of both screens: `webhook-screen.test.tsx`. */
import { examples as hotmartExamples } from '@tracker/schemas/checkouts/hotmart/examples';
import { openBrowser, openScreen, type Screen, shownByPoll } from '@tracker/test/kit/browser';
import {
  click,
  conversion,
  type RegisteredTenant,
  registerTenant,
  secretHolds,
  signIn,
} from '@tracker/test/kit/registered-tenant';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';

const url = inject('productUrl');
let browser: Browser;
let screen: Screen;
let page: Page;
let tenant: RegisteredTenant;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

beforeEach(async () => {
  tenant = await registerTenant(url);
  screen = await openScreen(browser, { baseUrl: url });
  page = screen.page;
  await page.clock.install();
  await signIn(page, tenant);
  return async () => {
    expect(screen.problems).toEqual([]);
    await screen.close();
  };
});

/** A purchase of today in Hotmart's format; identical on each call. */
const now = Date.now();
function purchase(transaction: string): string {
  return JSON.stringify(hotmartExamples[0]?.body)
    .replace('HP16015479281022', transaction)
    .replace(/"(creation_date|order_date|approved_date)":\d+/g, `"$1":${now}`);
}
const deliver = (address: string, body: string, hottok: string) =>
  fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-hotmart-hottok': hottok },
    body,
  });
const revenueToday = async () => {
  const answer = await page.request.get('/api/performance/summary');
  return ((await answer.json()) as { revenue: { today: number } }).revenue.today;
};
const row = (text: string): Locator =>
  page.getByRole('table').first().getByRole('row').filter({ hasText: text }).first();

test('protects a checkout with a secret, turns its delivery into revenue, and counts it once when it is processed again', {
  tags: ['§2.10'],
}, async () => {
  await page.goto('/webhook');
  await page.getByText('Nenhuma entrega recebida').waitFor();
  const address = await page.getByRole('region', { name: 'Código: URL do webhook de Hotmart' }).textContent();
  expect(address).toBe(`${url}/webhooks/hotmart/${tenant.webhookKeys.hotmart}`);
  await page.getByRole('button', { name: 'Definir segredo' }).click();
  await page.getByRole('dialog').getByLabel('Segredo', { exact: true }).fill('hottok-certo');
  await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('Definido', { exact: true }).waitFor();

  await secretHolds(address ?? '');
  expect((await deliver(address ?? '', purchase('HP-1'), 'errado')).status).toBe(401);
  await shownByPoll(row('Recusada').getByText('o segredo não confere'));

  const answer = await deliver(address ?? '', purchase('HP-2'), 'hottok-certo');
  expect(answer.status).toBe(200);
  const { conversionId } = (await answer.json()) as { conversionId: string };
  const sold = row('HP-2');
  await shownByPoll(sold.getByText('Processada'));
  await expect.poll(revenueToday).toBe(297);
  expect(await sold.getByRole('link').getAttribute('href')).toContain(`q=${conversionId}`);
  await sold.getByRole('button', { name: /^Detalhes da entrega de Hotmart/ }).click();
  const body = page.getByRole('region', { name: 'Código: corpo da entrega' });
  expect(await body.textContent()).toContain('"transaction": "HP-2"');
  expect(await body.textContent()).not.toMatch(/ana\.lima|12345678909/);

  await page.getByRole('button', { name: 'Reprocessar' }).click();
  await page.getByText('Reprocessamento iniciado').first().waitFor();
  await page.clock.runFor(6_500);
  await page.getByText('Entrega reprocessada').first().waitFor();
  expect(await revenueToday()).toBe(297);
});

test('sends marked test deliveries in a tab of its own, with the proof of the checkout, and changes no figure', {
  tags: ['§2.10'],
}, async () => {
  await page.goto('/webhook');
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Abrir página de teste' }).click();
  const tab = await opened;
  tab.on('console', (message) => {
    // A refusal is an answer that the page shows.
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) screen.problems.push(message.text());
  });
  await tab.getByRole('heading', { name: 'Página de teste do webhook' }).waitFor();
  const answers = tab.getByRole('log', { name: 'Respostas' }).getByRole('listitem');
  const send = async (answer: string | RegExp) => {
    const known = await answers.count();
    await tab.getByRole('button', { name: 'Enviar teste' }).click();
    await expect.poll(() => answers.count()).toBe(known + 1);
    expect(await answers.first().textContent()).toMatch(answer);
  };
  const choose = async (list: string, option: string) => {
    await tab.getByRole('combobox', { name: list }).click();
    await tab.getByRole('option', { name: option }).click();
  };
  await send(/Aceita como teste/);
  await send(/Repetida/);

  // Of a form, with a click that exists.
  const clickId = await click(tenant);
  await choose('Plataforma', 'Monetizze');
  await tab.getByText(tenant.webhookKeys.monetizze ?? '').waitFor();
  await tab.getByLabel('ID do click').fill(clickId);
  await send(new RegExp(`"clickId": "${clickId}"`));

  // Signed by the browser.
  await page.request.put('/api/webhook-keys/kiwify/secret', {
    data: { secret: 'segredo-certo' },
    headers: { origin: url },
  });
  await choose('Plataforma', 'Kiwify');
  await tab.getByText(tenant.webhookKeys.kiwify ?? '').waitFor();
  await tab.getByLabel('Segredo (opcional)').fill('errado');
  await secretHolds(`${url}/webhooks/kiwify/${tenant.webhookKeys.kiwify}`);
  await send(/Recusada/);
  await tab.getByLabel('Segredo (opcional)').fill('segredo-certo');
  await send(/Aceita como teste|Repetida/);
  await tab.close();

  await shownByPoll(row('Monetizze').getByText('Teste'));
  // A counted conversion follows: when it is visible, the test deliveries have been processed.
  await conversion(tenant, { transaction_id: 'R-1', amount: '10.00' });
  await expect.poll(revenueToday).toBe(10);
  const listed = await page.request.get('/api/conversions?startDate=2026-11-20&endDate=2026-11-20');
  expect(((await listed.json()) as { isTest: boolean }[]).some(({ isTest }) => isTest)).toBe(true);
});
