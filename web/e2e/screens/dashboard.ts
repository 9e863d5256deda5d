import type { Page } from 'playwright-core';
import { heading, loaded, type ScreenCase } from './screen-case.ts';

export const DASHBOARD: readonly ScreenCase[] = [
  { name: 'dashboard', as: 'busy', path: '/', ready: dashboard },
  {
    name: 'dashboard-empty',
    as: 'new',
    path: '/',
    async ready(page) {
      await heading('Primeiros passos')(page);
      await page.getByRole('button', { name: 'Hotmart', exact: true }).click();
      await page.getByRole('button', { name: 'Enviar teste' }).waitFor();
      await loaded(page);
    },
  },
  {
    name: 'dashboard-calendar',
    as: 'busy',
    path: '/',
    async ready(page) {
      await dashboard(page);
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
    name: 'user-menu',
    as: 'busy',
    path: '/',
    async ready(page) {
      await dashboard(page);
      await openMenu(page);
      await page
        .getByRole('button', { name: /^Menu de / })
        .last()
        .click();
      await page.getByRole('menuitem', { name: 'Sair' }).waitFor();
    },
  },
];

async function dashboard(page: Page): Promise<void> {
  await heading('Dashboard')(page);
  await page.getByText('Receita Hoje').waitFor();
  await loaded(page);
}

/** On narrow screens the sidebar is a drawer. */
async function openMenu(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Abrir menu' });
  if (await button.isVisible()) await button.click();
}
