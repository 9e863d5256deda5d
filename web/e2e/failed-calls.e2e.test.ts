/** The error catalogue of the specification, row by row: a call fails, and the screen shows the specified text. */

import { openBrowser, openScreens, type Screens } from '@tracker/test/kit/browser';
import { type Company, registerCompany, signIn } from '@tracker/test/kit/company';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

const url = inject('productUrl');
let browser: Browser;
let screens: Screens;
let company: Company;

beforeAll(async () => {
  browser = await openBrowser();
  screens = await openScreens(browser, { baseUrl: url });
  company = await registerCompany(url);
});
afterAll(() => browser.close());

/** A signed-in page on which calls of `path` answer 503 until repaired. The page does not retry by itself. */
async function withFailing(
  path: string,
  address: string,
  look: (page: Page, mend: () => void) => Promise<void>,
): Promise<void> {
  const { page, problems, close } = await screens.open();
  await signIn(page, company);
  const failing = new URL(path, url);
  let isFailing = true;
  await page.route(
    (asked) => asked.pathname === failing.pathname,
    (route) => (isFailing ? route.fulfill({ status: 503, body: 'fora do ar' }) : route.continue()),
  );
  await page.route('**/api/live', () => undefined);
  await page.goto(address);
  await look(page, () => {
    isFailing = false;
  });
  // The page has no problem except the responses that this test faked.
  const expected = (problem: string) => problem.startsWith('503 ') || problem.includes('status of 503');
  expect(problems.filter((problem) => !expected(problem))).toEqual([]);
  await close();
}

const says = (text: string) => (page: Page) => page.getByText(text).first().waitFor();

describe('failed fetch', { tags: ['§8.12', '§8.14'] }, () => {
  const figures = [
    { path: '/api/performance/summary', text: 'Failed to fetch performance summary: Service Unavailable' },
    { path: '/api/performance/best-campaigns', text: 'Failed to fetch best campaigns: Service Unavailable' },
    { path: '/api/performance/best-ads', text: 'Failed to fetch best ads: Service Unavailable' },
    { path: '/api/performance/best-channels', text: 'Failed to fetch best channels: Service Unavailable' },
    { path: '/api/performance/metrics-chart', text: 'Failed to fetch metrics chart: Service Unavailable' },
  ];
  test.each(figures)(
    'shows the specified error on the dashboard when $path fails',
    { tags: ['§8.12'] },
    ({ path, text }) => withFailing(path, '/', says(text)),
  );

  test('shows the campaigns error, and loads them on retry', { tags: ['§8.14'] }, () =>
    withFailing('/api/campaigns', '/campaigns', async (page, mend) => {
      await says('Failed to fetch campaigns: Service Unavailable')(page);
      mend();
      await page.getByRole('button', { name: 'Tentar de novo' }).click();
      await page.getByRole('article').first().waitFor();
    }),
  );
});

test("shows '{status}: {response text}' for any other call", { tags: ['§8.11'] }, () =>
  withFailing('/api/leads/analytics', '/leads', says('503: fora do ar')),
);
