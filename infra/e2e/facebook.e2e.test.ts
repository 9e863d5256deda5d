/** The screen Facebook Ads: what it says without a connection, and what it would say with one (answers of a connected company are made up here). */
import type { SyncRun } from '@tracker/schemas/contracts/facebook.contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { openBrowser, openScreen, type Screen } from './browser.ts';
import { type Company, registerCompany, signIn } from './company.ts';

const url = inject('productUrl');
let browser: Browser;
let company: Company;
let screen: Screen;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  company = await registerCompany(url);
});
afterAll(() => browser.close());

beforeEach(async () => {
  screen = await openScreen(browser, { baseUrl: url });
  page = screen.page;
  await signIn(page, company);
  return async () => {
    expect(screen.problems).toEqual([]);
    await screen.close();
  };
});

async function open(): Promise<void> {
  await page.goto('/facebook');
  await page.getByRole('heading', { name: 'Facebook Ads' }).waitFor();
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
}
const failure = (text: string) => page.locator('[data-look=destructive]').getByText(text, { exact: true }).waitFor();
const says = (text: string | RegExp) => page.getByText(text, { exact: true }).first().waitFor();

describe('without a connection (§2.11, §4)', () => {
  test('disconnected, stopped, nothing synchronised, nothing linked, and why nobody can connect (§2.11, §9.25)', async () => {
    await open();
    await says('Desconectado');
    await says('Parado');
    await says('Nenhuma sincronização ainda');
    await says('Nenhuma campanha conectada');
    await page.getByText('todos os dias às 02:00').waitFor();
    const connect = page.getByRole('button', { name: 'Conectar com Facebook' });
    expect(await connect.isDisabled()).toBe(true);
    const reason = await connect.getAttribute('aria-describedby');
    expect(await page.locator(`[id="${reason}"]`).textContent()).toContain('META_APP_ID');
  });

  test('connecting a campaign needs both, and is refused in the document’s words (§5, §8.16)', async () => {
    await open();
    const button = page.getByRole('button', { name: 'Conectar campanha' });
    const id = page.getByLabel('ID da campanha no Facebook');
    expect(await button.isDisabled()).toBe(true);
    await id.fill('120210000000001');
    expect(await button.isDisabled()).toBe(true);
    await id.press('Enter');
    await failure('Dados Incompletos');
    await says('Selecione uma campanha e informe o ID do Facebook');

    await page.getByRole('combobox', { name: 'Campanha' }).click();
    await page.getByRole('option').first().click();
    await button.click();
    await failure('Erro');
    await says('Facebook não conectado');
    await page.route('**/connect-facebook', (route) => route.fulfill({ status: 418, body: '' }));
    await button.click();
    await says('Failed to connect campaign');
  });

  test('synchronising all is refused (§8.18)', async () => {
    await open();
    await page.getByRole('button', { name: 'Sincronizar tudo' }).click();
    await failure('Erro no Sync Geral');
    await says('Facebook não conectado');
    await page.route('**/sync-all', (route) => route.fulfill({ status: 418, body: '' }));
    await page.getByRole('button', { name: 'Sincronizar tudo' }).click();
    await says('Failed to sync all campaigns');
  });
});

describe('with a connection (§2.11, §7.4)', () => {
  const run = (index: number, given: Partial<SyncRun> = {}): object => ({
    campaignId: `campanha-${index}`,
    trigger: 'nightly',
    startedAt: '2026-11-20T05:00:00.000Z',
    durationMs: 900,
    success: true,
    dataPoints: 28,
    totalSpend: 100,
    error: null,
    ...given,
  });
  const answers = () => ({
    'facebook/status': {
      connected: true,
      configured: true,
      needsReconnect: false,
      expiresAt: null,
      accountName: 'Loja',
    },
    'facebook/ad-accounts': [
      { id: 'act_1', name: 'Conta BR', currency: 'BRL', accountStatus: 1, timeZone: 'America/Sao_Paulo' },
    ],
    'facebook/sync-status': {
      isRunning: true,
      lastSyncTime: '2026-11-20T05:00:00.000Z',
      progress: { done: 1, total: 3 },
      syncHistory: [
        run(1, { success: false, error: null }),
        run(2, { success: false, error: 'Limite de chamadas atingido' }),
        ...[3, 4, 5, 6, 7].map((index) => run(index)),
      ],
    },
    'facebook/connections': [
      {
        campaignId: company.campaignId,
        facebookCampaignId: '1202',
        facebookCampaignName: 'Vendas BR',
        adAccountId: 'act_1',
        lastSyncTime: null,
      },
    ],
  });

  beforeEach(async () => {
    for (const [path, json] of Object.entries(answers()))
      await page.route(`**/api/${path}`, (route) => route.fulfill({ json }));
  });

  test('accounts, a running sync, its last five runs with what went wrong (§2.11, §9.25)', async () => {
    await open();
    await says('Conectado');
    await says('Conta BR');
    await says('Sincronizando...');
    const runs = page.getByRole('list', { name: 'Últimas sincronizações' }).getByRole('listitem');
    expect(await runs.count()).toBe(5);
    expect(await runs.nth(0).textContent()).toContain('Erro desconhecido');
    expect(await runs.nth(1).textContent()).toContain('Limite de chamadas atingido');
    expect(await runs.nth(2).textContent()).toMatch(/R\$\s100,00\s*28 dias/);
  });

  test('a campaign is connected, synchronised, and all are, with counts and a total (§7.4, §8.17)', async () => {
    await open();
    await page.route('**/connect-facebook', (route) => route.fulfill({ json: { success: true, message: 'ok' } }));
    await page.getByRole('combobox', { name: 'Campanha' }).click();
    await page.getByRole('option').first().click();
    await page.getByLabel('ID da campanha no Facebook').fill('1203');
    const sent = page.waitForRequest('**/connect-facebook');
    await page.getByRole('button', { name: 'Conectar campanha' }).click();
    expect((await sent).postDataJSON()).toEqual({ facebookCampaignId: '1203', facebookCampaignName: '' });
    await says('Campanha conectada ao Facebook com sucesso!');

    const sync = page.getByRole('button', { name: /^Sync de / });
    await page.route('**/sync-facebook', (route) => route.fulfill({ status: 418, body: '' }), { times: 1 });
    await sync.click();
    await failure('Erro no Sync');
    await says('Failed to sync campaign');
    const synced = { campaignId: company.campaignId, success: true, dataPoints: 90, totalSpend: 1234.5 };
    await page.route('**/sync-facebook', (route) => route.fulfill({ json: synced }), { times: 1 });
    await sync.click();
    await says(/^90 dias\. Gasto total: R\$\s1\.234,50$/);
    const all = {
      totalCampaigns: 3,
      successfulSyncs: 2,
      failedSyncs: 1,
      totalSpend: 50,
      totalDataPoints: 180,
      durationMs: 9,
    };
    await page.route('**/sync-all', (route) => route.fulfill({ json: all }));
    await page.getByRole('button', { name: 'Sincronizar tudo' }).click();
    await says(/^2 de 3 campanhas\. Gasto total: R\$\s50,00$/);
  });
});
