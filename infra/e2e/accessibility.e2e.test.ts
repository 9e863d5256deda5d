import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { openBrowser, openScreen, openTab, type Screen, seriousFindings } from './browser.ts';
import { type Company, click, registerCompany, sale, signIn } from './company.ts';
import { registerConnectedCompany } from './facebook-company.ts';
import { SCREENS, type ScreenCase } from './screens.ts';

let browser: Browser;
/** One browser window a person: a page in a new one would load and compile the whole app again. */
let windows: Record<ScreenCase['as'], Screen>;
const url = inject('productUrl');

beforeAll(async () => {
  browser = await openBrowser();
  const [busy, fresh] = [await registerCompany(url), await registerCompany(url)];
  const clickId = await click(busy, { utm_source: 'facebook', sub1: '1', sub4: 'Vídeo 1' });
  await sale(busy, { transaction_id: 'A-1', amount: '120.00', click_id: clickId });
  const windowOf = async (person?: Company) => {
    const screen = await openScreen(browser, { baseUrl: url });
    if (person) await signIn(screen.page, person);
    return screen;
  };
  windows = {
    visitor: await windowOf(),
    busy: await windowOf(busy),
    new: await windowOf(fresh),
    connected: await windowOf(await registerConnectedCompany(url)),
  };
});
afterAll(() => browser.close());

/** What closes when the window becomes narrow has to be opened again there. */
const REOPENED = new Set(['user-menu']);

/** Both themes and both ends of the sizes in one visit: colours are the same at every width. */
test.each(SCREENS)('$name: axe finds nothing serious, wide and light or narrow and dark', async (screen) => {
  const { problems } = windows[screen.as];
  problems.length = 0;
  const page = await openTab(windows[screen.as]);
  onTestFinished(() => page.close());
  await page.goto(screen.path);
  await screen.ready(page);
  await expectAccessible(page);

  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 360, height: 740 });
  if (REOPENED.has(screen.name)) {
    await page.goto(screen.path);
    await screen.ready(page);
  }
  await expectAccessible(page);
  expect(problems).toEqual([]);
});

/** Nothing serious to axe, and nothing scrolls sideways. */
async function expectAccessible(page: Page): Promise<void> {
  // A colour on its way from one theme to the other is neither's.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((one) => one instanceof CSSTransition)
        .map((one) => one.finished),
    ),
  );
  expect(await seriousFindings(page)).toEqual([]);
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return { scrollWidth, clientWidth };
  });
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
}
