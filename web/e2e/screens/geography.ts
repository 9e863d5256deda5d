import type { Page } from 'playwright-core';
import { heading, loaded, look, picture, type ScreenCase } from './screen-case.ts';

export const GEOGRAPHY: readonly ScreenCase[] = [
  look('geography', 'busy', '/geography', geography),
  picture('geography-empty', 'new', '/geography', async (page) => {
    await page.getByText('Nenhum click no período').waitFor();
    await loaded(page);
  }),
  picture('geography-failed', 'busy', '/', async (page) => {
    await page.route('**/api/analytics/geography?*', (route) => route.fulfill({ status: 404, json: {} }));
    await page.goto('/geography');
    await page.getByRole('alert').getByText('Erro ao carregar dados').waitFor();
  }),
];

async function geography(page: Page): Promise<void> {
  await heading('Geografia')(page);
  await page.getByRole('heading', { name: 'Clicks por dispositivo' }).waitFor();
  await loaded(page);
}
