/** What a person sees on a line that is slow, cut or hangs. */
import { openBrowser, openScreen, type Screen } from '@tracker/test/kit/browser';
import { click, conversion, registerTenant, signIn } from '@tracker/test/kit/registered-tenant';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { opened } from './screens/screen-case.ts';

const url = inject('productUrl');
let browser: Browser;
let screen: Screen;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
  screen = await openScreen(browser, { baseUrl: url });
  // Screens are then loaded when they are opened, and not before.
  await screen.page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }),
  );
  const tenant = await registerTenant(url);
  await conversion(tenant, { transaction_id: 'PEDIDO-1', click_id: await click(tenant), amount: '100.00' });
  await signIn(screen.page, tenant);
});
afterEach(() => screen.close());

test('without a network, figures stay with their time, and a screen that cannot load reports it and opens later', async () => {
  const { page } = screen;
  await page.goto('/');
  await opened(page, 'Dashboard');
  await page.context().setOffline(true);
  await page.getByText(/^Sem conexão desde \d\d:\d\d$/).waitFor();
  await page.getByText('Receita Hoje').waitFor();
  await page.getByRole('link', { name: 'Leads' }).click();
  await page.getByText('Esta tela não abriu.').waitFor();
  expect(new URL(page.url()).pathname).toBe('/leads');
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await page.getByText('Não foi possível falar com o servidor.').first().waitFor();
  await page.context().setOffline(false);
  await opened(page, 'Gestão de Leads');
  await page.getByText(/^Sem conexão desde/).waitFor({ state: 'detached' });
});

test('a server that answers no call is reported after 45 seconds', async () => {
  const { page } = screen;
  await page.clock.install();
  await page.goto('/');
  await opened(page, 'Dashboard');
  await page.route('**/api/**', () => undefined);
  await page.clock.runFor(46_000);
  await page.getByText(/^Sem conexão desde \d\d:\d\d$/).waitFor();
  await page.unrouteAll();
  await page.clock.runFor(15_000);
  await page.getByText(/^Sem conexão desde/).waitFor({ state: 'detached' });
  await page.getByText('Receita Hoje').waitFor();
});

test('on a slow phone line the frame of the dashboard comes first, then its figures, and nothing jumps', async () => {
  const { page } = screen;
  const line = await page.context().newCDPSession(page);
  // Slow 4G, as browsers measure it, has 1.6 Mbit/s and 150 ms: four times as fast, everything still comes in the same order.
  await line.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: 38, downloadThroughput: 800_000, uploadThroughput: 376_000 },
  });
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seen, shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Object.assign(window, {
          shift: (window as never as { shift: number }).shift + (entry as never as { value: number }).value,
        });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/');
  await page.getByTestId('summary-skeleton').first().waitFor();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await opened(page, 'Dashboard');
  await page.getByText('Receita Hoje').waitFor();
  expect(await page.evaluate(() => (window as never as { shift: number }).shift)).toBeLessThanOrEqual(0.05);
});
