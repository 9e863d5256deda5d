/**
 * Keyboard alone: Tab, arrows, Enter, Space and Escape from the top of each page, without clicks and without focus by script. More
 * flows by keyboard are in the screen tests; that Tab reaches everything is in `accessibility.e2e.test.ts`.
 */
import { openBrowser, openScreens, type Screen, type Screens, takesFocus } from '@tracker/test/kit/browser';
import { eventually } from '@tracker/test/kit/eventually';
import { type RegisteredTenant, registerTenant, signIn } from '@tracker/test/kit/registered-tenant';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';

const url = inject('productUrl');
/** More stops than any screen has. */
const STOPS_MAX = 250;
let browser: Browser;
let screens: Screens;
let tenant: RegisteredTenant;
let screen: Screen;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  screens = await openScreens(browser, { baseUrl: url });
  tenant = await registerTenant(url);
  const lead = { name: 'Maria José', email: 'maria@example.com', campaign_id: tenant.campaignId };
  expect((await fetch(`${url}/leads`, { method: 'POST', body: new URLSearchParams(lead) })).status).toBe(201);
});
afterAll(() => browser.close());

beforeEach(async () => {
  screen = await screens.open();
  page = screen.page;
  return async () => {
    expect(screen.problems).toEqual([]);
    await screen.close();
  };
});

const press = (...keys: string[]) =>
  keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
const type = (text: string) => page.keyboard.type(text);
const isFocused = (locator: Locator) =>
  locator.evaluateAll((elements) => elements.some((element) => element === document.activeElement));

/** Presses Tab until the element has the focus. */
async function tabTo(locator: Locator): Promise<void> {
  await locator.first().waitFor();
  for (let stops = 0; stops < STOPS_MAX; stops += 1) {
    if (await isFocused(locator)) return;
    await press('Tab');
  }
  throw new Error(`${locator} is not reached by Tab`);
}
const button = (name: string | RegExp, within: Page | Locator = page) => within.getByRole('button', { name });
const field = (name: string, within: Page | Locator = page) => within.getByRole('textbox', { name, exact: true });
const dialog = () => page.getByRole('dialog');

async function pressOn(locator: Locator, key = 'Enter'): Promise<void> {
  await tabTo(locator);
  await press(key);
}
/** A second Enter would arrive after the list has closed and open it again. */
async function pressOnce(key: string, focused: Locator): Promise<void> {
  await press(key);
  await focused.waitFor({ state: 'detached' });
}
/** The focus follows an arrow key with a delay: the next key waits for it. */
async function arrowTo(wanted: Locator): Promise<void> {
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  for (let stops = 0; stops < 20 && !(await isFocused(wanted)); stops += 1) {
    const before = await focused();
    await press('ArrowDown');
    await eventually(async () => expect(await focused()).not.toBe(before));
  }
}
async function choose(list: Locator, option: string): Promise<void> {
  await pressOn(list);
  const wanted = page.getByRole('option', { name: option, exact: true });
  await wanted.waitFor();
  // The list takes the focus some renders before it handles keys: then one of its options has it.
  await takesFocus(page.getByRole('option'));
  await press('Home');
  await takesFocus(page.getByRole('option').first());
  await arrowTo(wanted);
  await pressOnce('Enter', wanted);
  // Until then a Tab starts from nowhere, and typed text goes to the list.
  await takesFocus(list);
}
const shown = (text: string) => page.getByText(text, { exact: true }).first().waitFor();

test('signs in, moves between screens, creates a campaign and signs out', async () => {
  await page.goto('/login');
  await tabTo(field('Email'));
  await type(tenant.email);
  await press('Tab');
  await type(tenant.password);
  await press('Enter');
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();

  await pressOn(page.getByRole('link', { name: 'Ir para o conteúdo' }));
  await takesFocus(page.locator('#content'));
  await press('Control+Home');
  await page.reload();
  await pressOn(page.getByRole('link', { name: 'Campaigns' }));
  const newCampaign = button('Nova campanha').first();
  await pressOn(newCampaign);
  await dialog().locator(':focus').waitFor();
  await pressOnce('Escape', dialog());
  await takesFocus(newCampaign);
  await press('Enter');
  await tabTo(field('Nome', dialog()));
  await type('Pelo teclado');
  await press('Enter');
  await page.getByRole('heading', { name: 'Pelo teclado' }).waitFor();

  await page.reload();
  await pressOn(button(/^Menu de /));
  const signOut = page.getByRole('menuitem', { name: 'Sair' });
  await signOut.waitFor();
  await arrowTo(signOut);
  await pressOnce('Enter', signOut);
  await button('Entrar').waitFor();
});

test('edits the status and the notes of a lead', async () => {
  await signIn(page, tenant);
  await page.goto('/leads');
  await page.getByRole('article', { name: 'Maria José' }).waitFor();
  const edit = button(/^Editar Status/);
  await pressOn(edit);
  await choose(dialog().getByRole('combobox', { name: 'Status' }), 'Qualificado');
  await tabTo(field('Observações', dialog()));
  await type('Ligou de volta');
  await pressOn(button('Salvar', dialog()));
  await page.getByRole('article').getByText('Qualificado').waitFor();
  await pressOn(button(/^Histórico/));
  await shown('Ligou de volta');
});
