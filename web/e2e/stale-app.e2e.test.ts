/** An open tab when an asset of the app fails to load: after an update, and during a short network failure. */

import { openBrowser, openScreen } from '@tracker/test/kit/browser';
import { click, conversion, registerTenant, signIn } from '@tracker/test/kit/registered-tenant';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

const url = inject('productUrl');
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

async function onDashboard(look: (page: Page) => Promise<void>): Promise<void> {
  const { page, close } = await openScreen(browser, { baseUrl: url });
  await signIn(page, await registerTenant(url));
  await page.goto('/');
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await look(page);
  await close();
}

test('keeps the rest of the screen when a lazy part fails to load', async () => {
  const { page, close } = await openScreen(browser, { baseUrl: url });
  const tenant = await registerTenant(url);
  await conversion(tenant, { transaction_id: 'S-1', amount: '10.00', click_id: await click(tenant) });
  await signIn(page, tenant);
  for (const part of ['rankings', 'daily-lines', 'user-menu']) {
    await page.route(`**/assets/${part}-*`, (route) => route.abort());
  }
  await page.goto('/');
  await page.getByText('Esta parte não abriu.').waitFor();
  await page.getByText('O gráfico não abriu. Recarregue a página para vê-lo.').waitFor();
  await page.getByText('Receita Hoje').waitFor();
  await page.getByText('Ana Souza').first().waitFor();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await page.getByRole('heading', { name: 'Melhores Anúncios' }).waitFor();
  await close();
});

const isSamePage = (page: Page) => page.evaluate(() => 'isSamePage' in window);
const pointAtCampaigns = (page: Page) => page.getByRole('link', { name: 'Campaigns' }).hover();

test('reloads the page when the server serves a newer build', () =>
  onDashboard(async (page) => {
    await page.route('**/assets/campaigns-screen*', (route) => route.fulfill({ status: 404 }));
    await page.route(
      `${url}/`,
      async (route) => {
        const page = await route.fetch();
        await route.fulfill({
          response: page,
          body: (await page.text()).replaceAll(/index-[\w-]+\.js/g, 'index-new.js'),
        });
      },
      { times: 1 },
    );
    await pointAtCampaigns(page);
    await expect.poll(() => isSamePage(page).catch(() => true)).toBe(false);
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  }));

test.each([
  ['the server does not answer', 'abort'],
  ['the server still serves the same build', 'continue'],
] as const)('does not reload the page when an asset fails to load and %s', (_case, answer) =>
  onDashboard(async (page) => {
    await page.route('**/assets/campaigns-screen*', (route) => route.abort());
    await page.route(`${url}/`, (route) => route[answer]());
    const asked = page.waitForRequest(`${url}/`);
    await pointAtCampaigns(page);
    await (await asked).response();
    // A reload would have started with that response; another call to the server takes longer than that.
    await page.request.get('/api/auth/user');
    expect(await isSamePage(page)).toBe(true);
  }),
);
