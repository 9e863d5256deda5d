/** An open tab when its session ends elsewhere, and when the server goes down and comes back. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBrowser, openScreen, openTab, type Screen, shownByPoll } from '@tracker/test/kit/browser';
import { type Product, startProduct } from '@tracker/test/kit/product';
import { click, conversion, registerTenant, signIn } from '@tracker/test/kit/registered-tenant';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { loaded, opened } from './screens/screen-case.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const dashboard = async (page: Page) => {
  await opened(page, 'Dashboard');
};

describe('sign-out in another tab', () => {
  let screen: Screen;
  const url = inject('productUrl');

  beforeEach(async () => {
    screen = await openScreen(browser, { baseUrl: url });
    await signIn(screen.page, await registerTenant(url));
  });
  afterEach(() => screen.close());

  const signOut = async (page: Page) => {
    await page.goto('/');
    await page.getByRole('button', { name: /^Menu de / }).click();
    await page.getByRole('menuitem', { name: 'Sair' }).click();
    await page.getByRole('button', { name: 'Entrar' }).waitFor();
  };

  test('replaces the dashboard with the login screen at once, with a toast and without a flicker', {
    tags: ['§2.1', '§4', '§8.9'],
  }, async () => {
    const tab = await openTab(screen);
    // A tab that has been open for a moment has preloaded the login screen.
    const loginAtHand = tab.waitForResponse(/login-screen.*\.js/);
    await tab.clock.install();
    await tab.goto('/');
    await dashboard(tab);
    await tab.clock.fastForward(2_000);
    await loginAtHand;
    const seen = await watchScreens(tab);
    await signOut(screen.page);
    await tab.getByText('Acesso Negado', { exact: true }).first().waitFor();
    await tab.waitForURL('**/login');
    await tab.getByRole('button', { name: 'Entrar' }).waitFor();
    expect(await seen()).toEqual(['dashboard', 'login']);
    expect(screen.problems).toEqual([]);
  });

  test('is noticed at the next poll when the live connection is down', { tags: ['§9.3', '§8.9'] }, async () => {
    const tab = await openTab(screen);
    await tab.route('**/api/live*', (route) => route.abort());
    await tab.clock.install();
    await tab.goto('/');
    await dashboard(tab);
    await signOut(screen.page);
    expect(await tab.getByRole('heading', { name: 'Dashboard' }).count()).toBe(1);
    await tab.clock.fastForward(30_000);
    await tab.getByText('Acesso Negado', { exact: true }).first().waitFor();
    await tab.clock.fastForward(500);
    await tab.waitForURL('**/login');
    await tab.getByRole('button', { name: 'Entrar' }).waitFor();
  });
});

describe('server that goes away', () => {
  let product: Product;
  let dataDir: string;

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'tracker-e2e-away-'));
    product = await startProduct({ demoData: false, dataDir, migratedDir: inject('migratedDir') });
  });
  afterAll(async () => {
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('marks the dashboard’s figures as possibly outdated, and refreshes them when the server is back', async () => {
    const tenant = await registerTenant(product.url);
    const { page, problems, close } = await openScreen(browser, { baseUrl: product.url });
    await signIn(page, tenant);
    await page.clock.install();
    await page.goto('/');
    await dashboard(page);
    const clickId = await click(tenant);
    await conversion(tenant, { transaction_id: 'A-1', amount: '120.00', click_id: clickId });
    const revenue = page.locator('dl > div, article, li').filter({ hasText: 'Receita Hoje' }).first();
    await revenue.getByText('120,00').waitFor();
    // Its chart and its lower half, whose code loads last.
    await page.getByRole('region', { name: 'Métricas Diárias' }).locator('figure svg').first().waitFor();
    await page.getByRole('heading', { name: 'Geografia' }).waitFor();
    await loaded(page);
    const seen = await watchScreens(page);

    await product.kill();
    const stale = page.getByText('Estes números podem estar desatualizados.').first();
    await stale.waitFor();
    expect(await revenue.getByText('120,00').count()).toBe(1);

    product = await startProduct({ demoData: false, dataDir, port: Number(new URL(product.url).port) });
    await conversion(tenant, { transaction_id: 'A-2', amount: '80.00', click_id: clickId });
    await shownByPoll(revenue.getByText('200,00'));
    await shownByPoll(stale, 'detached');
    expect(await seen()).toEqual(['dashboard']);
    // The browser itself logs each call without a response.
    expect(problems.filter((problem) => !/net::ERR_/.test(problem))).toEqual([]);
    await close();
  });
});

/** The screens that the page has shown since, in order: a flicker is an entry too. */
async function watchScreens(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const seen: string[] = [];
    const look = () => {
      const title = document.querySelector('h1')?.textContent ?? '';
      const failed = /Não foi possível carregar|O servidor não respondeu/.test(document.body.textContent);
      const now = failed
        ? 'failure'
        : title === 'Dashboard'
          ? 'dashboard'
          : title === 'Entrar'
            ? 'login'
            : `other: ${title}`;
      if (seen.at(-1) !== now) seen.push(now);
    };
    look();
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    Object.assign(window, { seenScreens: seen });
  });
  return () => page.evaluate(() => (window as unknown as { seenScreens: string[] }).seenScreens);
}
