/** The screen Logs Conversão: list, totals and details of conversions, while more arrive. */
import { readFile } from 'node:fs/promises';
import { openBrowser, openScreens, type Screen, type Screens } from '@tracker/test/kit/browser';
import {
  type Company,
  click,
  createColleague,
  registerCompany,
  sale,
  signIn,
  VISITOR,
  view,
} from '@tracker/test/kit/company';
import { eventually } from '@tracker/test/kit/eventually';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';

const url = inject('productUrl');
/** A poll of five seconds plus the time until a conversion is in the tables. */
const SOON = { timeoutMs: 20_000 };
const WAIT = { timeout: SOON.timeoutMs };
let browser: Browser;
let screens: Screens;
let company: Company;
let clickId: string;

beforeAll(async () => {
  browser = await openBrowser();
  screens = await openScreens(browser, { baseUrl: url });
  company = await registerCompany(url);
  clickId = await click(company, { tsource: 'facebook', sub4: 'Vídeo 1', utm_campaign: 'verao' });
  await view(company, clickId);
  const order = { transaction_id: 'VENDA-1', amount: '97.90', click_id: clickId };
  await sale(company, { ...order, status: 'pending' });
  await sale(company, order);
  await sale(company, { transaction_id: 'VENDA-2', amount: '50.00', click_id: 'afiliado-7' });
  await sale(company, { transaction_id: 'VENDA-3', amount: '30.00', currency: 'USD' });
  await sale(company, { transaction_id: 'VENDA-4', amount: '10.00', status: 'pending' });
  // Without the tenant's key: only its click id vouches for it.
  const body = {
    transaction_id: 'VENDA-5',
    amount: '5.00',
    currency: 'BRL',
    event_type: 'purchase',
    click_id: clickId,
  };
  const headers = { 'content-type': 'application/json', 'user-agent': VISITOR };
  const unverified = await fetch(`${url}/conversion`, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(unverified.status).toBe(200);
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

async function openLogs(page: Page, path = '/conversion-logs', person: Company = company): Promise<void> {
  await signIn(page, person);
  await page.goto(path);
  await page.getByRole('heading', { name: 'Logs Conversão' }).waitFor();
}

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const totalOf = (page: Page, name: string) =>
  page.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd[1]');
const textOf = async (page: Page, name: string) => (await totalOf(page, name).textContent())?.replaceAll('\u00a0', ' ');

describe('screen Conversion Logs', () => {
  test('lists every conversion, newest first, with tracking, status and currency, and totals only what counts', {
    tags: ['§2.12', '§4'],
  }, async () => {
    const { page } = screen;
    await openLogs(page);
    await eventually(async () => {
      expect(await textOf(page, 'Total de Conversões')).toBe('4');
      expect(await textOf(page, 'Com Tracking')).toBe('2');
    }, SOON);
    expect(await textOf(page, 'Conversões Diretas')).toBe('2');
    expect(await textOf(page, 'Valor Total')).toBe('R$ 152,90');
    await page.getByText('1 venda sem cotação, fora da soma').waitFor();
    await rowOf(page, 'VENDA-1').getByText('Com Tracking').waitFor();
    await rowOf(page, 'VENDA-1').getByText('Aprovada').waitFor();
    await rowOf(page, 'VENDA-2').getByText('Conversão Direta').waitFor();
    await rowOf(page, 'VENDA-3').getByText('US$ 30,00').waitFor();
    await rowOf(page, 'VENDA-3').getByText('sem cotação').waitFor();
    await rowOf(page, 'VENDA-4').getByText('Pendente').waitFor();
    await rowOf(page, 'VENDA-5').getByText('Não verificada').waitFor();
    expect(await rowOf(page, 'VENDA-2').getByText('Não verificada').count()).toBe(0);
    const days = await page.getByRole('row').locator('td:nth-child(2)').allInnerTexts();
    const asTime = (text: string) => text.replace(/^(\d\d)\/(\d\d)\/(\d{4})/, '$3$2$1');
    expect(days.map(asTime)).toEqual(days.map(asTime).sort().reverse());
  });

  test('shows the status history and the click of a conversion in its details', { tags: ['§2.12'] }, async () => {
    const { page } = screen;
    await openLogs(page, '/conversion-logs?q=VENDA-1');
    await rowOf(page, 'Com Tracking')
      .getByRole('button', { name: /^Detalhes de Com Tracking/ })
      .click();
    const history = page.getByRole('region', { name: 'Histórico do status' }).getByRole('listitem');
    await eventually(async () => expect(await history.count()).toBe(2), SOON);
    expect(await history.allInnerTexts()).toEqual([
      expect.stringMatching(/^Pendente[\s\S]+Entrega/),
      expect.stringMatching(/^Aprovada[\s\S]+97,90[\s\S]+Entrega/),
    ]);
    const story = page.getByRole('region', { name: 'História do clique' });
    await story.getByText(/Celular, Android, Chrome/).waitFor();
    await story.getByText('https://loja.example.com/oferta').waitFor();
    await story.getByText(/depois do clique$/).waitFor();
    await story.getByText('Vídeo 1').waitFor();
    await story.getByText(clickId).waitFor();
  });

  test('shows the click reference of a direct conversion', async () => {
    const { page } = screen;
    await openLogs(page, '/conversion-logs?q=VENDA-2');
    await rowOf(page, 'VENDA-2')
      .getByRole('button', { name: /^Detalhes de Conversão Direta/ })
      .click();
    await page.getByText('afiliado-7').waitFor();
  });

  test('keeps scroll position, focus and open details when a poll adds a conversion, and an unchanged list is a 304', {
    tags: ['§9.4'],
  }, async () => {
    const own = await registerCompany(url);
    for (let number = 10; number < 30; number += 1) {
      await sale(own, { transaction_id: `N-${number}`, amount: '10.00' });
    }
    const { page } = screen;
    const statuses: number[] = [];
    page.on('response', (response) => {
      if (new URL(response.url()).pathname === '/api/conversions') statuses.push(response.status());
    });
    await openLogs(page, '/conversion-logs', own);
    await eventually(async () => expect(await textOf(page, 'Total de Conversões')).toBe('20'), SOON);
    const toggle = rowOf(page, 'N-12').getByRole('button', { name: /^Detalhes de / });
    await toggle.click();
    const detail = page.getByRole('region', { name: 'Histórico do status' });
    await detail.getByText('Aprovada').waitFor();
    const box = page.getByRole('region', { name: 'Histórico de conversões' }).last();
    expect(await box.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
    const before = await toggle.boundingBox();

    await sale(own, { transaction_id: 'N-99', amount: '1.00' });
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

  test('shows a refund in the row and its history, and subtracts it from the totals', { tags: ['§2.12'] }, async () => {
    const own = await registerCompany(url);
    const order = { transaction_id: 'R-1', amount: '80.00' };
    await sale(own, order);
    const { page } = screen;
    await openLogs(page, '/conversion-logs', own);
    await rowOf(page, 'R-1').getByText('Aprovada').waitFor(WAIT);
    await rowOf(page, 'R-1')
      .getByRole('button', { name: /^Detalhes de / })
      .click();
    await sale(own, { ...order, status: 'refunded' });
    await rowOf(page, 'R-1').getByText('Reembolsada').waitFor(WAIT);
    const history = page.getByRole('region', { name: 'Histórico do status' });
    await history.getByText('Reembolsada').waitFor(WAIT);
    await eventually(async () => expect(await textOf(page, 'Valor Total')).toBe('R$ 0,00'), SOON);
    expect(await textOf(page, 'Total de Conversões')).toBe('0');
  });

  test('keeps period and search in the URL, and reloads on request', async () => {
    const { page } = screen;
    await openLogs(page);
    await rowOf(page, 'VENDA-1').waitFor(WAIT);
    await page.getByRole('combobox', { name: 'Período' }).click();
    await page.getByRole('option', { name: 'Ontem' }).click();
    await page.getByText('Nenhuma conversão encontrada').waitFor();
    expect(new URL(page.url()).search).toBe('?period=yesterday');
    await page.goBack();
    await rowOf(page, 'VENDA-1').waitFor();
    await page.getByRole('searchbox', { name: 'Buscar por transação, clique ou campanha' }).fill('venda-2');
    await eventually(async () => expect(await page.getByRole('row').count()).toBe(2));
    expect(new URL(page.url()).searchParams.get('q')).toBe('venda-2');
    const asked = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/conversions');
    await page.getByRole('button', { name: 'Atualizar' }).click();
    await asked;
    await page.getByRole('button', { name: 'Limpar filtros' }).click();
    await rowOf(page, 'VENDA-1').waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  test('exports the listed conversions as CSV', async () => {
    const { page } = screen;
    await openLogs(page, '/conversion-logs?q=VENDA-2');
    await rowOf(page, 'VENDA-2').waitFor(WAIT);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Exportar CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^conversions-export-\d{4}-\d{2}-\d{2}\.csv$/);
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(',50.00,50.00,BRL,50.00,,,VENDA-2,generic,false,true');
  });

  test('shows a viewer conversions with the network instead of the IP address', { tags: ['§6'] }, async () => {
    const viewer = await createColleague(company, 'viewer');
    const { page } = screen;
    await openLogs(page, '/conversion-logs?q=VENDA-1', viewer);
    await rowOf(page, 'VENDA-1').waitFor(WAIT);
    await rowOf(page, 'VENDA-1')
      .getByRole('button', { name: /^Detalhes de / })
      .click();
    await page
      .getByRole('region', { name: 'História do clique' })
      .getByText(/IP 127\.0\.0\.0/)
      .waitFor();
  });
});
