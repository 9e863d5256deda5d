import type { Page } from 'playwright-core';
import { heading, loaded, look, type ScreenCase } from './screen-case.ts';

export const DASHBOARD: readonly ScreenCase[] = [
  look('dashboard', 'busy', '/', dashboard),
  look('dashboard-filtered', 'busy', '/?f=device:not:tablet', async (page) => {
    await heading('Dashboard')(page);
    await page.getByRole('list', { name: 'Filtros' }).waitFor();
    await page.getByText('Painel de Performance').waitFor();
    await loaded(page);
    await page.getByRole('button', { name: 'Filtro', exact: true }).click();
    await page.getByRole('group', { name: 'Filtrar por' }).waitFor();
  }),
  {
    name: 'dashboard-empty',
    as: 'new',
    path: '/',
    holdsStill: true,
    async ready(page) {
      await heading('Primeiros passos')(page);
      await page.getByRole('combobox', { name: 'O checkout em que as vendas acontecem' }).click();
      await page.getByRole('option', { name: 'Hotmart' }).click();
      await page.getByRole('button', { name: 'Enviar teste' }).waitFor();
      await loaded(page);
    },
  },
];

async function dashboard(page: Page): Promise<void> {
  await heading('Dashboard')(page);
  await page.getByText('Receita Hoje').waitFor();
  await loaded(page);
}
