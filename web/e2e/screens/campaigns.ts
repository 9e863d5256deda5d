import type { Page } from 'playwright-core';
import { heading, loaded, type ScreenCase } from './screen-case.ts';

export const CAMPAIGNS: readonly ScreenCase[] = [
  { name: 'campaigns', as: 'busy', path: '/campaigns', ready: campaigns },
  {
    name: 'campaign-new',
    as: 'busy',
    path: '/campaigns',
    async ready(page) {
      await campaigns(page);
      await page.getByRole('button', { name: 'Nova campanha' }).first().click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'campaign-edit',
    as: 'busy',
    path: '/campaigns',
    pictureOnly: true,
    async ready(page) {
      await campaigns(page);
      await page
        .getByRole('button', { name: /^Editar / })
        .first()
        .click();
      await page.getByRole('dialog').waitFor();
    },
  },
];

async function campaigns(page: Page): Promise<void> {
  await heading('Campaigns')(page);
  await page.getByRole('article').first().waitFor();
  await loaded(page);
}
