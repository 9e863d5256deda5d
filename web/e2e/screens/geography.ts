import type { Page } from 'playwright-core';
import { heading, loaded, type ScreenCase } from './screen-case.ts';

export const GEOGRAPHY: readonly ScreenCase[] = [
  { name: 'geography', as: 'busy', path: '/geography', ready: geography },
  {
    name: 'geography-empty',
    as: 'new',
    path: '/geography',
    pictureOnly: true,
    async ready(page) {
      await page.getByText('Nenhum click no período').waitFor();
      await loaded(page);
    },
  },
  {
    name: 'geography-failed',
    as: 'busy',
    path: '/',
    pictureOnly: true,
    async ready(page) {
      await page.route('**/api/analytics/geography?*', (route) => route.fulfill({ status: 404, json: {} }));
      await page.goto('/geography');
      await page.getByRole('alert').getByText('Erro ao carregar dados').waitFor();
    },
  },
];

async function geography(page: Page): Promise<void> {
  await heading('Geografia')(page);
  await page.getByRole('heading', { name: 'Clicks por dispositivo' }).waitFor();
  await loaded(page);
}
