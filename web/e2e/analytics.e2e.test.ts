/** The screen Analytics: totals, campaigns, sources, breakdowns and the refresh of spend. */

import { readFile } from 'node:fs/promises';
import { createPostgresEventLog } from '@tracker/infra/event-log/postgres-event-log';
import { uuidV7 } from '@tracker/infra/identity/uuid-v7';
import { createLogger } from '@tracker/infra/telemetry/logger';
import type { AdSpendEvent } from '@tracker/schemas/events/ad-spend';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import { dayOf } from '@tracker/schemas/primitives/tenant-day';
import { DEFAULT_TIME_ZONE, instantFromMs } from '@tracker/schemas/primitives/time';
import { openBrowser, openScreen, type Screen } from '@tracker/test/kit/browser';
import {
  type Company,
  click,
  cookieOf,
  createColleague,
  registerCompany,
  sale,
  signIn,
  view,
} from '@tracker/test/kit/company';
import { eventually } from '@tracker/test/kit/eventually';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { opened } from './screens/screen-case.ts';

const url = inject('productUrl');
const databaseUrl = inject('productDatabaseUrl');
const today = dayOf(Date.now(), DEFAULT_TIME_ZONE);
let browser: Browser;
let company: Company;
let other: string;
let screen: Screen;

/** Appends spend to the log, like a sync of an ad platform. */
async function spend(
  campaignId: string,
  amount: string,
  source: string,
  ads: Record<string, string> = {},
): Promise<void> {
  const now = instantFromMs(Date.now());
  const event = {
    id: uuidV7(Date.now()),
    type: 'ad-spend',
    schemaVersion: 1,
    tenantId: company.tenantId,
    campaignId,
    occurredAt: now,
    receivedAt: now,
    payload: {
      ...{ day: today, source, currency: 'BRL', spend: amount, impressions: 900, clicks: 9 },
      ads: Object.entries(ads).map(([adId, cost]) => ({
        ...{ adId, adName: `Relatório ${adId}`, adsetId: 'set-1', adsetName: 'Conjunto 1' },
        ...{ spend: cost, impressions: 90, clicks: 3 },
      })),
    },
  } as unknown as AdSpendEvent;
  const log = createPostgresEventLog({ url: databaseUrl, logger: createLogger({ level: 'silent', name: 'e2e' }) });
  await log.append(EVENTS_TOPIC, [{ key: campaignId, value: JSON.stringify(event) }]);
  await log.close();
}

beforeAll(async () => {
  browser = await openBrowser();
  company = await registerCompany(url);
  const headers = { cookie: await cookieOf(company), 'content-type': 'application/json' };
  const body = JSON.stringify({ name: 'Remarketing' });
  const created = await fetch(`${url}/api/campaigns`, { method: 'POST', headers, body });
  other = ((await created.json()) as { campaignId: string }).campaignId;
  const first = await click(company, { tsource: 'facebook', sub1: 'ad-1', sub4: 'Vídeo 1' });
  await click(company, { tsource: 'facebook', sub1: 'ad-2', sub4: 'Carrossel' });
  await click(company, {});
  const last = await click(company, { tsource: 'google', sub1: 'ad-2', sub4: 'Carrossel' }, other);
  await view(company, first);
  await view(company, first);
  await sale(company, { transaction_id: 'A-1', amount: '200.00', click_id: first });
  await sale(company, { transaction_id: 'A-2', amount: '40.00', click_id: last });
  await sale(company, { transaction_id: 'A-3', amount: '60.00' });
  await spend(company.campaignId, '80.00', 'facebook/238001', { 'ad-1': '40.00', 'ad-9': '10.00' });
  await spend(company.campaignId, '20.00', 'facebook/238002', { 'ad-1': '10.00', 'ad-9': '0.00' });
  await spend(other, '80.00', 'facebook/238003');
  await eventually(async () => {
    const list = (await (await fetch(`${url}/api/campaigns`, { headers })).json()) as Record<string, number>[];
    const sum = (name: string) => list.reduce((total, one) => total + (one[name] ?? 0), 0);
    expect([sum('clicks'), sum('pageViews'), sum('revenue'), sum('spend')]).toEqual([4, 2, 300, 180]);
  });
});
afterAll(() => browser.close());

async function openAs(person: Company, address = '/analytics'): Promise<Page> {
  screen = await openScreen(browser, { baseUrl: url });
  await signIn(screen.page, person);
  await screen.page.goto(address);
  await opened(screen.page, 'Analytics');
  return screen.page;
}

/** The texts of a table row by row, with Intl's no-break spaces as spaces. */
const rowsOf = async (page: Page, label: string) => {
  const rows = await page.getByRole('region', { name: label }).getByRole('row').all();
  const cells = (row: (typeof rows)[number]) => row.getByRole(rows.indexOf(row) === 0 ? 'columnheader' : 'cell');
  const texts = await Promise.all(rows.map((row) => cells(row).allInnerTexts()));
  return texts.map((row) => row.map((text) => text.replaceAll('\u00a0', ' ')));
};
const CAMPAIGNS = 'Desempenho das campanhas';

describe('screen Analytics', { tags: ['§2.8'] }, () => {
  test('shows totals, the campaign table with its sort order in the URL, sources and the top campaigns by ROAS', {
    tags: ['§2.8', '§9.19', '§9.21'],
  }, async () => {
    const page = await openAs(company);
    const totals = ((await page.locator('dl').first().textContent()) ?? '').replaceAll('\u00a0', ' ');
    for (const text of ['R$ 300,00', 'R$ 180,00', '1,67x', '4', '2 page views']) expect(totals).toContain(text);
    expect(await page.getByRole('combobox', { name: 'Período' }).textContent()).toBe('Últimos 30 dias');

    const [head, first, second] = await rowsOf(page, CAMPAIGNS);
    expect(head).toEqual(['Campaign', 'Spend', 'Revenue', 'ROAS', 'CPA', 'ROI', 'Conv. Rate', 'Status']);
    // The direct conversion counts for the main campaign, but for no conversion rate.
    expect(first?.slice(1)).toEqual(['R$ 100,00', 'R$ 260,00', '2,60x', 'R$ 50,00', '160,0%', '33,3%', 'active']);
    expect(second?.slice(1)).toEqual(['R$ 80,00', 'R$ 40,00', '0,50x', 'R$ 80,00', '-50,0%', '100,0%', 'active']);
    await page.getByRole('region', { name: CAMPAIGNS }).getByRole('button', { name: 'Conv. Rate' }).click();
    await eventually(async () => expect((await rowsOf(page, CAMPAIGNS))[1]?.[0]).toContain('Remarketing'));
    expect(new URL(page.url()).search).toBe('?sort=-rate');
    await page.goBack();
    await eventually(async () => expect((await rowsOf(page, CAMPAIGNS))[2]?.[0]).toContain('Remarketing'));

    const sources = await page.getByRole('list', { name: 'Clicks por fonte' }).getByRole('listitem').allInnerTexts();
    expect(sources.map((text) => text.replace(/\s+/g, ' '))).toEqual([
      'facebook 2 · 50,0%',
      expect.stringMatching(/^(Direct|google) 1 · 25,0%$/),
      expect.stringMatching(/^(Direct|google) 1 · 25,0%$/),
    ]);
    expect(await page.getByRole('progressbar', { name: 'Clicks de Direct' }).getAttribute('aria-valuenow')).toBe('25');
    const top = await page.getByRole('list', { name: 'Top 5 por ROAS' }).getByRole('listitem').allInnerTexts();
    expect(top).toEqual([
      expect.stringContaining('Profitable'),
      expect.stringMatching(/Remarketing[\s\S]*0,50x\s+Unprofitable/),
    ]);
    expect(screen.problems).toEqual([]);
    await screen.close();
  });

  test('groups figures by one or two dimensions in the URL, and exports them as CSV', { tags: ['§2.8'] }, async () => {
    const page = await openAs(company);
    const byAd = await rowsOf(page, 'Números por Anúncio');
    expect(byAd.slice(1).map(([ad, clicks, , cost]) => [ad, clicks, cost])).toEqual([
      ['Vídeo 1\nad-1', '1', 'R$ 50,00'],
      // Spend that the platform assigns to no ad.
      ['Sem anúncio', '1', 'R$ 120,00'],
      ['Carrossel\nad-2', '2', '–'],
      ['Relatório ad-9\nad-9', '0', 'R$ 10,00'],
    ]);
    await page.getByText('o que ela não divide por anúncio está em “Sem anúncio”').waitFor();
    await page.getByRole('combobox', { name: 'Agrupar por' }).click();
    await page.getByRole('option', { name: 'Campanha' }).click();
    await page.getByRole('combobox', { name: 'E depois por' }).click();
    await page.getByRole('option', { name: 'Fonte' }).click();
    await eventually(async () => {
      const rows = await rowsOf(page, 'Números por Campanha e Fonte');
      expect(rows.map((row) => row.slice(1, 6))).toEqual([
        ['Fonte', 'Clicks', 'Conversões', 'Spend', 'Revenue'],
        ['facebook', '2', '1', 'R$ 100,00', 'R$ 200,00'],
        ['Direct', '1', '1', '–', 'R$ 60,00'],
        ['google', '1', '1', '–', 'R$ 40,00'],
        ['facebook', '0', '0', 'R$ 80,00', 'R$ 0,00'],
      ]);
    });
    expect(new URL(page.url()).search).toBe('?group=campaign&and=source');

    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Exportar CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^analytics-export-\d{4}-\d{2}-\d{2}\.csv$/);
    const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
    expect(lines).toHaveLength(5);
    expect(lines[1]).toContain(`${company.campaignId},`);
    expect(screen.problems).toEqual([]);
    await screen.close();
  });

  test('shows everything to a viewer without the refresh button, and empty states without traffic', {
    tags: ['§6'],
  }, async () => {
    const viewer = await createColleague(await registerCompany(url), 'viewer');
    const page = await openAs(viewer);
    await page.getByText('Nenhum click no período').waitFor();
    await page.getByText('Nenhum dado encontrado').waitFor();
    expect(await page.getByRole('button', { name: 'Atualizar gastos' }).count()).toBe(0);
    expect(screen.problems).toEqual([]);
    await screen.close();
  });
});

test('shows the dashboard’s best ads with spend, revenue and ROAS', { tags: ['§2.6'] }, async () => {
  const page = await openAs(company);
  await page.goto('/');
  const label = 'Melhores Anúncios';
  await page.getByRole('region', { name: label }).getByRole('row').first().waitFor();
  expect(await rowsOf(page, label)).toEqual([
    ['Anúncio', 'Clicks', 'Conversões', 'Receita', 'Taxa Conv.'],
    ['Vídeo 1\nad-1', '1', '1', 'R$ 200,00\nGasto R$ 50,00 · \nROAS\n4,00x', '100,0%'],
    ['Carrossel\nad-2', '2', '1', 'R$ 40,00', '50,0%'],
    ['Relatório ad-9\nad-9', '0', '0', 'R$ 0,00\nGasto R$ 10,00 · \nROAS\n0,00x', '0,0%'],
  ]);
  expect(screen.problems).toEqual([]);
  await screen.close();
});

describe('refresh of ad spend', { tags: ['§7.3', '§8.15'] }, () => {
  const refresh = (page: Page) => page.getByRole('button', { name: 'Atualizar gastos' }).click();
  const syncToday = () => `**/api/campaigns/${company.campaignId}/sync-today`;

  test.each(['admin', 'editor'] as const)(
    'tells an %s without a connected ad platform who can connect it, and where',
    { tags: ['§8.15'] },
    async (role) => {
      const page = await openAs(role === 'admin' ? company : await createColleague(company, role));
      await refresh(page);
      const failed = page.locator('[data-look=destructive]');
      await failed.getByText('Erro ao Atualizar').waitFor();
      await failed.getByText('Facebook não conectado').waitFor();
      const note = page.getByText('os gastos não podem ser atualizados daqui');
      await note.waitFor();
      const link = page.getByRole('link', { name: 'Conectar em Facebook Ads' });
      if (role === 'admin') {
        await link.click();
        await page.getByRole('heading', { name: 'Facebook Ads' }).waitFor();
      } else {
        expect(await link.count()).toBe(0);
        expect(await note.textContent()).toContain('Peça a um administrador');
      }
      expect(screen.problems).toEqual([]);
      await screen.close();
    },
  );

  test('shows the specification’s message when the refresh fails otherwise', { tags: ['§8.15'] }, async () => {
    const page = await openAs(company);
    await page.route(syncToday(), (route) => route.fulfill({ status: 418, body: 'fora' }));
    await refresh(page);
    await page.locator('[data-look=destructive]').getByText('Failed to refresh spend data').waitFor();
    await screen.close();
  });

  test('shows today’s spend after a refresh, and reloads the campaigns', { tags: ['§7.3'] }, async () => {
    const page = await openAs(company);
    const answer = { success: true, campaignId: company.campaignId, dailySpend: 1234.5, date: today };
    await page.route(syncToday(), (route) => route.fulfill({ json: answer }));
    const asked = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/campaigns');
    await refresh(page);
    await page.getByText('Gastos Atualizados', { exact: true }).first().waitFor();
    await page
      .getByText(/^Sync concluído\. Gasto de hoje: R\$\s1\.234,50$/)
      .first()
      .waitFor();
    await asked;
    expect(screen.problems).toEqual([]);
    await screen.close();
  });
});
