import type { Page } from 'playwright-core';
import { heading, loaded, type ScreenCase } from './screen-case.ts';

export const CAMPAIGNS: readonly ScreenCase[] = [
  { name: 'campaigns', as: 'busy', path: '/campaigns', ready: campaigns },
  {
    name: 'campaigns-list',
    as: 'busy',
    path: '/campaigns?view=list&sort=-roas',
    async ready(page) {
      await heading('Campaigns')(page);
      await page
        .getByRole('button', { name: /^Detalhes de / })
        .first()
        .click();
      await loaded(page);
    },
  },
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
  {
    name: 'campaign-spend',
    as: 'connected',
    path: '/campaigns',
    async ready(page) {
      await spend(page);
      await page.getByRole('dialog').getByRole('region', { name: 'Gastos da campanha' }).waitFor();
    },
  },
  {
    name: 'campaign-spend-form',
    as: 'busy',
    path: '/campaigns',
    pictureOnly: true,
    async ready(page) {
      await spend(page);
      await page.getByRole('button', { name: 'Lançar gasto' }).click();
      await page.getByRole('dialog').getByLabel('Valor').waitFor();
    },
  },
  {
    name: 'campaign-spend-import',
    as: 'busy',
    path: '/campaigns',
    pictureOnly: true,
    async ready(page) {
      await spend(page);
      await page.getByRole('button', { name: 'Colar ou importar CSV' }).click();
      await page.getByRole('dialog').getByRole('textbox').first().waitFor();
    },
  },
  {
    name: 'campaign-spend-checked',
    as: 'busy',
    path: '/campaigns',
    pictureOnly: true,
    async ready(page) {
      await spend(page);
      await page.getByRole('button', { name: 'Colar ou importar CSV' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox').first().fill('dia;campanha;fonte;custo\n20/11/2026;nao-existe;google;12,50\n');
      await dialog.getByRole('button', { name: 'Conferir' }).click();
      await dialog.getByRole('button', { name: 'Voltar' }).waitFor();
    },
  },
];

/** Opens what the first campaign cost. */
async function spend(page: Page): Promise<void> {
  await campaigns(page);
  await page
    .getByRole('button', { name: /^Gastos de / })
    .first()
    .click();
  await page.getByRole('dialog', { name: 'Gastos' }).waitFor();
  await loaded(page);
}

async function campaigns(page: Page): Promise<void> {
  await heading('Campaigns')(page);
  await page.getByRole('article').first().waitFor();
  await loaded(page);
}
