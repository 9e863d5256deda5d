import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { openBrowser, openScreen, type Screen } from '../kit/browser.ts';
import { eventually } from '../kit/eventually.ts';
import { conversion, registerTenant, signIn } from '../kit/registered-tenant.ts';

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

test('subtracts a refund from the revenue of the day of the conversion', async () => {
  const tenant = await registerTenant(url);
  const { page } = screen;
  await signIn(page, tenant);
  await page.goto('/');
  await page.getByRole('heading', { name: 'Primeiros passos' }).waitFor();

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
