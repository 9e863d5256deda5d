import { EXAMPLES } from '@tracker/schemas/checkouts/generated/examples';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openBrowser, openScreen } from '../kit/browser.ts';
import { type CheckoutApis, startCheckoutApis } from '../kit/checkout-apis.ts';
import { eventually } from '../kit/eventually.ts';
import { type Product, startProduct } from '../kit/product.ts';
import { registerTenant, signIn } from '../kit/registered-tenant.ts';

let apis: CheckoutApis;
let product: Product;
let browser: Browser;

beforeAll(async () => {
  apis = await startCheckoutApis();
  const migratedDir = inject('migratedDir');
  [product, browser] = await Promise.all([
    startProduct({ demoData: false, migratedDir, checkoutApis: apis.baseUrl }),
    openBrowser(),
  ]);
});
afterAll(async () => {
  await Promise.all([product?.stop(), browser?.close(), apis?.close()]);
});

const TOKEN = 'APP_USR-1234567890123456-112026-0123456789abcdef-724484980';

test('shows the revenue of a payment that its notification only names, once the token is set on the screen', async () => {
  const tenant = await registerTenant(product.url);
  const now = new Date(Date.now() - 1_000).toISOString();
  const dates = { date_created: now, date_approved: now, date_last_updated: now };
  apis.put(TOKEN, '/v1/payments/20359978123', { ...EXAMPLES['mercado-pago'][0]!.body, ...dates });
  const screen = await openScreen(browser, { baseUrl: product.url });
  const { page } = screen;
  await signIn(page, tenant);
  await page.goto('/webhook?checkout=mercado-pago');
  await page.getByRole('heading', { name: 'Passo a passo: Mercado Pago' }).waitFor();

  const answer = await fetch(`${product.url}/webhooks/mercado-pago/${tenant.webhookKeys['mercado-pago']}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(EXAMPLES['mercado-pago'][1]!.body),
  });
  expect(answer.status).toBe(200);
  await page.getByRole('cell', { name: /aguarda a consulta à plataforma: Falta o token/ }).waitFor();
  expect(apis.calls).toEqual([]);

  await page.getByRole('button', { name: 'Definir token' }).click();
  await page.getByLabel('Token', { exact: true }).fill(TOKEN);
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.getByText(/Token ••••4980/).waitFor();
  await page.getByRole('cell', { name: 'Consultada', exact: true }).waitFor();
  expect(apis.calls).toEqual([{ path: '/v1/payments/20359978123', token: TOKEN }]);

  await page.goto('/');
  await eventually(
    async () => expect((await page.locator('main').textContent())?.replaceAll('\u00a0', ' ')).toContain('R$ 197,00'),
    { timeoutMs: 15_000 },
  );
  expect(screen.problems).toEqual([]);
  await screen.close();
});
