import type { Page } from 'playwright-core';
import { heading, loaded, look, picture, type ScreenCase } from './screen-case.ts';

export const CAMPAIGNS: readonly ScreenCase[] = [
  look('campaigns', 'busy', '/campaigns', campaigns),
  look('campaigns-list', 'busy', '/campaigns?view=list&sort=-roas', async (page) => {
    await heading('Campaigns')(page);
    await page
      .getByRole('button', { name: /^Detalhes de / })
      .first()
      .click();
    await loaded(page);
  }),
  look('campaign-new', 'busy', '/campaigns', async (page) => {
    await campaigns(page);
    await page.getByRole('button', { name: 'Nova campanha' }).first().click();
    await page.getByRole('dialog').waitFor();
  }),
  picture('campaign-edit', 'busy', '/campaigns', async (page) => {
    await campaigns(page);
    await page
      .getByRole('button', { name: /^Editar / })
      .first()
      .click();
    await page.getByRole('dialog').waitFor();
  }),
  look('campaign-spend', 'connected', '/campaigns', async (page) => {
    await spend(page);
    await page.getByRole('dialog').getByRole('region', { name: 'Gastos da campanha' }).waitFor();
  }),
  picture('campaign-spend-form', 'busy', '/campaigns', async (page) => {
    await spend(page);
    await page.getByRole('button', { name: 'Lançar gasto' }).click();
    await page.getByRole('dialog').getByLabel('Valor').waitFor();
  }),
  picture('campaign-spend-import', 'busy', '/campaigns', async (page) => {
    await spend(page);
    await page.getByRole('button', { name: 'Colar ou importar CSV' }).click();
    await page.getByRole('dialog').getByRole('textbox').first().waitFor();
  }),
  picture('campaign-spend-checked', 'busy', '/campaigns', async (page) => {
    await spend(page);
    await page.getByRole('button', { name: 'Colar ou importar CSV' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').first().fill('dia;campanha;fonte;custo\n20/11/2026;nao-existe;google;12,50\n');
    await dialog.getByRole('button', { name: 'Conferir' }).click();
    await dialog.getByRole('button', { name: 'Voltar' }).waitFor();
  }),
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
