/** What of toasts and menus depends on the layout; their timings: `web/src/ui/timings.test.tsx`. */

import { openBrowser, openScreen, type Screen } from '@tracker/test/kit/browser';
import { type RegisteredTenant, registerTenant, signIn } from '@tracker/test/kit/registered-tenant';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';

const url = inject('productUrl');
let browser: Browser;
let tenant: RegisteredTenant;
let screen: Screen;

beforeAll(async () => {
  [browser, tenant] = await Promise.all([openBrowser(), registerTenant(url)]);
});
afterAll(() => browser.close());

beforeEach(async () => {
  screen = await openScreen(browser, { baseUrl: url });
});
afterEach(async () => {
  expect(screen.problems).toEqual([]);
  await screen.close();
});

const toasts = (page: Page) => page.locator('li[data-look]');
const stopClock = (page: Page) => page.evaluate(() => Date.now()).then((now) => page.clock.pauseAt(now + 1_000));

/** The integration screen, where a button shows a toast at once. */
async function openIntegration(): Promise<Page> {
  const { page } = screen;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, tenant);
  await page.clock.install();
  await page.goto('/integration');
  // The code of toasts loads with the first one.
  await makeToast(page);
  await page.getByRole('button', { name: 'Fechar aviso' }).click();
  await toasts(page).waitFor({ state: 'detached' });
  return page;
}

async function makeToast(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Copiar código do script' }).click();
  // Waits for the end of the slide-in animation.
  await toasts(page)
    .first()
    .evaluate((toast) => Promise.all(toast.getAnimations().map((slide) => slide.finished)));
}

describe('toast', () => {
  test('is at most 420 px wide, and never wider than the window', { tags: ['§9.13'] }, async () => {
    const page = await openIntegration();
    await stopClock(page);
    await makeToast(page);
    for (const width of [1440, 800, 390]) {
      await page.setViewportSize({ width, height: 800 });
      const box = await toasts(page).boundingBox();
      expect(box?.width).toBeGreaterThan(200);
      expect(box?.width).toBeLessThanOrEqual(Math.min(420, width));
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
    }
  });
});

describe('user menu', () => {
  async function openMenu(): Promise<Page> {
    const { page } = screen;
    await signIn(page, tenant);
    await page.clock.install();
    await page.goto('/leads');
    await page.getByRole('heading', { name: 'Gestão de Leads' }).waitFor();
    await page.getByRole('button', { name: /^Menu de / }).click();
    await page.getByRole('menuitem', { name: 'Sair' }).waitFor();
    await stopClock(page);
    return page;
  }

  test('opens its submenu after 100 ms of hovering, and keeps it for 300 ms on the way there', {
    tags: ['§9.15'],
  }, async () => {
    const page = await openMenu();
    const theme = page.getByRole('menuitem', { name: 'Tema' });
    const choice = page.getByRole('menuitemradio', { name: 'Escuro' });
    await theme.hover();
    await page.clock.runFor(99);
    expect(await choice.count()).toBe(0);
    await page.clock.runFor(1);
    await choice.waitFor();

    // On its way the pointer crosses another entry.
    const from = await theme.boundingBox();
    const over = await page.getByRole('menuitem', { name: 'Sair' }).boundingBox();
    if (!from || !over) throw new Error('the menu has no place');
    await page.mouse.move(from.x + from.width - 60, from.y + from.height / 2);
    await page.mouse.move(from.x + from.width - 50, from.y + from.height / 2);
    await page.mouse.move(from.x + from.width - 40, over.y + 4);
    await page.clock.runFor(290);
    expect(await choice.count()).toBe(1);
    await page.clock.runFor(10);
    await page.mouse.move(from.x + from.width - 38, over.y + 5);
    await choice.waitFor({ state: 'detached' });
  });
});
