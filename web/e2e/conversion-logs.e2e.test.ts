/** The screen Logs Conversão while more conversions arrive; the rest of it: `conversion-logs-screen.test.tsx`. */
import { openBrowser, openScreens, type Screen, type Screens } from '@tracker/test/kit/browser';
import { eventually } from '@tracker/test/kit/eventually';
import { conversion, type RegisteredTenant, registerTenant, signIn } from '@tracker/test/kit/registered-tenant';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';

const url = inject('productUrl');
/** A poll of five seconds plus the time until a conversion is in the tables. */
const SOON = { timeoutMs: 20_000 };
const WAIT = { timeout: SOON.timeoutMs };
let browser: Browser;
let screens: Screens;
beforeAll(async () => {
  browser = await openBrowser();
  screens = await openScreens(browser, { baseUrl: url });
});
afterAll(() => browser.close());

let screen: Screen;
beforeEach(async () => {
  screen = await screens.open();
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
const textOf = async (page: Page, name: string) => (await totalOf(page, name).textContent())?.replaceAll('\u00a0', ' ');

describe('screen Conversion Logs', () => {
  test('keeps scroll position, focus and open details when a poll adds a conversion, and an unchanged list is a 304', {
    tags: ['§9.4'],
  }, async () => {
    const own = await registerTenant(url);
    for (let number = 10; number < 30; number += 1) {
      await conversion(own, { transaction_id: `N-${number}`, amount: '10.00' });
    }
    const { page } = screen;
    const statuses: number[] = [];
    page.on('response', (response) => {
      if (new URL(response.url()).pathname === '/api/conversions') statuses.push(response.status());
    });
    await openLogs(page, own);
    await eventually(async () => expect(await textOf(page, 'Total de Conversões')).toBe('20'), SOON);
    const toggle = rowOf(page, 'N-12').getByRole('button', { name: /^Detalhes de / });
    await toggle.click();
    const detail = page.getByRole('region', { name: 'Histórico do status' });
    await detail.getByText('Aprovada').waitFor();
    const box = page.getByRole('region', { name: 'Histórico de conversões' }).last();
    expect(await box.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
    const before = await toggle.boundingBox();

    await conversion(own, { transaction_id: 'N-99', amount: '1.00' });
    await rowOf(page, 'N-99').waitFor({ state: 'attached', ...WAIT });
    await eventually(async () => expect(await textOf(page, 'Total de Conversões')).toBe('21'), SOON);
    expect(await toggle.getAttribute('aria-expanded')).toBe('true');
    expect(await toggle.evaluate((element) => element === document.activeElement)).toBe(true);
    await detail.getByText('Aprovada').waitFor();
    expect(await toggle.boundingBox()).toEqual(before);
    // The browser revalidates with its ETag, and uses its own copy when nothing changed.
    const kept = () =>
      page.evaluate(() => {
        const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
        const lists = entries.filter(({ name }) => new URL(name).pathname === '/api/conversions');
        return lists.filter(({ transferSize, encodedBodySize }) => transferSize > 0 && transferSize < encodedBodySize)
          .length;
      });
    await eventually(async () => expect(statuses.includes(304) || (await kept()) > 0).toBe(true), SOON);
  });
});
