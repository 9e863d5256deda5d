/** What only a browser knows: colours, sizes, what is visible, what has the focus and what moves. The screen tests check the structure of all states. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { openBrowser, openScreens, type Screens } from '@tracker/test/kit/browser';
import { registerConnectedTenant } from '@tracker/test/kit/facebook-tenant';
import {
  click,
  conversion,
  cookieOf,
  createColleague,
  type RegisteredTenant,
  registerTenant,
  resumeSession,
} from '@tracker/test/kit/registered-tenant';
import { STORIES } from '@tracker/test/kit/stories';
import type axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { loaded } from './screens/screen-case.ts';
import { SCREENS, type ScreenCase } from './screens.ts';
import { expectWalked } from './tab-walk.ts';

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
  await createColleague(busy, 'viewer');
  const lead = { name: 'Ana Prado', email: 'ana.prado@example.com', campaign_id: busy.campaignId };
  await fetch(`${url}/leads`, { method: 'POST', body: new URLSearchParams(lead) });
  // What comes late on screens with filters.
  const cookie = await cookieOf(busy);
  for (const name of ['analytics', 'click-logs', 'conversion-logs']) {
    const view = {
      name: 'Anúncios no celular',
      screen: name,
      search: 'f=device:is:mobile',
      shared: true,
      isDefault: false,
    };
    const headers = { 'content-type': 'application/json', cookie, origin: url };
    await fetch(`${url}/api/views`, { method: 'POST', headers, body: JSON.stringify(view) });
  }
  people = { visitor: null, busy, new: fresh, connected: await registerConnectedTenant(url) };
});
afterAll(() => browser.close());

/** States that close when the window becomes narrow and must be reopened. */
const REOPENED = new Set(['user-menu']);

/** The rules of axe that need a layout, or the page around the app. `expectAccessible` of the screen tests has the others. */
const RULES = [
  ...['color-contrast', 'link-in-text-block', 'scrollable-region-focusable'],
  ...['document-title', 'html-has-lang', 'html-lang-valid', 'meta-viewport'],
];

/** Google's limit for a page that holds still is 0.1. */
const SHIFT_MAX = 0.05;

const CASES = SCREENS.filter(({ pictureOnly }) => !pictureOnly);
/** The loading of each path is measured once, and its controls walked; of the ad platform's screen also with a connection. */
const pathOf = ({ path, as }: ScreenCase) => `${path.split('?')[0]} ${path.startsWith('/facebook') && as}`;
// A link of a mail shows nothing before its answer, and then one card.
const MEASURED = new Set(
  [...Map.groupBy(CASES, pathOf).values()].map(([first]) => first).filter((one) => one?.name !== 'confirm-email'),
);

/** People open these on a phone; narrow, they have jumped before. */
const MEASURED_NARROW = new Set(['dashboard', 'conversion-logs-open', 'facebook-list']);

/**
 * Axe takes most of the time. It judges the first state of each path in both looks, in a usual run the others in one of the two, in turn, and in the
 * nightly run all in both. What is cut off, or too small for a thumb, is measured of every state.
 */
const IN_TURN = CASES.filter((one) => !MEASURED.has(one) && !one.hasOwnRoles && !one.holdsStill && STORIES === 1);
const isJudged = (screen: ScreenCase, look: 'wide' | 'narrow') => {
  const turn = IN_TURN.indexOf(screen);
  return turn < 0 || (turn % 2 === 0) === (look === 'wide');
};

/** Both themes and both window sizes in one test: colours do not depend on the width. */
test.each(CASES)('is readable, within reach and still on $name, wide and light or narrow and dark', async (screen) => {
  const { page, problems, close } = await screens.open();
  onTestFinished(close);
  const person = people[screen.as];
  if (person) await resumeSession(page, person);
  if (MEASURED.has(screen)) {
    await loadStill(page, screen.path);
    await expectWalked(page);
  } else if (screen.holdsStill) await loadStill(page, screen.path);
  else await page.goto(screen.path);
  await screen.ready(page);
  await expectReadable(page, screen, isJudged(screen, 'wide'));

  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 360, height: 740 });
  if (REOPENED.has(screen.name)) {
    await page.goto(screen.path);
    await screen.ready(page);
  }
  await expectReadable(page, screen, isJudged(screen, 'narrow'));
  expect(await smallTargets(page)).toEqual([]);
  if (screen.hasOwnRoles) {
    // Narrow it has other parts, and so other colours.
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await expectReadable(page, screen);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await expectReadable(page, screen);
  }
  if (MEASURED_NARROW.has(screen.name) || screen.holdsStill) {
    await page.setViewportSize({ width: 390, height: 844 });
    await loadStill(page, screen.path);
  }
  expect(problems).toEqual([]);
});

test('shows administrators a notice without a shift of the screen below it', async () => {
  const { page, problems, close } = await screens.open();
  onTestFinished(close);
  await resumeSession(page, people.new as RegisteredTenant);
  await page.route('**/api/auth/user', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), warnings: ['proxy-not-trusted'] } });
  });
  await loadStill(page, '/settings/tenant', () => page.getByText('TRUST_PROXY').waitFor());
  expect(problems).toEqual([]);
});

/**
 * Expects that nothing jumps while the screen loads. The answers come when its placeholders are painted: on a fast machine these would
 * never be seen, on a busy one always.
 */
async function loadStill(page: Page, path: string, alsoShown?: () => Promise<void>): Promise<void> {
  const watch = await page.addInitScript(() => {
    const entries: PerformanceEntry[] = [];
    const observer = new PerformanceObserver((list) => entries.push(...list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    // In the page: Playwright's routes take away the cache of what is loaded.
    const painted = Promise.withResolvers<void>();
    const ask = window.fetch;
    window.fetch = async (...[asked, options]) => {
      const { pathname } = new URL(asked instanceof Request ? asked.url : asked, location.href);
      const isQuestion = pathname.startsWith('/api/') && pathname !== '/api/auth/user' && pathname !== '/api/live';
      if (isQuestion) await painted.promise;
      return ask(asked, options);
    };
    const layoutShifts = () => [...entries, ...observer.takeRecords()];
    Object.assign(window, { layoutShifts, letAnswersCome: painted.resolve });
  });
  await page.goto(path);
  await page.locator('h1, main').first().waitFor();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await page.evaluate(() => (window as unknown as { letAnswersCome: () => void }).letAnswersCome());
  await alsoShown?.();
  await loaded(page);
  await watch.dispose();
  expect(await page.getByText('Tentar de novo').count()).toBe(0);
  const { total, moved } = await page.evaluate(() => {
    interface Shift extends PerformanceEntry {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
    }
    const { layoutShifts } = window as unknown as { layoutShifts: () => Shift[] };
    const shifts = layoutShifts().filter(({ hadRecentInput }) => !hadRecentInput);
    const moved = shifts.flatMap(({ value, sources }) =>
      sources.map(({ node, previousRect, currentRect }) => {
        const what = `${node?.nodeName} '${node?.textContent?.slice(0, 40)}'`;
        return `${value.toFixed(3)} ${what} from ${previousRect.y} to ${currentRect.y}`;
      }),
    );
    return { total: shifts.reduce((sum, { value }) => sum + value, 0), moved };
  });
  const { width } = page.viewportSize() ?? {};
  expect(total, `layout shift of ${path} at ${width} px:\n${moved.join('\n')}`).toBeLessThanOrEqual(SHIFT_MAX);
}

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
async function expectReadable(page: Page, screen: ScreenCase, isJudged = true): Promise<void> {
  // A colour in transition belongs to neither theme.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((one) => one instanceof CSSTransition)
        .map((one) => one.finished),
    ),
  );
  if (isJudged) expect(await seriousFindings(page, screen.hasOwnRoles ? undefined : RULES)).toEqual([]);
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return { scrollWidth, clientWidth };
  });
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** One sentence each, with the elements; without `rules` of all rules. */
async function seriousFindings(page: Page, rules?: string[]): Promise<string[]> {
  // Its code is large: a page takes it once.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const violations = await page.evaluate(async (rules) => {
    const found = await window.axe.run({
      ...(rules && { runOnly: rules }),
      resultTypes: ['violations'],
      preload: false,
    });
    return found.violations.map(({ id, help, impact, nodes }) => ({
      impact,
      text: `${id}: ${help} (${nodes.map(({ target, any }) => [...target, any[0]?.message].join(' ')).join(', ')})`,
    }));
  }, rules);
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ text }) => text);
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}
