/** The installed product without a network: its screens open, with the figures that this person saw last. */

import { openBrowser, openScreen } from '@tracker/test/kit/browser';
import { eventually } from '@tracker/test/kit/eventually';
import { conversion, registerTenant, signIn } from '@tracker/test/kit/registered-tenant';
import type { CDPSession, Page } from 'playwright-core';
import { expect, inject, onTestFinished, test } from 'vitest';

const url = inject('productUrl');

/** What a push service delivers, handed over by the browser. This Chromium has no notices of its own, so a list replaces them. */
async function expectNotice(page: Page, devtools: CDPSession): Promise<void> {
  const registered = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId);
    }),
  );
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registered;
  const [worker] = page.context().serviceWorkers();
  await worker?.evaluate(() => {
    const scope = self as unknown as ServiceWorkerGlobalScope & { shown: unknown[] };
    scope.shown = [];
    scope.registration.showNotification = async (title, options) => void scope.shown.push([title, options?.tag]);
  });
  const data = JSON.stringify({ title: 'Venda! R$ 120,00', body: 'Curso', tag: 'sale-1', path: '/conversion-logs' });
  await devtools.send('ServiceWorker.deliverPushMessage', { origin: new URL(url).origin, registrationId, data });
  await eventually(async () =>
    expect(await worker?.evaluate(() => (self as unknown as { shown: unknown[] }).shown)).toEqual([
      ['Venda! R$ 120,00', 'sale-1'],
    ]),
  );
}

test('can be installed, shows notices, opens without a network with the last figures, and forgets them at sign-out', async () => {
  const browser = await openBrowser();
  onTestFinished(() => browser.close());
  const tenant = await registerTenant(url);
  await conversion(tenant, { transaction_id: 'A-1', amount: '120.00' });
  const { page } = await openScreen(browser, { baseUrl: url, width: 390, height: 844, hasServiceWorker: true });
  await page.clock.install();
  await signIn(page, tenant);
  await page.goto('/');
  const figure = page.getByText('R$ 120,00').first();
  await figure.waitFor();
  // The worker comes some seconds after the screen, and figures are kept every ten.
  await page.clock.fastForward(5_000);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await eventually(async () => {
    await page.clock.fastForward(10_000);
    const kept = await page.evaluate(() => localStorage.getItem('last-figures'));
    expect(kept).toContain('/api/performance');
  });

  const devtools = await page.context().newCDPSession(page);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((error) => error !== 'in-incognito')).toEqual([]);

  await expectNotice(page, devtools);

  await page.context().setOffline(true);
  await page.goto('/');
  await figure.waitFor();
  await page.getByText(/^Sem conexão\. Estes são os números de/).waitFor();
  // A screen that was never opened.
  await page.getByRole('button', { name: 'Abrir menu' }).click();
  await page.getByRole('link', { name: 'Leads' }).click();
  await page.getByRole('heading', { name: 'Gestão de Leads' }).waitFor();

  await page.context().setOffline(false);
  await page.goto('/');
  await page.getByText('Ao vivo').waitFor();
  expect(await page.getByText(/^Sem conexão\. Estes são os números de/).count()).toBe(0);
  await page.getByRole('button', { name: 'Abrir menu' }).click();
  await page.getByRole('button', { name: /^Menu de / }).click();
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  await page.getByRole('button', { name: 'Entrar' }).waitFor();
  expect(await page.evaluate(() => localStorage.getItem('last-figures'))).toBeNull();
  await page.context().setOffline(true);
  await page.goto('/');
  await page.getByText('O servidor não respondeu.').waitFor();
});
