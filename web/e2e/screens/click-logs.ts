import type { Page } from 'playwright-core';
import { heading, loaded, look, picture, type ScreenCase } from './screen-case.ts';

export const CLICK_LOGS: readonly ScreenCase[] = [
  picture('click-logs', 'busy', '/click-logs', clickLogs),
  {
    name: 'click-logs-open',
    as: 'busy',
    path: '/click-logs',
    holdsStill: true,
    async ready(page) {
      const clicks = (await (await page.request.get('/api/clicks')).json()) as {
        clickId: string;
        convertedAt: unknown;
      }[];
      const sold = clicks.find(({ convertedAt }) => convertedAt !== null);
      await page.goto(`/click-logs?q=${sold?.clickId}`);
      await clickLogs(page);
      await page.getByText('Convertido', { exact: true }).waitFor();
      await page
        .getByRole('button', { name: /^Detalhes de / })
        .first()
        .click();
      await page.getByRole('heading', { name: 'Páginas vistas' }).waitFor();
      await loaded(page);
    },
  },
  look('calendar', 'busy', '/click-logs', async (page) => {
    await clickLogs(page);
    await page.getByRole('combobox', { name: 'Período' }).click();
    await page.getByRole('option', { name: 'Personalizado' }).click();
    await page
      .getByRole('button', { name: /^\d{2}\/\d{2}/ })
      .first()
      .click();
    await page.getByText('Máximo: 90 dias').waitFor();
    await page.getByRole('grid').first().waitFor();
  }),
  picture('click-logs-nothing-found', 'busy', '/click-logs?q=nada-disso&source=kwai', noClicks),
  look('click-logs-failed', 'busy', '/', async (page) => {
    await page.route('**/api/clicks?*', (route) =>
      route.fulfill({ status: 404, json: { message: 'Não encontrado.' } }),
    );
    await page.goto('/click-logs');
    await page.getByRole('alert').getByRole('button', { name: 'Tentar de novo' }).waitFor();
    await loaded(page);
  }),
  picture('click-logs-empty', 'new', '/click-logs', noClicks),
];

async function clickLogs(page: Page): Promise<void> {
  await heading('Logs de Clicks')(page);
  await page.getByRole('table').waitFor();
  await loaded(page);
}

async function noClicks(page: Page): Promise<void> {
  await heading('Logs de Clicks')(page);
  await page.getByText('Nenhum click encontrado').waitFor();
  await loaded(page);
}
