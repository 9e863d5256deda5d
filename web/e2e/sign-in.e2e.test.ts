import { openBrowser, openScreen, type Screen } from '@tracker/test/kit/browser';
import { type RegisteredTenant, registerTenant, signIn } from '@tracker/test/kit/registered-tenant';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';

let browser: Browser;
let screen: Screen;
let tenant: RegisteredTenant;
const url = inject('productUrl');

beforeAll(async () => {
  browser = await openBrowser();
  tenant = await registerTenant(url);
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
  await fillLogin(tenant.email, 'errada-1');
  await toast('Erro no login');
  await toast('Email ou senha incorretos');
  await fillLogin(tenant.email.toUpperCase(), tenant.password);
  await toast('Login realizado com sucesso!');
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
});

test('ends the session on the server and clears the screen on sign-out', { tags: ['§4'] }, async () => {
  const { page } = screen;
  await signIn(page, tenant);
  await page.goto('/');
  await page.getByRole('button', { name: /^Menu de / }).click();
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  await page.getByRole('button', { name: 'Entrar' }).waitFor();
  expect((await page.request.get('/api/auth/user')).status()).toBe(401);
});
