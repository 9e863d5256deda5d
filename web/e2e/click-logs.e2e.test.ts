/** The screen 'Logs de Clicks': filters, details, paging and export. */
import { readFile } from 'node:fs/promises';
import type { Click } from '@tracker/schemas/contracts/activity.contract';
import { openBrowser, openScreen, type Screen, seriousFindings } from '@tracker/test/kit/browser';
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
import { parse } from 'csv-parse/sync';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';

const url = inject('productUrl');
/** More than one page of the list. */
const FACEBOOK_CLICKS = 60;

let browser: Browser;
let company: Company;
let sold: string;
let direct: string;
let screen: Screen;

const subs = Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`sub${index + 1}`, `valor-${index + 1}`]));

beforeAll(async () => {
  browser = await openBrowser();
  company = await registerCompany(url);
  const tags = { tsource: 'facebook', ...subs, sub4: '=SOMA(A1)', utm_campaign: 'black, friday' };
  sold = await click(company, tags);
  const others = Array.from({ length: FACEBOOK_CLICKS - 1 }, (_, index) => ({
    tsource: 'facebook',
    sub1: `ad-${index}`,
  }));
  await Promise.all(others.map((one) => click(company, one)));
  direct = await click(company, { utm_term: 'Agulha' });
  await view(company, sold);
  await sale(company, { transaction_id: 'T-1', amount: '97.90', click_id: sold });
  await eventually(async () => {
    const clicks = await listed();
    expect(clicks).toHaveLength(FACEBOOK_CLICKS + 1);
    expect(clicks.find(({ clickId }) => clickId === sold)?.convertedAt).not.toBeNull();
  });
});
afterAll(() => browser.close());

beforeEach(async () => {
  screen = await openScreen(browser, { baseUrl: url });
  await signIn(screen.page, company);
  return () => screen.close();
});

async function listed(query = '', person = company): Promise<Click[]> {
  const answer = await fetch(`${url}/api/clicks?${query}`, { headers: { cookie: await cookieOf(person) } });
  return (await answer.json()) as Click[];
}

const rowOf = (page: Page, clickId: string) => page.getByRole('row').filter({ hasText: clickId.slice(0, 30) });
const detailsOf = (page: Page, clickId: string) =>
  page.getByRole('button', { name: `Detalhes de ${clickId.slice(0, 30)}` });
const search = (page: Page) => page.getByRole('searchbox', { name: /^Buscar/ });

async function choose(page: Page, select: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: select }).click();
  await page.getByRole('option', { name: option }).click();
}

async function open(page: Page, path = '/click-logs'): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { name: 'Logs de Clicks' }).waitFor();
  await page.getByRole('status').filter({ hasText: 'Mostrando' }).waitFor();
}

describe('screen Click Logs', () => {
  test('shows totals, and each click by 30 characters of its id and its status', {
    tags: ['§2.13', '§4', '§9.26'],
  }, async () => {
    const { page, problems } = screen;
    await open(page);
    const totals = await page.locator('dl').first().textContent();
    expect(totals?.replaceAll('\u00a0', ' ')).toBe(
      'Total de clicks61Últimos 7 diasClicks convertidos11,6% dos clicksValor convertidoR$ 97,90Depois de reembolsosFontes1Em 1 campanha',
    );
    await search(page).fill(sold);
    await page.getByText('Mostrando 1 de 1').waitFor();
    const row = rowOf(page, sold);
    expect(await row.textContent()).toContain(`${sold.slice(0, 30)}…`);
    expect(await row.textContent()).not.toContain(sold);
    await row.getByText('Convertido', { exact: true }).waitFor();
    await search(page).fill('AGULHA-que-nao-existe');
    await page.getByText('Nenhum click encontrado').waitFor();
    await page.getByRole('button', { name: 'Limpar filtros' }).last().click();
    await search(page).fill(direct);
    await page.getByText('Mostrando 1 de 1').waitFor();
    await rowOf(page, direct).getByText('Ativo', { exact: true }).waitFor();
    expect(problems).toEqual([]);
  });

  test('keeps campaign, source, period and search in the URL across a reload and the back button', {
    tags: ['§2.13'],
  }, async () => {
    const { page, problems } = screen;
    await open(page);
    expect(new URL(page.url()).search).toBe('');
    await choose(page, 'Fonte', 'Direct');
    await page.getByText('Mostrando 1 de 1').waitFor();
    await choose(page, 'Período', 'Últimos 30 dias');
    await search(page).fill(direct.slice(-10));
    await page.waitForURL(/q=/);
    await page.getByText('Mostrando 1 de 1').waitFor();
    const address = page.url();
    expect(Object.fromEntries(new URL(address).searchParams)).toMatchObject({ source: 'direct', period: '30d' });

    await page.reload();
    await rowOf(page, direct).waitFor();
    expect(page.url()).toBe(address);
    expect(await search(page).inputValue()).toBe(direct.slice(-10));
    expect(await page.getByRole('combobox', { name: 'Fonte' }).textContent()).toBe('Direct');
    expect(await page.getByRole('combobox', { name: 'Período' }).textContent()).toBe('Últimos 30 dias');

    await page.getByRole('button', { name: 'Limpar filtros' }).click();
    await choose(page, 'Fonte', /^facebook \(60\)$/);
    await page.getByText(`Mostrando 50 de ${FACEBOOK_CLICKS}`).waitFor();
    await page.goBack();
    await page.getByText('Mostrando 50 de 61').waitFor();
    expect(problems).toEqual([]);
  });

  test('opens the details of a click by keyboard, and keeps them open after a poll', {
    tags: ['§2.13', '§7.3', '§9.3'],
  }, async () => {
    const { page, problems } = screen;
    await page.clock.install();
    await open(page, `/click-logs?source=facebook`);
    await page.getByRole('button', { name: 'Carregar mais' }).click();
    await page.getByText('Mostrando 60 de 60').waitFor();
    const details = detailsOf(page, sold);
    const last = details.last();
    await last.focus();
    await page.keyboard.press('Enter');
    const pages = page.getByRole('region', { name: 'Páginas vistas' });
    await pages.getByText('Oferta').waitFor();
    const opened = page.getByRole('row').filter({ has: pages });
    const text = await opened.textContent();
    for (const [index, meaning] of ['ID do anúncio', 'ID do conjunto', 'ID da campanha', 'Nome do anúncio'].entries())
      expect(text).toContain(`sub${index + 1} · ${meaning}`);
    for (const known of [sold, 'valor-1', '=SOMA(A1)', 'valor-8', 'black, friday', '97,90', 'Pixel 8', 'Celular'])
      expect(text).toContain(known);

    const before = await last.boundingBox();
    const fresh = await click(company, { tsource: 'facebook', sub1: 'novo' });
    await eventually(async () => expect((await listed('source=facebook'))[0]?.clickId).toBe(fresh));
    await page.clock.fastForward(31_000);
    await page.getByText(/Mostrando \d+ de 61/).waitFor();
    // The new row starts with the same 30 characters: the open row is found by its details.
    await pages.waitFor();
    expect(await page.locator(':focus').getAttribute('aria-expanded')).toBe('true');
    expect(Math.abs(((await last.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(80);
    expect(await seriousFindings(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

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
      'Sub4 (Ad Name)': "'=SOMA(A1)",
      'UTM Campaign': 'black, friday',
      Converted: 'true',
      'Conversion Value': '97.90',
    });
    await page.getByText('Exportação concluída').first().waitFor();
    await page.getByText(`${rows.length} clicks em ${download.suggestedFilename()}`).first().waitFor();
    expect(problems).toEqual([]);
  });

  test('shows an error when the export is interrupted', { tags: ['§2.13'] }, async () => {
    const { page } = screen;
    await open(page);
    await page.route('**/api/clicks/export*', (route) => route.abort('connectionreset'));
    await page.getByRole('button', { name: 'Exportar CSV' }).click();
    await page.getByText('Erro ao exportar').first().waitFor();
    await page.getByRole('button', { name: 'Exportar CSV' }).waitFor();
  });

  test('shows viewers the network instead of the IP address', { tags: ['§6'] }, async () => {
    const { page, problems } = screen;
    const viewer = await createColleague(company, 'viewer');
    await signIn(page, viewer);
    const [shown] = await listed('', viewer);
    const [whole] = await listed();
    expect(shown?.ipAddress).not.toBe(whole?.ipAddress);
    await open(page);
    await page
      .getByRole('button', { name: /^Detalhes de / })
      .first()
      .click();
    await page.getByText(shown?.ipAddress ?? 'no address', { exact: true }).waitFor();
    expect(problems).toEqual([]);
  });
});
