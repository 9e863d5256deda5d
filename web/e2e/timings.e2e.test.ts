/** Toasts, tooltips and menus, to the millisecond: the page's clock is paused and advanced by the test. */

import { openBrowser, openScreen, type Screen } from '@tracker/test/kit/browser';
import { type Company, registerCompany, signIn } from '@tracker/test/kit/company';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';

const url = inject('productUrl');
let browser: Browser;
let company: Company;
let screen: Screen;

beforeAll(async () => {
  [browser, company] = await Promise.all([openBrowser(), registerCompany(url)]);
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
const viewport = (page: Page) => page.getByRole('region', { name: 'Avisos (F8)' });
const stopClock = (page: Page) => page.evaluate(() => Date.now()).then((now) => page.clock.pauseAt(now + 1_000));

/** The campaigns screen, where a button shows a toast at once. */
async function openCampaigns(): Promise<Page> {
  const { page } = screen;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, company);
  await page.clock.install();
  await page.goto('/campaigns');
  // The code of toasts loads with the first one.
  await makeToast(page);
  await page.getByRole('button', { name: 'Fechar aviso' }).click();
  await toasts(page).waitFor({ state: 'detached' });
  return page;
}

async function makeToast(page: Page): Promise<void> {
  await page
    .getByRole('article')
    .getByRole('button', { name: /^Copiar/ })
    .first()
    .click();
  // Waits for the end of the slide-in animation.
  await toasts(page)
    .first()
    .evaluate((toast) => Promise.all(toast.getAnimations().map((slide) => slide.finished)));
}

describe('toast', () => {
  test('lasts 5000 ms', { tags: ['§9.10'] }, async () => {
    const page = await openCampaigns();
    await stopClock(page);
    await makeToast(page);
    await page.mouse.move(300, 5);
    await page.clock.runFor(4_990);
    expect(await toasts(page).count()).toBe(1);
    await page.clock.runFor(20);
    await toasts(page).waitFor({ state: 'detached' });
  });

  test('is replaced by the next one', { tags: ['§4', '§9.9'] }, async () => {
    const page = await openCampaigns();
    await makeToast(page);
    await page.getByRole('button', { name: 'Nova campanha' }).first().click();
    await page.getByRole('dialog').getByLabel('Nome').fill('Outra');
    await page.getByRole('button', { name: 'Criar campanha' }).click();
    await toasts(page).getByText('Campanha criada').waitFor();
    expect(await toasts(page).count()).toBe(1);
  });

  test('takes the focus by F8, and is closed by Escape', { tags: ['§9.12'] }, async () => {
    const page = await openCampaigns();
    await makeToast(page);
    await page.keyboard.press('F8');
    await viewport(page).locator(':focus').waitFor();
    await page.keyboard.press('Tab');
    await toasts(page)
      .locator(':focus')
      .or(toasts(page).and(page.locator(':focus')))
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await toasts(page).waitFor({ state: 'detached' });
  });

  test('is dismissed by a swipe of 50 px, not less', { tags: ['§9.11'] }, async () => {
    const page = await openCampaigns();
    await stopClock(page);
    await makeToast(page);
    const box = await toasts(page).boundingBox();
    const [x, y] = [(box?.x ?? 0) + 60, (box?.y ?? 0) + (box?.height ?? 0) / 2];
    const swipe = async (px: number) => {
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + px, y, { steps: 6 });
      await page.mouse.up();
    };
    await swipe(48);
    expect(await toasts(page).count()).toBe(1);
    await swipe(51);
    await toasts(page).waitFor({ state: 'detached' });
  });

  test('is at most 420 px wide, and never wider than the window', { tags: ['§9.13'] }, async () => {
    const page = await openCampaigns();
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

test('shows a tooltip after 700 ms, at once within 300 ms of the last one, and after 700 ms again', {
  tags: ['§9.14'],
}, async () => {
  const { page } = screen;
  await signIn(page, company);
  await page.clock.install();
  await page.goto('/');
  const trigger = page.getByRole('button', { name: /Ao vivo|A cada 30 s/ });
  await trigger.getByText('atualizado às').waitFor();
  await stopClock(page);
  const tooltip = page.getByRole('tooltip');
  const away = () => page.mouse.move(700, 700, { steps: 5 });

  await away();
  await trigger.hover();
  await page.clock.runFor(699);
  expect(await tooltip.count()).toBe(0);
  await page.clock.runFor(1);
  await tooltip.waitFor();
  await away();
  await tooltip.waitFor({ state: 'detached' });
  await page.clock.runFor(290);
  await trigger.hover();
  await tooltip.waitFor();
  await away();
  await tooltip.waitFor({ state: 'detached' });
  await page.clock.runFor(300);
  await trigger.hover();
  await page.clock.runFor(699);
  expect(await tooltip.count()).toBe(0);
});

describe('user menu', () => {
  async function openMenu(): Promise<Page> {
    const { page } = screen;
    await signIn(page, company);
    await page.clock.install();
    await page.goto('/leads');
    await page.getByRole('heading', { name: 'Gestão de Leads' }).waitFor();
    await page.getByRole('button', { name: /^Menu de / }).click();
    await page.getByRole('menuitem', { name: 'Sair' }).waitFor();
    await stopClock(page);
    return page;
  }
  const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim());

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

  test('finds entries by typed letters, and resets the search after 1000 ms', { tags: ['§9.15'] }, async () => {
    const page = await openMenu();
    await page.keyboard.press('m');
    await page.clock.runFor(10);
    expect(await focused(page)).toBe('Meu perfil');
    await page.clock.runFor(980);
    await page.keyboard.press('s');
    await page.clock.runFor(990);
    expect(await focused(page)).toBe('Meu perfil');
    await page.clock.runFor(20);
    await page.keyboard.press('s');
    await page.clock.runFor(10);
    expect(await focused(page)).toBe('Sair');
  });
});
