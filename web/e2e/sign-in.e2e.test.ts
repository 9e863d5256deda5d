import { openBrowser, openScreen, type Screen } from '@tracker/test/kit/browser';
import { type Company, createColleague, freshRegistration, registerCompany, signIn } from '@tracker/test/kit/company';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';

let browser: Browser;
let screen: Screen;
let company: Company;
const url = inject('productUrl');

beforeAll(async () => {
  browser = await openBrowser();
  company = await registerCompany(url);
});
afterAll(() => browser.close());

beforeEach(async () => {
  screen = await openScreen(browser, { baseUrl: url });
});
afterEach(async () => {
  expect(screen.problems).toEqual([]);
  await screen.close();
});

const toast = (text: string) => screen.page.getByText(text, { exact: true }).first().waitFor();
const menu = async () => {
  const entries = await screen.page.getByRole('navigation', { name: 'Principal' }).getByRole('link').allTextContents();
  return entries.map((text) => text.trim());
};

async function fillLogin(email: string, password: string): Promise<void> {
  const { page } = screen;
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Entrar' }).click();
}

test('rejects a wrong password with one toast, and opens the dashboard with the right one', {
  tags: ['§2.3', '§8.1', '§8.3'],
}, async () => {
  const { page } = screen;
  await page.goto('/login');
  await fillLogin(company.email, 'errada-1');
  await toast('Erro no login');
  await toast('Email ou senha incorretos');
  await fillLogin(company.email.toUpperCase(), company.password);
  await toast('Login realizado com sucesso!');
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
});

test('redirects a signed-out visitor from a protected page to /login, with a toast', {
  tags: ['§2.1', '§8.9', '§9.5'],
}, async () => {
  const { page } = screen;
  await page.goto('/campaigns');
  await toast('Acesso Negado');
  await toast('Você precisa estar logado para acessar esta página.');
  await page.waitForURL('**/login');
});

test('hides Campaigns from a viewer, redirects from its URL, and answers 403 to a create', {
  tags: ['§6', '§8.10'],
}, async () => {
  const { page } = screen;
  await signIn(page, await createColleague(company, 'viewer'));
  await page.goto('/');
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  expect(await menu()).not.toContain('Campaigns');
  await page.goto('/campaigns');
  await toast('Permissão Insuficiente');
  await toast('Você não tem permissão para acessar esta página.');
  await page.waitForURL(`${url}/`);
  const refused = await page.request.post('/api/campaigns', { data: { name: 'Pela porta dos fundos' } });
  expect(refused.status()).toBe(403);
});

test('lets an editor see and create campaigns', async () => {
  const { page } = screen;
  await signIn(page, await createColleague(company, 'editor'));
  await page.goto('/campaigns');
  await page.getByRole('button', { name: 'Nova campanha' }).first().waitFor();
  expect(await menu()).toContain('Campaigns');
});

test('ends the session on the server and clears the screen on sign-out', { tags: ['§4'] }, async () => {
  const { page } = screen;
  await signIn(page, company);
  await page.goto('/');
  await page.getByRole('button', { name: /^Menu de / }).click();
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  await page.getByRole('button', { name: 'Entrar' }).waitFor();
  expect((await page.request.get('/api/auth/user')).status()).toBe(401);
});

test('reports broken rules of a registration in the specified order, and a taken tenant URL', {
  tags: ['§2.4', '§5', '§8.2'],
}, async () => {
  const { page } = screen;
  const person = { ...freshRegistration(), companySlug: company.slug };
  await page.goto('/register');
  const send = () => page.getByRole('button', { name: 'Criar Conta Empresarial' }).click();
  await send();
  await toast('Nome da empresa obrigatório');
  await page.getByLabel('Nome da empresa').fill(person.companyName);
  await page.getByLabel('URL da empresa').fill(person.companySlug);
  await send();
  await toast('Nome completo obrigatório');
  await page.getByLabel('Nome', { exact: true }).fill(person.firstName);
  await page.getByLabel('Sobrenome').fill(person.lastName);
  await send();
  await toast('Email obrigatório');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Senha', { exact: true }).fill('12345');
  await send();
  await toast('Senha muito curta');
  await page.getByLabel('Senha', { exact: true }).fill(person.password);
  await send();
  await toast('Senhas não conferem');
  await page.getByLabel('Confirmar senha').fill(person.password);
  await send();
  await toast('Esta URL já está em uso.');
});

test('shows 404 Page Not Found for an unknown URL when signed in, else the login screen without a toast', {
  tags: ['§2.1'],
}, async () => {
  const { page } = screen;
  await page.goto('/nowhere');
  await page.getByRole('button', { name: 'Entrar' }).waitFor();
  expect(await page.getByText('Acesso Negado').count()).toBe(0);
  await signIn(page, company);
  await page.goto('/nowhere');
  await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor();
});
