import type { Page } from 'playwright-core';
import { heading, loaded, look, picture, type ScreenCase } from './screen-case.ts';

export const COMPANY: readonly ScreenCase[] = [
  picture('company', 'busy', '/settings/tenant', company),
  look('company-figures', 'busy', '/settings/tenant?tab=figures', company),
  picture('company-audit', 'busy', '/settings/tenant?tab=audit', company),
  look('costs', 'busy', '/settings/costs', costs),
  look('products', 'busy', '/settings/products', products),
  picture('cost-new', 'busy', '/settings/costs', async (page) => {
    await costs(page);
    await page.getByRole('button', { name: 'Adicionar despesa' }).click();
    await page.getByRole('dialog', { name: 'Adicionar despesa' }).waitFor();
  }),
  look('company-refused', 'new', '/settings/tenant', async (page) => {
    await company(page);
    await page.getByLabel('Nome da empresa').fill('');
    await page.getByLabel('URL da empresa').fill('Minha Loja');
    await page.getByRole('button', { name: 'Salvar', exact: true }).click();
    await page.getByText('Informe o nome da empresa.').waitFor();
  }),
  look('company-time-zone', 'busy', '/settings/tenant', async (page) => {
    await company(page);
    const field = page.getByRole('combobox', { name: 'Fuso horário' });
    await field.click();
    await field.fill('america/m');
    await page.getByRole('option', { name: 'America/Manaus' }).waitFor();
  }),
  picture('api-key-new', 'new', '/settings/tenant?tab=access', async (page) => {
    await company(page);
    await page.getByRole('button', { name: 'Nova chave' }).click();
    await page.getByRole('dialog', { name: 'Nova chave de API' }).waitFor();
  }),
  look('api-key-made', 'busy', '/settings/tenant?tab=access', async (page) => {
    await madeKey(page);
    await page.getByText('ela não será mostrada de novo').waitFor();
  }),
  picture('api-key-revoke', 'busy', '/settings/tenant?tab=access', async (page) => {
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
  }),
  picture('person-found', 'busy', '/settings/tenant?tab=privacy', foundPerson),
  picture('person-erase', 'busy', '/settings/tenant?tab=privacy', async (page) => {
    await foundPerson(page);
    await page
      .getByRole('button', { name: /^Apagar / })
      .first()
      .click();
    await page.getByRole('dialog', { name: 'Apagar dados da pessoa' }).waitFor();
  }),
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
