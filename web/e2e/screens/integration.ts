import type { Page } from 'playwright-core';
import { heading, loaded, type ScreenCase } from './screen-case.ts';

export const INTEGRATION: readonly ScreenCase[] = [
  { name: 'integration', as: 'busy', path: '/integration', pictureOnly: true, ready: integration },
  { name: 'integration-waiting', as: 'new', path: '/integration', pictureOnly: true, ready: integration },
  {
    name: 'integration-wrong',
    as: 'new',
    path: '/integration?platform=google',
    async ready(page) {
      await integration(page);
      await page.getByLabel('Duração do cookie (dias)').fill('0');
      await page.getByLabel('Domínio do cookie').fill('https://loja.com.br');
      await page.getByText('Informe só o domínio', { exact: false }).waitFor();
    },
  },
  {
    name: 'integration-reference',
    as: 'busy',
    path: '/integration?tab=reference',
    async ready(page) {
      await heading('Endpoints da API')(page);
      await loaded(page);
    },
  },
  {
    name: 'integration-failed',
    as: 'busy',
    path: '/integration',
    pictureOnly: true,
    async ready(page) {
      await page.route('**/api/integration', (route) => route.fulfill({ status: 403, json: {} }));
      await page.reload();
      await page.getByRole('button', { name: 'Tentar de novo' }).waitFor();
    },
  },
];

async function integration(page: Page): Promise<void> {
  await heading('Integration')(page);
  await page.getByRole('heading', { name: 'Gerador do script' }).waitFor();
  await loaded(page);
}
