/** The screen Logs Conversão while more conversions arrive; the rest of it: `conversion-logs-screen.test.tsx`. */
import { openBrowser, openScreen, type Screen, shownByPoll } from '@tracker/test/kit/browser';
import { eventually } from '@tracker/test/kit/eventually';
import { conversion, type RegisteredTenant, registerTenant, signIn } from '@tracker/test/kit/registered-tenant';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';

const url = inject('productUrl');
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

let screen: Screen;
beforeEach(async () => {
  screen = await openScreen(browser, { baseUrl: url });
  await screen.page.clock.install();
  return async () => {
    expect(screen.problems).toEqual([]);
    await screen.close();
  };
});

async function openLogs(page: Page, person: RegisteredTenant): Promise<void> {
  await signIn(page, person);
  await page.goto('/conversion-logs');
  await page.getByRole('heading', { name: 'Logs Conversão' }).waitFor();
}

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const totalOf = (page: Page, name: string) =>
  page.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd[1]');

describe('screen Conversion Logs', () => {
  test('keeps scroll position, focus and open details when a poll adds a conversion, and an unchanged list is a 304', {
    tags: ['§9.4'],
  }, async () => {
    const own = await registerTenant(url);
    const sell = (number: number) => conversion(own, { transaction_id: `N-${number}`, amount: '10.00' });
    // The oldest ones are at the end of the list; those that are sent together may change places.
    for (const number of [10, 11, 12]) await sell(number);
    await Promise.all(Array.from({ length: 17 }, (_, index) => sell(index + 13)));
    const { page } = screen;
    // The browser revalidates by itself, and shows the page its own copy as a 200: the status is seen below it.
    const [lists, statuses] = [new Set<string>(), [] as number[]];
    const devtools = await page.context().newCDPSession(page);
    devtools.on('Network.requestWillBeSent', ({ requestId, request }) => {
      if (new URL(request.url).pathname === '/api/conversions') lists.add(requestId);
    });
    devtools.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => {
      if (lists.has(requestId)) statuses.push(statusCode);
    });
    await devtools.send('Network.enable');
    await openLogs(page, own);
    await shownByPoll(totalOf(page, 'Total de Conversões').getByText('20', { exact: true }));
    const toggle = rowOf(page, 'N-12').getByRole('button', { name: /^Detalhes de / });
    await toggle.click();
    const detail = page.getByRole('region', { name: 'Histórico do status' });
    await detail.getByText('Aprovada').waitFor();
    const box = page.getByRole('region', { name: 'Histórico de conversões' }).last();
    expect(await box.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
    const before = await toggle.boundingBox();

    await conversion(own, { transaction_id: 'N-99', amount: '1.00' });
    await shownByPoll(rowOf(page, 'N-99'));
    await shownByPoll(totalOf(page, 'Total de Conversões').getByText('21', { exact: true }));
    expect(await toggle.getAttribute('aria-expanded')).toBe('true');
    expect(await toggle.evaluate((element) => element === document.activeElement)).toBe(true);
    await detail.getByText('Aprovada').waitFor();
    expect(await toggle.boundingBox()).toEqual(before);
    await eventually(async () => {
      await page.clock.fastForward(10_000);
      expect(statuses).toContain(304);
    });
  });
});
