/** A second ad platform, registered in the composition alone: connected, linked, synced and shown. */
import { openBrowser, openScreen } from '@tracker/test/kit/browser';
import { eventually } from '@tracker/test/kit/eventually';
import { moneyOf } from '@tracker/test/kit/facebook-tenant';
import { startProduct } from '@tracker/test/kit/product';
import { registerTenant, signIn } from '@tracker/test/kit/registered-tenant';
import { CAMPAIGNS } from '@tracker/test/kit/second-platform/second-platform';
import { expect, inject, onTestFinished, test } from 'vitest';

test('connects, links and syncs another ad platform on its own screen, and adds its spend to the dashboard', async () => {
  const product = await startProduct({
    demoData: false,
    entry: 'infra/test/kit/second-platform/product.ts',
    migratedDir: inject('migratedDir'),
  });
  onTestFinished(async () => void (await product.stop()));
  const tenant = await registerTenant(product.url);
  const browser = await openBrowser();
  onTestFinished(() => browser.close());
  const { page, problems } = await openScreen(browser, { baseUrl: product.url });
  await signIn(page, tenant);

  await page.goto('/facebook');
  await page.getByRole('navigation', { name: 'Plataformas de anúncios' }).getByText('Vitrine Ads').click();
  await page.getByRole('heading', { name: 'Vitrine Ads' }).waitFor();
  await page.getByRole('link', { name: 'Conectar com Vitrine' }).click();
  await page.getByText('Vitrine conectado', { exact: true }).first().waitFor();
  await page.getByText(/^Bia Rocha/).waitFor();

  await page.getByText('Conectar pelo ID').click();
  await page.getByRole('combobox', { name: 'Campanha', exact: true }).click();
  await page.getByRole('option').first().click();
  await page.getByLabel('ID da campanha no Vitrine').fill(CAMPAIGNS[0]?.id ?? '');
  await page.getByRole('button', { name: 'Conectar campanha' }).click();
  await page.getByText('Campanha conectada ao Vitrine com sucesso!').first().waitFor();

  await page.getByRole('button', { name: 'Sincronizar tudo' }).click();
  await page.getByText('Sync concluído', { exact: true }).first().waitFor();
  const run = page.getByRole('list', { name: 'Últimas sincronizações' }).getByRole('listitem').first();
  await eventually(async () => expect(await run.textContent()).toContain(moneyOf(90 * 1_250)));

  await page.goto('/');
  const yesterday = page
    .locator('dt')
    .filter({ hasText: /^Gasto Ontem$/ })
    .locator('xpath=following-sibling::dd[1]');
  await eventually(async () => expect(await yesterday.first().textContent()).toContain(moneyOf(1_250)), {
    timeoutMs: 30_000,
  });
  expect(problems).toEqual([]);
});
