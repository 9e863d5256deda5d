import type { Page } from 'playwright-core';
import { heading, loaded, type ScreenCase } from './screen-case.ts';

export const FACEBOOK: readonly ScreenCase[] = [
  { name: 'facebook', as: 'busy', path: '/facebook', ready: facebook },
  {
    name: 'facebook-incomplete',
    as: 'new',
    path: '/facebook',
    async ready(page) {
      await facebook(page);
      await page.getByLabel('ID da campanha no Facebook').press('Enter');
      await page.locator('[data-look=destructive]').getByText('Dados Incompletos').waitFor();
    },
  },
];

async function facebook(page: Page): Promise<void> {
  await heading('Facebook Ads')(page);
  await page.getByText('Parado').waitFor();
  await loaded(page);
}
