import type { Page } from 'playwright-core';
import { heading, loaded, type ScreenCase } from './screen-case.ts';

export const COMPANY: readonly ScreenCase[] = [
  { name: 'company', as: 'busy', path: '/settings/tenant', pictureOnly: true, ready: company },
  { name: 'company-figures', as: 'busy', path: '/settings/tenant?tab=figures', ready: company },
  { name: 'company-audit', as: 'busy', path: '/settings/tenant?tab=audit', pictureOnly: true, ready: company },
  { name: 'costs', as: 'busy', path: '/settings/costs', ready: costs },
  { name: 'products', as: 'busy', path: '/settings/products', ready: products },
  {
    name: 'cost-new',
    as: 'busy',
    path: '/settings/costs',
    pictureOnly: true,
    async ready(page) {
      await costs(page);
      await page.getByRole('button', { name: 'Adicionar despesa' }).click();
      await page.getByRole('dialog', { name: 'Adicionar despesa' }).waitFor();
    },
  },
  {
    name: 'company-refused',
    as: 'new',
    path: '/settings/tenant',
    async ready(page) {
      await company(page);
      await page.getByLabel('Nome da empresa').fill('');
      await page.getByLabel('URL da empresa').fill('Minha Loja');
      await page.getByRole('button', { name: 'Salvar', exact: true }).click();
      await page.getByText('Informe o nome da empresa.').waitFor();
    },
  },
  {
    name: 'company-time-zone',
    as: 'busy',
    path: '/settings/tenant',
    async ready(page) {
      await company(page);
      const field = page.getByRole('combobox', { name: 'Fuso horário' });
      await field.click();
      await field.fill('america/m');
      await page.getByRole('option', { name: 'America/Manaus' }).waitFor();
    },
  },
  {
    name: 'api-key-new',
    as: 'new',
    path: '/settings/tenant?tab=access',
    pictureOnly: true,
    async ready(page) {
      await company(page);
      await page.getByRole('button', { name: 'Nova chave' }).click();
      await page.getByRole('dialog', { name: 'Nova chave de API' }).waitFor();
    },
  },
  {
    name: 'api-key-made',
    as: 'busy',
    path: '/settings/tenant?tab=access',
    async ready(page) {
      await madeKey(page);
      await page.getByText('ela não será mostrada de novo').waitFor();
    },
  },
  {
    name: 'api-key-revoke',
    as: 'busy',
    path: '/settings/tenant?tab=access',
    pictureOnly: true,
    async ready(page) {
      await madeKey(page);
      await page.getByRole('button', { name: 'Concluir' }).click();
      const revoke = page.getByRole('button', { name: /^Revogar / }).first();
      // On a phone below the row.
      if (!(await revoke.isVisible())) {
        await page
          .getByRole('button', { name: /^Detalhes de / })
          .first()
          .click();
      }
      await revoke.click();
      await page.getByRole('dialog', { name: 'Revogar chave' }).waitFor();
    },
  },
  {
    name: 'person-found',
    as: 'busy',
    path: '/settings/tenant?tab=privacy',
    pictureOnly: true,
    ready: foundPerson,
  },
  {
    name: 'person-erase',
    as: 'busy',
    path: '/settings/tenant?tab=privacy',
    pictureOnly: true,
    async ready(page) {
      await foundPerson(page);
      await page
        .getByRole('button', { name: /^Apagar / })
        .first()
        .click();
      await page.getByRole('dialog', { name: 'Apagar dados da pessoa' }).waitFor();
    },
  },
];

async function costs(page: Page): Promise<void> {
  await heading('Custos')(page);
  await page.getByRole('heading', { name: 'Outras despesas' }).waitFor();
  await loaded(page);
}

async function products(page: Page): Promise<void> {
  await heading('Produtos')(page);
  await page.getByRole('heading', { name: 'Catálogo' }).waitFor();
  await loaded(page);
}

async function company(page: Page): Promise<void> {
  await heading('Configurações da Empresa')(page);
  await loaded(page);
}

async function madeKey(page: Page): Promise<void> {
  await company(page);
  await page.getByRole('button', { name: 'Nova chave' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Nome' }).fill('Planilha da equipe');
  await dialog.getByRole('button', { name: 'Criar chave' }).click();
  await dialog.getByRole('button', { name: 'Concluir' }).waitFor();
}

async function foundPerson(page: Page): Promise<void> {
  await company(page);
  const card = page.getByRole('region', { name: 'Privacidade' });
  const email = await page.evaluate(async () => {
    const leads: { email: string }[] = await (await fetch('/api/leads')).json();
    return leads[0]?.email ?? '';
  });
  await card.getByRole('textbox', { name: 'Email' }).fill(email);
  await card.getByRole('button', { name: 'Buscar pessoa' }).click();
  await card.getByRole('list', { name: 'Pessoas encontradas' }).waitFor();
}
