import type { Page } from 'playwright-core';
import { heading, loaded, look, picture, type ScreenCase } from './screen-case.ts';

export const CONVERSION_LOGS: readonly ScreenCase[] = [
  picture('conversion-logs', 'busy', '/conversion-logs', conversionLogs),
  look('conversion-logs-open', 'busy', '/conversion-logs', async (page) => {
    await conversionLogs(page);
    await page
      .getByRole('button', { name: /^Detalhes de Com Tracking/ })
      .first()
      .click();
    await page.getByText(/depois do click$/).waitFor();
    await loaded(page);
  }),
  picture('conversion-logs-assign', 'busy', '/conversion-logs?tracking=direct', async (page) => {
    await conversionLogs(page);
    await page
      .getByRole('button', { name: /^Detalhes de / })
      .first()
      .click();
    await page.getByRole('button', { name: 'Atribuir a uma campanha' }).click();
    await page.getByRole('dialog').waitFor();
  }),
  picture('conversion-logs-filters', 'busy', '/conversion-logs?status=approved&tracking=with', async (page) => {
    await conversionLogs(page);
    await page.getByRole('button', { name: 'Filtros (2)' }).click();
    await page.getByRole('dialog').waitFor();
  }),
  picture('conversion-logs-nothing-found', 'busy', '/conversion-logs?q=nada-disso', noConversions),
  picture('conversion-logs-empty', 'new', '/conversion-logs', noConversions),
  picture('conversion-logs-failed', 'busy', '/', async (page) => {
    await page.route('**/api/conversions?*', (route) =>
      route.fulfill({ status: 404, json: { message: 'Não encontrado.' } }),
    );
    await page.goto('/conversion-logs');
    await page.getByRole('alert').getByRole('button', { name: 'Tentar de novo' }).waitFor();
    await loaded(page);
  }),
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
