import type { Page } from 'playwright-core';
import { heading, loaded, type ScreenCase } from './screen-case.ts';

export const CONVERSION_LOGS: readonly ScreenCase[] = [
  { name: 'conversion-logs', as: 'busy', path: '/conversion-logs', pictureOnly: true, ready: conversionLogs },
  {
    name: 'conversion-logs-open',
    as: 'busy',
    path: '/conversion-logs',
    async ready(page) {
      await conversionLogs(page);
      await page
        .getByRole('button', { name: /^Detalhes de Com Tracking/ })
        .first()
        .click();
      await page.getByText(/depois do click$/).waitFor();
      await loaded(page);
    },
  },
  {
    name: 'conversion-logs-assign',
    as: 'busy',
    path: '/conversion-logs?tracking=direct',
    pictureOnly: true,
    async ready(page) {
      await conversionLogs(page);
      await page
        .getByRole('button', { name: /^Detalhes de / })
        .first()
        .click();
      await page.getByRole('button', { name: 'Atribuir a uma campanha' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'conversion-logs-filters',
    as: 'busy',
    path: '/conversion-logs?status=approved&tracking=with',
    pictureOnly: true,
    async ready(page) {
      await conversionLogs(page);
      await page.getByRole('button', { name: 'Filtros (2)' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'conversion-logs-nothing-found',
    as: 'busy',
    path: '/conversion-logs?q=nada-disso',
    pictureOnly: true,
    ready: noConversions,
  },
  { name: 'conversion-logs-empty', as: 'new', path: '/conversion-logs', pictureOnly: true, ready: noConversions },
  {
    name: 'conversion-logs-failed',
    as: 'busy',
    path: '/',
    pictureOnly: true,
    async ready(page) {
      await page.route('**/api/conversions?*', (route) =>
        route.fulfill({ status: 404, json: { message: 'Não encontrado.' } }),
      );
      await page.goto('/conversion-logs');
      await page.getByRole('alert').getByRole('button', { name: 'Tentar de novo' }).waitFor();
      await loaded(page);
    },
  },
];

async function conversionLogs(page: Page): Promise<void> {
  await heading('Logs Conversão')(page);
  await page.getByRole('table').waitFor();
  await loaded(page);
}

async function noConversions(page: Page): Promise<void> {
  await heading('Logs Conversão')(page);
  await page.getByText('Nenhuma conversão encontrada').waitFor();
  await loaded(page);
}
