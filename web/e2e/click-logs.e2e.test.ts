/** The export of the screen 'Logs de Clicks'; the rest of it: `click-logs-screen.test.tsx`. */
import { readFile } from 'node:fs/promises';
import type { Click } from '@tracker/schemas/contracts/click-logs.contract';
import { openBrowser, openScreen, type Screen } from '@tracker/test/kit/browser';
import { eventually } from '@tracker/test/kit/eventually';
import {
  click,
  conversion,
  cookieOf,
  type RegisteredTenant,
  registerTenant,
  signIn,
} from '@tracker/test/kit/registered-tenant';
import { parse } from 'csv-parse/sync';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';

const url = inject('productUrl');
/** More than one page of the list. */
const FACEBOOK_CLICKS = 60;

let browser: Browser;
let tenant: RegisteredTenant;
let sold: string;
let screen: Screen;

const subs = Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`sub${index + 1}`, `valor-${index + 1}`]));

beforeAll(async () => {
  browser = await openBrowser();
  tenant = await registerTenant(url);
  const tags = { tsource: 'facebook', ...subs, sub4: '@SOMA(A1)', utm_campaign: 'black, friday' };
  sold = await click(tenant, tags);
  const others = Array.from({ length: FACEBOOK_CLICKS - 1 }, (_, index) => ({
    tsource: 'facebook',
    sub1: `ad-${index}`,
  }));
  await Promise.all(others.map((one) => click(tenant, one)));
  await click(tenant, { utm_term: 'Agulha' });
  await conversion(tenant, { transaction_id: 'T-1', amount: '97.90', click_id: sold });
  await eventually(async () => {
    const clicks = await listed();
    expect(clicks).toHaveLength(FACEBOOK_CLICKS + 1);
    expect(clicks.find(({ clickId }) => clickId === sold)?.convertedAt).not.toBeNull();
  });
});
afterAll(() => browser.close());

beforeEach(async () => {
  screen = await openScreen(browser, { baseUrl: url });
  await signIn(screen.page, tenant);
  return () => screen.close();
});

async function listed(query = ''): Promise<Click[]> {
  const answer = await fetch(`${url}/api/clicks?${query}`, { headers: { cookie: await cookieOf(tenant) } });
  return (await answer.json()) as Click[];
}

async function open(page: Page, path = '/click-logs'): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { name: 'Logs de Clicks' }).waitFor();
  await page.getByRole('status').filter({ hasText: 'Mostrando' }).waitFor();
}

describe('screen Click Logs', () => {
  test('exports a CSV of 26 columns with the filters of the screen', { tags: ['§2.13', '§9.27'] }, async () => {
    const { page, problems } = screen;
    await open(page, '/click-logs?source=facebook');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Exportar CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^clicks-export-\d{4}-\d{2}-\d{2}\.csv$/);
    const file = await readFile(await download.path(), 'utf8');
    const rows = parse(file, { bom: true, columns: true }) as Record<string, string>[];
    const clicks = await listed('source=facebook');
    expect(Object.keys(rows[0] ?? {})).toHaveLength(26);
    expect(rows.map((row) => [row['Click ID'], row['Sub1 (Ad ID)'], row['IP Address'], row['Created At']])).toEqual(
      clicks.map(({ clickId, sub1, ipAddress, createdAt }) => [clickId, sub1 ?? '', ipAddress ?? '', createdAt]),
    );
    expect(rows.find((row) => row['Click ID'] === sold)).toMatchObject({
      'Sub4 (Ad Name)': "'@SOMA(A1)",
      'UTM Campaign': 'black, friday',
      Converted: 'true',
      'Conversion Value': '97.90',
    });
    await page.getByText('Exportação concluída').first().waitFor();
    await page.getByText(`${rows.length} clicks em ${download.suggestedFilename()}`).first().waitFor();
    expect(problems).toEqual([]);
  });
});
