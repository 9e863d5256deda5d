/** A person of two companies: every address says which one it is about. */

import { TENANT_PARAMETER } from '@tracker/schemas/contracts/wanted-tenant';
import { openBrowser, openScreen, openTab, type Screen } from '@tracker/test/kit/browser';
import { type RegisteredTenant, registerTenant, signIn } from '@tracker/test/kit/registered-tenant';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { opened } from './screens/screen-case.ts';

const url = inject('productUrl');
let browser: Browser;
let blue: RegisteredTenant;
let green: string;
let screen: Screen;

beforeAll(async () => {
  browser = await openBrowser();
  blue = await registerTenant(url);
});
afterAll(() => browser.close());

beforeEach(async () => {
  screen = await openScreen(browser, { baseUrl: url });
  await signIn(screen.page, blue);
  if (green === undefined) {
    const slug = `verde-${blue.slug}`;
    const made = await screen.page.request.post('/api/companies', { data: { name: 'Verde', slug } });
    expect(made.status()).toBe(201);
    green = (await made.json()).id;
    // Sent by a program: the session is of the first company again.
    await signIn(screen.page, blue);
  }
});
afterEach(() => screen.close());

const tenantIn = (page: Page) => new URL(page.url()).searchParams.get(TENANT_PARAMETER);

/** The menu entry opens another tab. */
async function inNewTab(page: Page, entry: string): Promise<Page> {
  const tab = page.context().waitForEvent('page');
  await page.getByRole('link', { name: entry, exact: true }).click({ modifiers: ['ControlOrMeta'] });
  return tab;
}

test('a new tab is of the company of the tab that it was opened from, not of the one used last', async () => {
  const { page } = screen;
  await page.goto(`/?${TENANT_PARAMETER}=${blue.tenantId}`);
  await opened(page, 'Dashboard');
  const other = await openTab(screen);
  await other.goto(`/click-logs?${TENANT_PARAMETER}=${green}`);
  await opened(other, 'Logs de Clicks');

  const tab = await inNewTab(page, 'Leads');
  await opened(tab, 'Gestão de Leads');
  expect(tenantIn(tab)).toBe(blue.tenantId);
  // Each holds a stream, and a browser has six connections to a server without HTTP/2.
  await Promise.all([tab.close(), page.close()]);
  const second = await inNewTab(other, 'Leads');
  await opened(second, 'Gestão de Leads');
  expect(tenantIn(second)).toBe(green);
});

test('the address bar names the company at once, keeps filters as they are written, and can be sent to a colleague', async () => {
  const { page } = screen;
  await page.goto('/analytics?f=source:is:facebook');
  await opened(page, 'Analytics');
  await page.waitForURL(({ search }) => search.includes(TENANT_PARAMETER));
  expect(new URL(page.url()).search).toContain('f=source:is:facebook');
  const named = tenantIn(page);
  await page.getByRole('link', { name: 'Leads', exact: true }).click();
  await opened(page, 'Gestão de Leads');
  expect(tenantIn(page)).toBe(named);
  await page.goBack();
  await opened(page, 'Analytics');
  expect(new URL(page.url()).search).toContain('f=source:is:facebook');
  await page.reload();
  await opened(page, 'Analytics');
  expect(tenantIn(page)).toBe(named);
});

test('a person who is not in the company reads it, and is in their own', async () => {
  const stranger = await registerTenant(url);
  const own = await openScreen(browser, { baseUrl: url });
  await signIn(own.page, stranger);
  await own.page.goto(`/leads?${TENANT_PARAMETER}=${blue.tenantId}`);
  await own.page.getByText('Você não faz parte desta empresa', { exact: true }).first().waitFor();
  await opened(own.page, 'Dashboard');
  expect(tenantIn(own.page)).toBe(stranger.tenantId);
  await own.close();
});

test('a session that ended under an address leads back to its company', async () => {
  const { page } = screen;
  await page.goto(`/leads?${TENANT_PARAMETER}=${green}`);
  await opened(page, 'Gestão de Leads');
  await page.context().clearCookies();
  await page.goto(`/leads?${TENANT_PARAMETER}=${green}`);
  await page.waitForURL('**/login');
  await page.getByLabel('Email').fill(blue.email);
  await page.getByLabel('Senha', { exact: true }).fill(blue.password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await opened(page, 'Gestão de Leads');
  expect(tenantIn(page)).toBe(green);
});
