import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { openBrowser, openScreen, type Screen } from '../kit/browser.ts';
import { eventually } from '../kit/eventually.ts';
import { click, conversion, freshRegistration, registerTenant, signIn, view } from '../kit/registered-tenant.ts';

let browser: Browser;
let screen: Screen;
const url = inject('productUrl');

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

beforeEach(async () => {
  screen = await openScreen(browser, { baseUrl: url });
});
afterEach(async () => {
  expect(screen.problems).toEqual([]);
  await screen.close();
});

/** The text under the name of a card. Intl writes U+00A0 after R$. */
const card = async (page: Page, name: string) => {
  const names = page.locator('dt').filter({ hasText: new RegExp(`^${name}$`) });
  return (await names.locator('xpath=following-sibling::dd[1]').first().textContent())?.replaceAll('\u00a0', ' ');
};

const YESTERDAY = new Date(Date.now() - 24 * 3_600_000).toISOString();
/** New figures must appear without a reload, and well before the next poll after 30 s. */
const LIVE = { timeoutMs: 10_000, everyMs: 50 };

test('shows the first click and conversion on the dashboard without a reload, from registration on', {
  tags: ['§1', '§2.6', '§2.7', '§8.3'],
}, async () => {
  const { page } = screen;
  const person = freshRegistration();
  await page.goto('/register');
  await page.getByLabel('Nome da empresa').fill('Ação Já');
  expect(await page.getByLabel('URL da empresa').inputValue()).toBe('acao-ja');
  await page.getByLabel('URL da empresa').fill(person.companySlug);
  await page.getByLabel('Nome', { exact: true }).fill(person.firstName);
  await page.getByLabel('Sobrenome').fill(person.lastName);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Senha', { exact: true }).fill(person.password);
  await page.getByLabel('Confirmar senha').fill(person.password);
  await page.getByRole('button', { name: 'Criar Conta Empresarial' }).click();
  await page.getByText('Conta criada com sucesso!').first().waitFor();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();

  const campaignId = `e2e-${person.companySlug.slice(5)}`;
  await page.getByRole('link', { name: 'Campaigns' }).click();
  await page.getByRole('button', { name: 'Nova campanha' }).first().click();
  await page.getByLabel('Nome', { exact: true }).fill('Black Friday');
  await page.getByLabel('ID da campanha').fill(campaignId);
  await page.getByRole('button', { name: 'Criar campanha' }).click();
  await page.getByRole('heading', { name: 'Black Friday' }).waitFor();
  await page.getByText(`${url}/track/${campaignId}`).waitFor();

  const keys = (await (await page.request.get('/api/webhook-keys')).json()) as { key: string }[];
  const tenant = {
    ...person,
    url,
    slug: person.companySlug,
    tenantId: '',
    campaignId,
    trackingKey: keys[0]?.key ?? '',
    webhookKeys: {},
  };

  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await eventually(async () => expect(await card(page, 'Receita Hoje')).toBe('R$ 0,00'), LIVE);
  const clickId = await click(tenant, { utm_source: 'facebook', utm_medium: 'cpc', sub1: '120210', sub4: 'Vídeo 1' });
  expect(clickId).toMatch(new RegExp(`^mc_${campaignId}_\\d{19}$`));
  expect(await view(tenant, clickId)).toBe('OK');
  await eventually(async () => expect(await card(page, 'Total de Clicks')).toBe('1'), LIVE);

  await conversion(tenant, { transaction_id: 'T-1', amount: '197.00', click_id: clickId });
  await eventually(async () => expect(await card(page, 'Receita Hoje')).toBe('R$ 197,00'), LIVE);
  expect(await card(page, 'Receita Este Mês')).toBe('R$ 197,00');
  await eventually(async () => {
    expect(await card(page, 'Total de Conversões')).toBe('1');
    expect(await page.locator('li', { hasText: 'Black Friday' }).textContent()).toContain('R$\u00a0197,00');
    expect(await page.locator('tr', { hasText: 'Vídeo 1' }).textContent()).toContain('120210');
    expect(await page.getByText('#1 em receita').count()).toBe(1);
  }, LIVE);
});

test('subtracts a refund from the revenue of the day of the conversion', async () => {
  const tenant = await registerTenant(url);
  const { page } = screen;
  await signIn(page, tenant);
  await page.goto('/');
  await eventually(async () => expect(await card(page, 'Receita Ontem')).toBe('R$ 0,00'), LIVE);

  const order = { transaction_id: 'T-2', amount: '100.00', approved_at: YESTERDAY };
  await conversion(tenant, order);
  await conversion(tenant, { transaction_id: 'T-3', amount: '50.00' });
  await eventually(async () => {
    expect(await card(page, 'Receita Ontem')).toBe('R$ 100,00');
    expect(await card(page, 'Receita Hoje')).toBe('R$ 50,00');
  }, LIVE);

  await conversion(tenant, { ...order, status: 'refunded' });
  await eventually(async () => expect(await card(page, 'Receita Ontem')).toBe('R$ 0,00'), LIVE);
  expect(await card(page, 'Receita Hoje')).toBe('R$ 50,00');

  await conversion(tenant, order); // A repeated approval does not revive a refunded conversion.
  await conversion(tenant, { transaction_id: 'T-4', amount: '1.00' });
  await eventually(async () => expect(await card(page, 'Receita Hoje')).toBe('R$ 51,00'), LIVE);
  expect(await card(page, 'Receita Ontem')).toBe('R$ 0,00');
});

test('does not show a tenant the conversion of another', async () => {
  const [ours, theirs] = [await registerTenant(url), await registerTenant(url)];
  const { page } = screen;
  await signIn(page, ours);
  await page.goto('/');
  await conversion(theirs, { transaction_id: 'T-5', amount: '999.00' });
  await conversion(ours, { transaction_id: 'T-6', amount: '10.00' });
  await eventually(async () => expect(await card(page, 'Receita Hoje')).toBe('R$ 10,00'), LIVE);
});
