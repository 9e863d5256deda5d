/** What only a browser knows: colours, sizes and what is visible. The component tests check the structure of all states. */
import { openBrowser, openScreens, type Screens, seriousFindings } from '@tracker/test/kit/browser';
import { registerConnectedTenant } from '@tracker/test/kit/facebook-tenant';
import {
  click,
  conversion,
  type RegisteredTenant,
  registerTenant,
  resumeSession,
} from '@tracker/test/kit/registered-tenant';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { SCREENS, type ScreenCase } from './screens.ts';

let browser: Browser;
let screens: Screens;
let people: Record<ScreenCase['as'], RegisteredTenant | null>;
const url = inject('productUrl');

beforeAll(async () => {
  browser = await openBrowser();
  screens = await openScreens(browser, { baseUrl: url });
  const [busy, fresh] = [await registerTenant(url), await registerTenant(url)];
  const clickId = await click(busy, { utm_source: 'facebook', sub1: '1', sub4: 'Vídeo 1' });
  await conversion(busy, { transaction_id: 'A-1', amount: '120.00', click_id: clickId });
  people = { visitor: null, busy, new: fresh, connected: await registerConnectedTenant(url) };
});
afterAll(() => browser.close());

/** States that close when the window becomes narrow and must be reopened. */
const REOPENED = new Set(['user-menu']);

/** Rules whose result changes with the theme or the width; the structure is the same. */
const LOOKS = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable'];

/** Both themes and both window sizes in one test: colours do not depend on the width. */
test.each(SCREENS.filter(({ pictureOnly }) => !pictureOnly))(
  'has no serious axe finding on $name, wide and light or narrow and dark',
  async (screen) => {
    const { page, problems, close } = await screens.open();
    onTestFinished(close);
    const person = people[screen.as];
    if (person) await resumeSession(page, person);
    await page.goto(screen.path);
    await screen.ready(page);
    await expectAccessible(page);

    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 360, height: 740 });
    if (REOPENED.has(screen.name)) {
      await page.goto(screen.path);
      await screen.ready(page);
    }
    await expectAccessible(page, LOOKS);
    expect(await smallTargets(page)).toEqual([]);
    expect(problems).toEqual([]);
  },
);

/** Controls that are too small for a thumb. Links in a text may be: they are as high as its lines. */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const controls = document.querySelectorAll('button, summary, textarea, [role=option], [role^=menuitem], a, input');
    const isInText = (control: Element) => getComputedStyle(control).display === 'inline';
    return [...controls].flatMap((control) => {
      const { width, height } = control.getBoundingClientRect();
      const isSmall = width > 1 && height > 1 && (width < 44 || height < 44);
      const isLabelled = control.matches('[type=checkbox], [type=radio]');
      return isSmall && !isLabelled && !isInText(control) && !control.closest('.sr-only') ? [control.outerHTML] : [];
    });
  });

/** No serious axe finding, and no horizontal scrolling. */
async function expectAccessible(page: Page, rules?: string[]): Promise<void> {
  // A colour in transition belongs to neither theme.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((one) => one instanceof CSSTransition)
        .map((one) => one.finished),
    ),
  );
  expect(await seriousFindings(page, rules)).toEqual([]);
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return { scrollWidth, clientWidth };
  });
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
}
