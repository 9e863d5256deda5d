/** The settings of tenant and user in the whole product; the rest: `company-screen.test.tsx`, `profile-screen.test.tsx`. */
import { openBrowser, openScreen } from '@tracker/test/kit/browser';
import { eventually } from '@tracker/test/kit/eventually';
import { click, conversion, type RegisteredTenant, registerTenant, signIn } from '@tracker/test/kit/registered-tenant';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

const url = inject('productUrl');
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

async function openAs(person: RegisteredTenant, path: string) {
  const screen = await openScreen(browser, { baseUrl: url });
  await signIn(screen.page, person);
  await screen.page.goto(path);
  return screen;
}

const save = (page: Page) => page.getByRole('button', { name: 'Salvar', exact: true }).click();
const message = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();

async function chooseZone(page: Page, city: string) {
  const field = page.getByRole('combobox', { name: 'Fuso horário' });
  await field.click();
  await field.fill(city);
  await page.getByRole('option', { name: new RegExp(city.replace(' ', '_')) }).click();
}

test('saves name and time zone of the tenant, and then counts the same click on another day', {
  tags: ['§2.16', '§8.8'],
}, async () => {
  const tenant = await registerTenant(url);
  await click(tenant, { tsource: 'facebook' });
  const { page, problems, close } = await openAs(tenant, '/settings/tenant');
  const lastDay = async () => {
    const answer = await page.request.get('/api/performance/metrics-chart?days=1');
    const [day] = (await answer.json()) as { date: string; clicks: number }[];
    expect(day?.clicks).toBe(1);
    return day?.date;
  };
  await page.getByLabel('Nome da empresa').fill('Loja Nova');
  const dayIn = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date());
  // The two clocks are 25 hours apart: never the same day.
  await chooseZone(page, 'Kiritimati');
  await save(page);
  await message(page, 'Configurações salvas');
  await page.getByRole('complementary').or(page.getByRole('navigation')).getByText('Loja Nova').first().waitFor();
  const there = await eventually(lastDay);
  expect(there).toBe(dayIn('Pacific/Kiritimati'));

  await chooseZone(page, 'Pago Pago');
  await save(page);
  const here = await eventually(async () => {
    const day = await lastDay();
    expect(day).not.toBe(there);
    return day;
  });
  expect(here).toBe(dayIn('Pacific/Pago_Pago'));
  expect(problems).toEqual([]);
  await close();
});

test('creates an API key that reads figures, and rejects it once it is revoked', { tags: ['§7.2'] }, async () => {
  const tenant = await registerTenant(url);
  await conversion(tenant, { transaction_id: 'K-1', amount: '97.00' });
  const { page, problems, close } = await openAs(tenant, '/settings/tenant?tab=access');
  await page.getByRole('button', { name: 'Nova chave' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Nome' }).fill('Planilha');
  await dialog.getByRole('button', { name: 'Criar chave' }).click();
  const key = await dialog.getByRole('region', { name: 'Código: chave de API' }).textContent();
  expect(key).toMatch(/^tt_\w{43}$/);
  await dialog.getByRole('button', { name: 'Concluir' }).click();
  await page.getByRole('cell', { name: /^Planilha/ }).waitFor();
  expect(await page.content()).not.toContain(key);

  const read = () => fetch(`${url}/api/performance/summary`, { headers: { authorization: `Bearer ${key}` } });
  await eventually(async () => {
    const answer = await read();
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ revenue: { today: 97 } });
  });

  await page.getByRole('button', { name: 'Revogar Planilha' }).click();
  await dialog.getByRole('button', { name: 'Revogar' }).click();
  await message(page, 'Chave revogada');
  await message(page, 'Nenhuma chave de API');
  expect((await read()).status).toBe(401);
  await page.getByRole('tab', { name: 'Auditoria' }).click();
  await page.getByRole('cell', { name: 'revogou a chave de API “Planilha”' }).waitFor();
  await page.getByRole('cell', { name: 'criou a chave de API “Planilha” (leitura)' }).waitFor();
  expect(problems).toEqual([]);
  await close();
});

test('ends the other sessions when the password changes, and accepts only the new password', {
  tags: ['§5', '§9.6'],
}, async () => {
  const tenant = await registerTenant(url);
  const other = await openAs(tenant, '/');
  await other.page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  const { page, problems, close } = await openAs(tenant, '/profile');
  await page.getByRole('listitem').filter({ hasText: 'Encerrar' }).first().waitFor();
  await page.getByLabel('Senha atual').fill(tenant.password);
  await page.getByLabel('Nova senha', { exact: true }).fill('outra senha');
  await page.getByLabel('Confirmar nova senha').fill('outra senha');
  await page.getByRole('button', { name: 'Alterar senha' }).click();
  await message(page, 'Senha alterada');

  await other.page.getByRole('heading', { name: 'Entrar' }).waitFor();
  await page.getByText('Esta sessão').waitFor();
  await expect(signIn(other.page, tenant)).rejects.toThrow('401');
  await signIn(other.page, { ...tenant, password: 'outra senha' });
  expect([...problems, ...other.problems]).toEqual([]);
  await other.close();
  await close();
});
