/** What the screens fetch by themselves, and when. The test controls the page's clock and does not wait. */

import { openBrowser, openScreen, type Screen } from '@tracker/test/kit/browser';
import { type Company, registerCompany, signIn } from '@tracker/test/kit/company';
import { eventually } from '@tracker/test/kit/eventually';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { loaded, opened } from './screens/screen-case.ts';

const url = inject('productUrl');
let browser: Browser;
let company: Company;
let screen: Screen;

beforeAll(async () => {
  browser = await openBrowser();
  company = await registerCompany(url);
});
afterAll(() => browser.close());

beforeEach(async () => {
  screen = await openScreen(browser, { baseUrl: url });
  await signIn(screen.page, company);
  await screen.page.clock.install();
  // Only the clock may cause a fetch here, not the live connection.
  await screen.page.route('**/api/live', () => undefined);
  return () => screen.close();
});

/** Resolves after every earlier fetch of the page was seen. */
const nothingMoreAsked = (page: Page) => page.evaluate(() => fetch('/api/auth/hint').then((answer) => answer.text()));

/** Counts the fetches of a path since the page was opened. */
function countCalls(page: Page) {
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  return (path: string) => calls.filter((call) => call === path).length;
}

/** The page's clock also runs in real time: an upper bound of the time that has passed on it. */
function pageClock(page: Page) {
  const startedAt = Date.now();
  let forwardedMs = 0;
  return {
    passedMs: () => Date.now() - startedAt + forwardedMs,
    forward(ms: number) {
      forwardedMs += ms;
      return page.clock.fastForward(ms);
    },
  };
}

const POLLED = [
  { screen: '/', path: '/api/performance/summary', everyS: 30 },
  { screen: '/', path: '/api/performance/best-campaigns', everyS: 30 },
  { screen: '/', path: '/api/performance/metrics-chart', everyS: 30 },
  { screen: '/campaigns', path: '/api/campaigns', everyS: 30 },
  { screen: '/click-logs', path: '/api/clicks', everyS: 30 },
  { screen: '/geography', path: '/api/analytics/geography', everyS: 30 },
  { screen: '/conversion-logs', path: '/api/conversions', everyS: 5 },
  { screen: '/facebook', path: '/api/facebook/sync-status', everyS: 5 },
];

describe('polling', { tags: ['§9.3', '§9.4'] }, () => {
  test.each(POLLED)('fetches $path every $everyS s', async ({ screen: address, path, everyS }) => {
    const { page } = screen;
    const calls = countCalls(page);
    const clock = pageClock(page);
    await page.goto(address);
    await eventually(async () => expect(calls(path)).toBeGreaterThan(0));
    await loaded(page);
    await nothingMoreAsked(page);
    const before = calls(path);
    const everyMs = everyS * 1_000;
    await clock.forward(Math.max(0, everyMs - 2_000 - clock.passedMs()));
    await nothingMoreAsked(page);
    const then = calls(path);
    if (clock.passedMs() < everyMs) expect(then).toBe(before);
    await clock.forward(everyMs);
    await eventually(async () => expect(calls(path)).toBeGreaterThan(before));
  });
});

test('requests on the dashboard the top 3 campaigns and the top 10 ads and channels', { tags: ['§9.17'] }, async () => {
  const { page } = screen;
  const limits: Record<string, string | null> = {};
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    const [, name] = /^\/api\/performance\/(best-.*)$/.exec(pathname) ?? [];
    if (name) limits[name] = searchParams.get('limit');
  });
  await page.goto('/');
  const wanted = { 'best-campaigns': '3', 'best-ads': '10', 'best-channels': '10' };
  await eventually(async () => expect(limits).toEqual(wanted));
});

describe('calls that do not poll', { tags: ['§9.1', '§9.2'] }, () => {
  test('asks for the signed-in user once in five minutes, and not on window focus', { tags: ['§9.1'] }, async () => {
    const { page } = screen;
    const calls = countCalls(page);
    await page.goto('/');
    await opened(page, 'Dashboard');
    await nothingMoreAsked(page);
    const before = calls('/api/auth/user');
    await page.clock.fastForward(4 * 60_000);
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await page.getByRole('link', { name: 'Campaigns' }).click();
    await page.getByRole('heading', { name: 'Campaigns' }).waitFor();
    expect(calls('/api/auth/user')).toBe(before);
  });

  test('does not retry a failed call before its next poll, nor a failed change', { tags: ['§9.2'] }, async () => {
    const { page } = screen;
    const calls = countCalls(page);
    await page.route('**/api/campaigns', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 503, body: '{}' }) : route.fallback(),
    );
    await page.route('**/api/performance/summary?*', (route) => route.fulfill({ status: 503, body: 'fora' }));
    await page.goto('/');
    await page.getByText('Failed to fetch performance summary: Service Unavailable').first().waitFor();
    const asked = calls('/api/performance/summary');
    await page.clock.fastForward(25_000);
    await nothingMoreAsked(page);
    expect(calls('/api/performance/summary')).toBe(asked);

    await page.getByRole('link', { name: 'Campaigns' }).click();
    await page.getByRole('button', { name: 'Nova campanha' }).first().click();
    await page.getByLabel('Nome', { exact: true }).fill('Não chega');
    const posts = page.waitForRequest((request) => request.method() === 'POST');
    await page.getByRole('button', { name: 'Criar campanha' }).click();
    await posts;
    await page.locator('[data-look=destructive]').getByText('Erro ao salvar').waitFor();
    const again = page.waitForRequest((request) => request.method() === 'POST', { timeout: 1_000 }).catch(() => null);
    await page.clock.fastForward(20_000);
    expect(await again).toBeNull();
  });
});
