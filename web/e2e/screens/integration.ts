import type { Page } from 'playwright-core';
import { heading, loaded, look, picture, type ScreenCase } from './screen-case.ts';

export const INTEGRATION: readonly ScreenCase[] = [
  picture('integration', 'busy', '/integration', integration),
  picture('integration-waiting', 'new', '/integration', integration),
  look('integration-wrong', 'new', '/integration?platform=google', async (page) => {
    await integration(page);
    await page.getByLabel('Duração do cookie (dias)').fill('0');
    await page.getByLabel('Domínio do cookie').fill('https://loja.com.br');
    await page.getByText('Informe só o domínio', { exact: false }).waitFor();
  }),
  look('integration-reference', 'busy', '/integration?tab=reference', async (page) => {
    await heading('Endpoints da API')(page);
    await loaded(page);
  }),
  picture('integration-failed', 'busy', '/integration', async (page) => {
    await page.route('**/api/integration', (route) => route.fulfill({ status: 403, json: {} }));
    await page.reload();
    await page.getByRole('button', { name: 'Tentar de novo' }).waitFor();
  }),
];

async function integration(page: Page): Promise<void> {
  await heading('Integration')(page);
  await page.getByRole('heading', { name: 'Gerador do script' }).waitFor();
  await loaded(page);
}
