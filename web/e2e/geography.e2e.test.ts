/** The screen Geografia and its section of the dashboard: clicks by country, region, time zone and device. */
import { createPostgresEventLog } from '@tracker/infra/event-log/postgres-event-log';
import { createLogger } from '@tracker/infra/telemetry/logger';
import { ClickEvent } from '@tracker/schemas/events/click';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import { addDays, dayOf } from '@tracker/schemas/primitives/tenant-day';
import { DEFAULT_TIME_ZONE, instantFromMs } from '@tracker/schemas/primitives/time';
import { openBrowser, openScreens, type Screen, type Screens } from '@tracker/test/kit/browser';
import { type Company, registerCompany, sale, signIn, VISITOR } from '@tracker/test/kit/company';
import { eventually } from '@tracker/test/kit/eventually';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';

const url = inject('productUrl');
const databaseUrl = inject('productDatabaseUrl');
const SOON = { timeoutMs: 20_000 };
const DESKTOP =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const today = dayOf(Date.now(), DEFAULT_TIME_ZONE);
let browser: Browser;
let screens: Screens;
let company: Company;
let made = 0;

const place = (countryCode: string, region: string, timeZone: string) => ({ countryCode, region, city: '', timeZone });
const SAO_PAULO = place('BR', 'São Paulo', 'America/Sao_Paulo');
const PLACES = [
  ...[1, 2, 3].map(() => SAO_PAULO),
  place('PT', 'Lisboa', 'Europe/Lisbon'),
  place('PT', 'Porto', 'Europe/Lisbon'),
  place('US', 'Florida', 'America/New_York'),
  place('JP', 'Tokyo', 'Asia/Tokyo'),
  place('AO', 'Luanda', 'Africa/Luanda'),
  place('MZ', 'Maputo', 'Africa/Maputo'),
  place('AR', 'Córdoba', 'America/Argentina/Cordoba'),
  place('CL', 'Valparaíso', 'America/Santiago'),
  place('CO', 'Antioquia', 'America/Bogota'),
  place('MX', 'Jalisco', 'America/Mexico_City'),
  place('UY', 'Montevideo', 'America/Montevideo'),
];

/** Clicks as ingest writes them behind a proxy that adds places: the test's own IP address has no place. */
function clickFrom(where: ReturnType<typeof place>, { ageDays = 0, userAgent = VISITOR } = {}): ClickEvent {
  made += 1;
  const atMs = Date.now() - ageDays * 86_400_000;
  const clickId = `mc_${company.campaignId}_${atMs}${String(made).padStart(6, '0')}`;
  const at = instantFromMs(atMs);
  const tags = ['source', 'fbp', 'fbc', 'sub1', 'sub2', 'sub3', 'sub4', 'sub5', 'sub6', 'sub7', 'sub8', 'utmSource'];
  tags.push('utmMedium', 'utmCampaign', 'utmContent', 'utmTerm', 'utmId');
  return ClickEvent.parse({
    id: clickId,
    type: 'click',
    schemaVersion: 1,
    tenantId: company.tenantId,
    campaignId: company.campaignId,
    occurredAt: at,
    receivedAt: at,
    payload: {
      clickId,
      request: { userAgent, ipAddress: '203.0.113.0', referrer: '', place: where },
      tags: Object.fromEntries(tags.map((tag) => [tag, ''])),
      isPrefetch: false,
    },
  });
}

async function append(events: readonly ClickEvent[]): Promise<void> {
  const log = createPostgresEventLog({ url: databaseUrl, logger: createLogger({ level: 'silent', name: 'e2e' }) });
  await log.append(
    EVENTS_TOPIC,
    events.map((event) => ({ key: event.payload.clickId, value: JSON.stringify(event) })),
  );
  await log.close();
}

beforeAll(async () => {
  browser = await openBrowser();
  screens = await openScreens(browser, { baseUrl: url });
  company = await registerCompany(url);
  const clicks = PLACES.map((where, index) => clickFrom(where, index === 3 ? { userAgent: DESKTOP } : {}));
  await append([...clicks, clickFrom(SAO_PAULO, { userAgent: 'curl/8.0' }), clickFrom(SAO_PAULO, { ageDays: 20 })]);
  const [first] = clicks;
  await sale(company, { transaction_id: 'G-1', amount: '10.00', click_id: first?.payload.clickId ?? '' });
  await sale(company, { transaction_id: 'G-2', amount: '10.00' });
});
afterAll(() => browser.close());

let screen: Screen;
beforeEach(async () => {
  screen = await screens.open();
  await signIn(screen.page, company);
  return async () => {
    expect(screen.problems).toEqual([]);
    await screen.close();
  };
});

/** The cells of a table row by row; each chart has a table for screen readers. */
async function rowsOf(page: Page, name: string): Promise<string[][]> {
  const rows = page.getByRole('region', { name, exact: true }).first().locator('tbody tr');
  return rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent ?? '')),
  );
}

describe('screen Geography', () => {
  test('shows countries, devices, time zones and regions of today and the seven days before', {
    tags: ['§2.14', '§9.18', '§9.21'],
  }, async () => {
    const { page } = screen;
    await page.goto('/geography');
    await page.getByRole('heading', { name: 'Geografia' }).waitFor();
    await eventually(async () => {
      const [brazil] = await rowsOf(page, 'Países');
      expect(brazil).toEqual(['Brasil BR', '3', '1', '33,3%']);
    }, SOON);
    // Eleven countries, eleven time zones and twelve regions have clicks.
    expect(await rowsOf(page, 'Países')).toHaveLength(10);
    const pie = await rowsOf(page, 'Clicks por país');
    expect(pie.map(([name]) => name)).toEqual(expect.arrayContaining(['Brasil', 'Portugal', 'Outros países']));
    expect(pie).toHaveLength(6);
    expect(pie[0]).toEqual(['Brasil', '3', '21,4%']);
    expect(pie[5]?.[0]).toBe('Outros países');
    expect(await rowsOf(page, 'Clicks por dispositivo')).toEqual([
      ['Celular', '13', '1', '7,7%'],
      ['Computador', '1', '0', '0,0%'],
    ]);
    const zones = await rowsOf(page, 'Clicks por fuso horário');
    expect(zones.slice(0, 2)).toEqual([
      ['America/Sao_Paulo', '3'],
      ['Europe/Lisbon', '2'],
    ]);
    expect(zones).toHaveLength(8);
    const regions = await rowsOf(page, 'Regiões');
    expect(regions[0]).toEqual(['São Paulo', 'Brasil', '3', '33,3%']);
    expect(regions).toHaveLength(8);
    const listed = page.getByRole('list', { name: 'Fusos horários' }).getByRole('listitem');
    expect(await listed.count()).toBe(5);
    const devices = page.getByRole('list', { name: 'Dispositivos' }).getByRole('listitem');
    expect(await devices.count()).toBe(2);
    // The charts are drawn, too.
    await page.locator('figure svg').first().waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  test('keeps another period in the URL, and includes its clicks', async () => {
    const { page } = screen;
    await page.goto('/geography');
    await eventually(async () => expect((await rowsOf(page, 'Países'))[0]?.[1]).toBe('3'), SOON);
    await page.getByRole('combobox', { name: 'Período' }).click();
    await page.getByRole('option', { name: 'Últimos 30 dias' }).click();
    await eventually(async () => expect((await rowsOf(page, 'Países'))[0]?.[1]).toBe('4'), SOON);
    expect(new URL(page.url()).search).toBe('?period=30d');
    const answer = await page.request.get(`/api/analytics/geography?startDate=${addDays(today, -7)}&endDate=${today}`);
    expect(Object.keys(await answer.json())).toEqual(['countries', 'devices', 'timezones', 'regions']);
  });

  test('shows the specification’s error, and loads the data on retry', { tags: ['§8.13'] }, async () => {
    const { page } = screen;
    let isAway = true;
    await page.route('**/api/analytics/geography?*', (route) =>
      isAway ? route.fulfill({ status: 404, json: {} }) : route.continue(),
    );
    await page.goto('/geography');
    const alert = page.getByRole('alert');
    await alert.getByText('Erro ao carregar dados').waitFor();
    await alert
      .getByText('Os dados geográficos ainda estão sendo configurados. Aguarde alguns minutos e atualize a página.')
      .waitFor();
    isAway = false;
    await alert.getByRole('button', { name: 'Tentar de novo' }).click();
    await page.getByRole('heading', { name: 'Clicks por país' }).waitFor();
  });
});

describe('geography section of the dashboard', () => {
  test('shows countries and devices of the period, and links to the screen with the same period', {
    tags: ['§2.6'],
  }, async () => {
    const { page } = screen;
    await page.goto('/');
    const section = page.getByRole('region', { name: 'Geografia' });
    await section.getByRole('region', { name: 'Países' }).getByText('Brasil').waitFor();
    await section.getByRole('region', { name: 'Dispositivos' }).getByText('Celular').waitFor();
    await section.getByRole('link', { name: 'Ver tudo' }).click();
    await page.getByRole('heading', { name: 'Clicks por país' }).waitFor();
    expect(new URL(page.url()).search).toBe('?period=30d');
  });

  test('is hidden without countries and devices', { tags: ['§2.6'] }, async () => {
    const { page } = screen;
    await signIn(page, await registerCompany(url));
    const answered = page.waitForResponse((response) => response.url().includes('/api/analytics/geography'));
    await page.goto('/');
    await answered;
    await page.getByText('Nenhum canal encontrado').waitFor();
    expect(await page.getByRole('region', { name: 'Geografia' }).count()).toBe(0);
  });
});
