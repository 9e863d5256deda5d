/** A user joins a tenant and leaves it again, in two separate browsers; the rest of both screens: `people-screens.test.tsx`. */
import { openBrowser, openScreen, type Screen } from '@tracker/test/kit/browser';
import { type RegisteredTenant, registerTenant, signIn } from '@tracker/test/kit/registered-tenant';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';

let browser: Browser;
let tenant: RegisteredTenant;
let admin: Screen;
let colleague: Screen;
const url = inject('productUrl');

beforeAll(async () => {
  browser = await openBrowser();
  tenant = await registerTenant(url);
});
afterAll(() => browser.close());

beforeEach(async () => {
  admin = await openScreen(browser, { baseUrl: url });
  colleague = await openScreen(browser, { baseUrl: url });
  await signIn(admin.page, tenant);
});
afterEach(async () => {
  expect([...admin.problems, ...colleague.problems]).toEqual([]);
  await Promise.all([admin.close(), colleague.close()]);
});

const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();
const menuOf = async (page: Page) => {
  const entries = await page.getByRole('navigation', { name: 'Principal' }).getByRole('link').allTextContents();
  return entries.map((text) => text.trim());
};
const openUsers = async (page: Page) => {
  await page.goto('/settings/users');
  await page.getByRole('table').waitFor();
};

async function fillAcceptance(page: Page): Promise<void> {
  await page.getByLabel('Nome', { exact: true }).fill('Beto');
  await page.getByLabel('Sobrenome').fill('Reis');
  await page.getByLabel('Senha', { exact: true }).fill('segredo-2');
  await page.getByLabel('Confirmar senha').fill('segredo-2');
  await page.getByRole('button', { name: 'Aceitar Convite' }).click();
}

test('invites a colleague who accepts in another browser, is changed to viewer, and is removed', {
  tags: ['§2.5', '§2.17', '§6', '§8.5', '§8.6', '§8.7', '§9.5', '§9.7'],
}, async () => {
  const email = `beto@${tenant.slug}.example.com`;
  const { page } = admin;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Gestão de Usuários' }).click();
  await page.getByText('1 usuário em Loja da Ana').waitFor();

  await page.getByRole('button', { name: 'Convidar usuário' }).click();
  const dialog = page.getByRole('dialog', { name: 'Convidar usuário' });
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('button', { name: 'Enviar convite' }).click();
  await toast(page, 'Convite enviado!');
  await dialog.getByRole('button', { name: 'Copiar link do convite' }).click();
  await toast(page, 'Copied!');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await dialog.getByRole('button', { name: 'Concluir' }).click();
  await page.getByRole('button', { name: `Cancelar convite de ${email}` }).waitFor();

  const other = colleague.page;
  await other.goto(link);
  for (const fact of ['Loja da Ana', 'Ana Souza', 'Editor', email]) await toast(other, fact);
  await fillAcceptance(other);
  await toast(other, 'Convite aceito!');
  await other.waitForURL('**/login');
  await other.getByLabel('Email').fill(email);
  await other.getByLabel('Senha', { exact: true }).fill('segredo-2');
  await other.getByRole('button', { name: 'Entrar' }).click();
  await other.getByRole('heading', { name: 'Dashboard' }).waitFor();
  const editorsMenu = await menuOf(other);
  expect(editorsMenu).toContain('Campaigns');
  for (const admins of ['Webhook', 'Gestão de Usuários']) expect(editorsMenu).not.toContain(admins);

  await openUsers(page);
  await page.getByText('2 usuários em Loja da Ana').waitFor();
  await page.getByText('Nenhum convite pendente.', { exact: false }).waitFor();
  await other.goto('/campaigns');
  await other.getByRole('button', { name: 'Nova campanha' }).first().click();
  await page.getByRole('combobox', { name: 'Permissão de Beto Reis' }).click();
  await page.getByRole('option', { name: 'Viewer' }).click();
  await toast(page, 'Role atualizada');
  await page
    .getByRole('row', { name: /Beto Reis/ })
    .getByText('Somente visualização')
    .waitFor();

  // An editor opened the screen; the live stream says that the person is a viewer now.
  await toast(other, 'Você não tem permissão para acessar esta página.');
  await other.waitForURL((address) => address.pathname === '/');
  await other.getByRole('heading', { name: 'Dashboard' }).waitFor();
  expect(await menuOf(other)).not.toContain('Campaigns');

  const row = page.getByRole('row', { name: /Beto Reis/ });
  page.once('dialog', (box) => box.accept());
  await row.getByRole('button', { name: 'Remover' }).click();
  await toast(page, 'Usuário removido');
  await page.getByText('1 usuário em Loja da Ana').waitFor();

  await toast(other, 'Acesso Negado');
  await other.waitForURL('**/login');
  await other.getByRole('button', { name: 'Entrar' }).waitFor();
});

test('joins a second company with the account of the first, and has each in a tab of its own', {
  tags: ['§2.5'],
}, async () => {
  const second = await registerTenant(url);
  const other = colleague.page;
  await signIn(other, second);
  await openUsers(other);
  await other.getByRole('button', { name: 'Convidar usuário' }).click();
  const dialog = other.getByRole('dialog', { name: 'Convidar usuário' });
  await dialog.getByLabel('Email').fill(tenant.email);
  await dialog.getByRole('button', { name: 'Enviar convite' }).click();
  const link = await dialog.getByRole('textbox', { name: /^Link do convite/ }).inputValue();

  const { page } = admin;
  await page.goto('/campaigns');
  await page.getByText(tenant.campaignId).first().waitFor();
  const joining = await page.context().newPage();
  await joining.goto(link);
  await joining.getByRole('button', { name: 'Aceitar Convite' }).click();
  await joining.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await joining.goto('/campaigns');
  await joining.getByText(second.campaignId).first().waitFor();

  // The first tab stays where it was, also after it was loaded again.
  await page.reload();
  await page.getByText(tenant.campaignId).first().waitFor();
  const own = (await (await page.request.get('/api/companies')).json()) as { id: string; role: string }[];
  expect(own.map(({ id, role }) => [id, role])).toEqual(
    expect.arrayContaining([
      [tenant.tenantId, 'admin'],
      [second.tenantId, 'editor'],
    ]),
  );
  await page.getByRole('button', { name: /^Menu de/ }).click();
  await page.getByRole('menuitem', { name: 'Trocar de empresa' }).press('ArrowRight');
  await page.getByRole('menuitemradio', { checked: false }).click();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await page.goto('/campaigns');
  await page.getByText(second.campaignId).first().waitFor();
  await joining.close();
});
