// Spend from a pasted file, as a person brings it: wrong rows are shown before anything is stored, and an import can be taken back.
import { openBrowser, openScreen } from '@tracker/test/kit/browser';
import { eventually } from '@tracker/test/kit/eventually';
import { cookieOf, registerTenant, signIn } from '@tracker/test/kit/registered-tenant';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

const url = inject('productUrl');
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

test('imports a file with three bad rows, and takes it back', async () => {
  const tenant = await registerTenant(url);
  const cookie = await cookieOf(tenant);
  const { campaignId } = tenant;
  const stored = async () => {
    const days = 'startDate=2026-09-01&endDate=2026-09-30';
    const answer = await fetch(`${url}/api/spend?campaignId=${campaignId}&${days}`, { headers: { cookie } });
    return ((await answer.json()) as { day: string; amount: string }[]).map(({ day, amount }) => [day, amount]);
  };
  const { page, problems, close } = await openScreen(browser, {
    baseUrl: url,
    theme: 'light',
    width: 1440,
    height: 900,
  });
  await signIn(page, tenant);
  await page.goto('/campaigns');
  await page.getByRole('heading', { name: 'Campaigns', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Importar gastos' }).click();
  const rows = [
    `18/09/2026;${campaignId};google;1.234,56`,
    `ontem;${campaignId};google;10,00`,
    '18/09/2026;nao-existe;google;10,00',
    `19/09/2026;${campaignId};google;x`,
    `19/09/2026;${campaignId};google;10,00`,
  ];
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Linhas' }).fill(`dia;campanha;fonte;custo\n${rows.join('\n')}`);
  await dialog.getByRole('button', { name: 'Conferir' }).click();
  await dialog.getByText('2 linhas novas, 3 com erro').waitFor();
  const bad = dialog.getByRole('region', { name: 'Linhas com erro' }).locator('tbody tr');
  expect((await bad.allInnerTexts()).map((text) => text.trim().split(/\s/)[0])).toEqual(['3', '4', '5']);
  expect(await stored()).toEqual([]);

  await dialog.getByRole('button', { name: 'Importar 2 linhas' }).click();
  await dialog.getByText('2 linhas importadas').waitFor();
  const both = [
    ['2026-09-18', '1234.56'],
    ['2026-09-19', '10.00'],
  ];
  await eventually(async () => expect((await stored()).sort()).toEqual(both));
  await dialog.getByRole('button', { name: 'Desfazer importação' }).click();
  await eventually(async () => expect(await stored()).toEqual([]));
  expect(problems).toEqual([]);
  await close();
});
