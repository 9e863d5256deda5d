import { openBrowser, openScreen, type Screen } from '@tracker/test/kit/browser';
import { type RegisteredTenant, registerTenant } from '@tracker/test/kit/registered-tenant';
import { generateSync } from 'otplib';
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

test('is switched on with an authenticator app, and the next sign-in needs a code', async () => {
  const { page } = screen;
  const enterPassword = async ({ page }: Screen) => {
    await page.goto('/login');
    await page.getByRole('heading', { name: 'Entrar' }).waitFor();
    await page.getByLabel('Email').fill(tenant.email);
    await page.getByLabel('Senha', { exact: true }).fill(tenant.password);
    await page.getByRole('button', { name: 'Entrar' }).click();
  };
  await enterPassword(screen);
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();

  await page.goto('/profile');
  await page.getByRole('heading', { name: 'Meu perfil' }).waitFor();
  await page.getByRole('button', { name: 'Ativar' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('img', { name: 'Código QR para o aplicativo autenticador' }).waitFor();
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await dialog.getByLabel('Código do aplicativo').fill(generateSync({ secret }));
  await dialog.getByRole('button', { name: 'Ativar' }).click();
  const codes = dialog.getByRole('list', { name: 'Códigos de recuperação' }).getByRole('listitem');
  await codes.first().waitFor();
  const [recoveryCode = ''] = await codes.allTextContents();
  await dialog.getByRole('button', { name: 'Guardei os códigos' }).click();
  await page.getByText('Restam 10 códigos de recuperação').waitFor();

  const other = await openScreen(browser, { baseUrl: url });
  await enterPassword(other);
  await other.page.getByRole('heading', { name: 'Verificação em duas etapas' }).waitFor();
  expect((await other.page.request.get('/api/auth/user')).status()).toBe(401);
  await other.page.getByRole('button', { name: 'Usar um código de recuperação' }).click();
  await other.page.getByLabel('Código de recuperação', { exact: true }).fill(recoveryCode);
  await other.page.getByRole('button', { name: 'Entrar' }).click();
  await other.page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  expect(other.problems).toEqual([]);
  await other.close();
});
