import { openBrowser, openScreen, type Screen } from '@tracker/test/kit/browser';
import { eventually } from '@tracker/test/kit/eventually';
import { type MailServer, startMailServer } from '@tracker/test/kit/mail-server';
import { type Product, startProduct } from '@tracker/test/kit/product';
import { freshRegistration } from '@tracker/test/kit/registered-tenant';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';

let mails: MailServer;
let product: Product;
let browser: Browser;
let screen: Screen;

beforeAll(async () => {
  mails = await startMailServer();
  [product, browser] = await Promise.all([
    startProduct({ demoData: false, smtpUrl: mails.url, migratedDir: inject('migratedDir') }),
    openBrowser(),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await mails?.close();
});
beforeEach(async () => {
  screen = await openScreen(browser, { baseUrl: product.url });
});
afterEach(async () => {
  expect(screen.problems).toEqual([]);
  await screen.close();
});

/** The address in the mail with this subject. */
const linkIn = (subject: string) =>
  eventually(() => {
    const mail = mails.mails.find((one) => one.subject === subject);
    const link = /http:\S+token=[\w-]+/.exec(mail?.text ?? '')?.[0];
    if (link === undefined) throw new Error(`no mail '${subject}' yet`);
    return link;
  });

test('confirms the e-mail after the registration, and replaces a forgotten password', async () => {
  const { page } = screen;
  const registration = freshRegistration();
  await page.goto('/register');
  await page.getByLabel('Nome da empresa').fill(registration.companyName);
  await page.getByLabel('URL da empresa').fill(registration.companySlug);
  await page.getByLabel('Nome', { exact: true }).fill(registration.firstName);
  await page.getByLabel('Sobrenome').fill(registration.lastName);
  await page.getByLabel('Email').fill(registration.email);
  for (const password of ['Senha', 'Confirmar senha']) {
    await page.getByLabel(password, { exact: true }).fill(registration.password);
  }
  await page.getByRole('button', { name: 'Criar Conta Empresarial' }).click();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await page.getByText('Confirme o seu email pelo link').waitFor();

  await page.goto(await linkIn('Confirme o seu email no Traffic Tracker'));
  await page.getByRole('heading', { name: 'Email confirmado' }).waitFor();
  await page.getByRole('link', { name: 'Ir para o Dashboard' }).click();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  expect(await page.getByText('Confirme o seu email').count()).toBe(0);

  const visitor = await openScreen(browser, { baseUrl: product.url });
  await visitor.page.goto('/login');
  await visitor.page.getByRole('link', { name: 'Esqueci minha senha' }).click();
  // The sign-in screen, which this link leaves, has a field of the same name.
  await visitor.page.getByRole('heading', { name: 'Esqueci minha senha' }).waitFor();
  await visitor.page.getByLabel('Email').fill(registration.email);
  await visitor.page.getByRole('button', { name: 'Enviar link' }).click();
  await visitor.page.getByRole('heading', { name: 'Confira o seu email' }).waitFor();
  await visitor.page.goto(await linkIn('Nova senha do Traffic Tracker'));
  for (const password of ['Nova senha', 'Confirmar nova senha']) {
    await visitor.page.getByLabel(password, { exact: true }).fill('uma-senha-bem-nova');
  }
  await visitor.page.getByRole('button', { name: 'Alterar senha' }).click();
  await visitor.page.waitForURL('**/login');
  // The session of the other browser ended with the old password.
  await page.getByRole('button', { name: 'Entrar' }).waitFor();
  await visitor.page.getByLabel('Email').fill(registration.email);
  await visitor.page.getByLabel('Senha', { exact: true }).fill('uma-senha-bem-nova');
  await visitor.page.getByRole('button', { name: 'Entrar' }).click();
  await visitor.page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  expect(visitor.problems).toEqual([]);
  await visitor.close();
});
