/** The reference of the API, which Scalar draws: from our origin alone, with examples, and with a client that takes an API key. */
import { openBrowser, openScreen } from '@tracker/test/kit/browser';
import { cookieOf, registerTenant } from '@tracker/test/kit/registered-tenant';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

const url = inject('productUrl');
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

test('shows routes with examples in three languages, and calls one with an API key, without other hosts', async () => {
  const tenant = await registerTenant(url);
  const created = await fetch(`${url}/api/api-keys`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: await cookieOf(tenant) },
    body: JSON.stringify({ name: 'Docs', scopes: ['read'] }),
  });
  const { key } = (await created.json()) as { key: string };
  const { page, problems, close } = await openScreen(browser, { baseUrl: url });
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));

  await page.goto('/api/docs#tag/performance/GET/api/performance/summary');
  const operation = page.getByRole('region', { name: /^Spend, revenue and ROAS of today/ });
  await operation.getByRole('button', { name: 'Shell Curl' }).click();
  const list = page.getByRole('listbox');
  await list.waitFor();
  expect(await list.textContent()).toBe('JavaScriptFetchPythonRequestsShellCurl');
  await page.keyboard.press('Escape');

  await page.getByPlaceholder('Token').fill(key);
  await operation.getByText(`Bearer ${key}`).first().waitFor();
  await operation.getByRole('button', { name: /^Test Request/ }).click();
  const answer = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/performance/summary');
  await page.getByRole('button', { name: /^Send/ }).first().click();
  expect((await answer).status()).toBe(200);
  expect([...hosts]).toEqual([new URL(url).host]);
  expect(problems).toEqual([]);
  await close();
});
