import type { Page } from 'playwright-core';
import { heading, loaded, type ScreenCase } from './screen-case.ts';

export const CLICK_LOGS: readonly ScreenCase[] = [
  { name: 'click-logs', as: 'busy', path: '/click-logs', pictureOnly: true, ready: clickLogs },
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
  {
    name: 'calendar',
    as: 'busy',
    path: '/click-logs',
    async ready(page) {
      await clickLogs(page);
      await page.getByRole('combobox', { name: 'Período' }).click();
      await page.getByRole('option', { name: 'Personalizado' }).click();
      await page
        .getByRole('button', { name: /^\d{2}\/\d{2}/ })
        .first()
        .click();
      await page.getByText('Máximo: 90 dias').waitFor();
      await page.getByRole('grid').first().waitFor();
    },
  },
  {
    name: 'click-logs-nothing-found',
    as: 'busy',
    path: '/click-logs?q=nada-disso&source=kwai',
    pictureOnly: true,
    ready: noClicks,
  },
  {
    name: 'click-logs-failed',
    as: 'busy',
    path: '/',
    async ready(page) {
      await page.route('**/api/clicks?*', (route) =>
        route.fulfill({ status: 404, json: { message: 'Não encontrado.' } }),
      );
      await page.goto('/click-logs');
      await page.getByRole('alert').getByRole('button', { name: 'Tentar de novo' }).waitFor();
      await loaded(page);
    },
  },
  { name: 'click-logs-empty', as: 'new', path: '/click-logs', pictureOnly: true, ready: noClicks },
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
