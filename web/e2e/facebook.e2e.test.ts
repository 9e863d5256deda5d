/** The screen Facebook Ads with the specification's texts. `facebook-story.e2e.test.ts` tests it against the platform. */
import type { SyncRun, SyncStatus } from '@tracker/schemas/contracts/ad-platforms.contract';
import { openBrowser, openScreens, type Screen, type Screens } from '@tracker/test/kit/browser';
import { ACCOUNT_BR, campaignOf, connectFacebook, linkCampaign } from '@tracker/test/kit/facebook-tenant';
import { type RegisteredTenant, registerTenant, signIn } from '@tracker/test/kit/registered-tenant';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { opened } from './screens/screen-case.ts';

const url = inject('productUrl');
let browser: Browser;
let screens: Screens;
let tenant: RegisteredTenant;
let screen: Screen;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  screens = await openScreens(browser, { baseUrl: url });
  tenant = await registerTenant(url);
});
afterAll(() => browser.close());

beforeEach(async () => {
  screen = await screens.open();
  page = screen.page;
  await signIn(page, tenant);
  return async () => {
    expect(screen.problems).toEqual([]);
    await screen.close();
  };
});

async function open(): Promise<void> {
  await page.goto('/facebook');
  await opened(page, 'Facebook Ads');
}
const failure = (text: string) => page.locator('[data-look=destructive]').getByText(text, { exact: true }).waitFor();
const says = (text: string | RegExp) => page.getByText(text, { exact: true }).first().waitFor();

describe('screen Facebook Ads without a connection', { tags: ['§2.11', '§4'] }, () => {
  test('shows the disconnected state, an empty history and the link to connect', {
    tags: ['§2.11', '§7.4', '§9.25'],
  }, async () => {
    await open();
    await says('Desconectado');
    await says('Parado');
    await says('Nenhuma sincronização ainda');
    await says('Nenhuma campanha conectada');
    await page.getByText('todos os dias às 02:00').waitFor();
    const connect = page.getByRole('link', { name: 'Conectar com Facebook' });
    expect(await connect.getAttribute('href')).toBe('/auth/facebook');
    expect(await page.getByRole('combobox', { name: 'Campanha no Facebook' }).count()).toBe(0);
  });

  test('names META_APP_ID when the installation has no Facebook app', async () => {
    const status = { connected: false, configured: false, needsReconnect: false, expiresAt: null, accountName: null };
    await page.route('**/api/facebook/status', (route) => route.fulfill({ json: status }));
    await open();
    const connect = page.getByRole('button', { name: 'Conectar com Facebook' });
    expect(await connect.isDisabled()).toBe(true);
    const reason = await connect.getAttribute('aria-describedby');
    expect(await page.locator(`[id="${reason}"]`).textContent()).toContain('META_APP_ID');
  });

  test('requires campaign and Facebook id to link, and shows the specification’s messages on failure', {
    tags: ['§5', '§8.16'],
  }, async () => {
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

  test('shows the specification’s messages when syncing all fails', { tags: ['§8.18'] }, async () => {
    await open();
    await page.getByRole('button', { name: 'Sincronizar tudo' }).click();
    await failure('Erro no Sync Geral');
    await says('Facebook não conectado');
    await page.route('**/sync-all', (route) => route.fulfill({ status: 418, body: '' }));
    await page.getByRole('button', { name: 'Sincronizar tudo' }).click();
    await says('Failed to sync all campaigns');
  });
});

describe('screen Facebook Ads with a connection', { tags: ['§2.11', '§7.4'] }, () => {
  const run = (index: number, given: Partial<SyncRun> = {}): SyncRun => ({
    campaignId: `campanha-${index}`,
    trigger: 'nightly',
    startedAt: '2026-11-20T05:00:00.000Z' as SyncRun['startedAt'],
    durationMs: 61_400,
    success: true,
    dataPoints: 28,
    totalSpend: 100,
    error: null,
    warning: null,
    ...given,
  });

  beforeAll(async () => {
    await connectFacebook(tenant);
    await linkCampaign(tenant, campaignOf(ACCOUNT_BR, 'Perpétuo Curso X').id);
  });

  test('shows the running sync and the last five runs with their errors and warnings', {
    tags: ['§2.11', '§9.25'],
  }, async () => {
    // More runs, and errors without a reason, than a test can produce in time.
    const status: SyncStatus = {
      isRunning: true,
      lastSyncTime: '2026-11-20T05:00:00.000Z' as SyncRun['startedAt'],
      progress: { done: 1, total: 3, waitingUntil: null },
      syncHistory: [
        run(1, { success: false }),
        run(2, { success: false, error: 'Limite de chamadas atingido' }),
        run(3, { warning: 'Falta a cotação de USD.' }),
        ...[4, 5, 6, 7].map((index) => run(index)),
      ],
    };
    await page.route('**/api/facebook/sync-status', (route) => route.fulfill({ json: status }));
    await open();
    await says('Conectado');
    await says('Sincronizando...');
    const progress = page.getByRole('progressbar', { name: 'Progresso da sincronização' });
    expect(await progress.getAttribute('aria-valuetext')).toBe('1 de 3 campanhas');
    const runs = page.getByRole('list', { name: 'Últimas sincronizações' }).getByRole('listitem');
    expect(await runs.count()).toBe(5);
    expect(await runs.nth(0).textContent()).toContain('Erro desconhecido');
    expect(await runs.nth(1).textContent()).toContain('Limite de chamadas atingido');
    expect(await runs.nth(2).textContent()).toContain('Falta a cotação de USD.');
    expect(await runs.nth(3).textContent()).toMatch(/automática · 1 min 1 sR\$\s100,00\s*28 dias/);
  });

  test.each([
    [3, /^A autorização termina em 3 dias\.$/],
    [1, /^A autorização termina amanhã\.$/],
  ])('asks to renew an authorization that ends in %i days', { tags: ['§4'] }, async (days, text) => {
    const expiresAt = new Date(Date.now() + days * 86_400_000).toISOString();
    const status = { connected: true, configured: true, needsReconnect: true, expiresAt, accountName: 'Ana Lima' };
    await page.route('**/api/facebook/status', (route) => route.fulfill({ json: status }));
    await open();
    await says('Conectado');
    await says(text);
    expect(await page.getByRole('link', { name: 'Reconectar' }).getAttribute('href')).toBe('/auth/facebook');
  });

  test('shows the specification’s messages when linking and syncing fail without a reason', {
    tags: ['§8.16', '§8.17', '§8.18'],
  }, async () => {
    await open();
    const refuse = (call: string) => page.route(call, (route) => route.fulfill({ status: 418, body: '' }));
    await refuse('**/connect-facebook');
    await page.getByRole('combobox', { name: 'Campanha', exact: true }).click();
    await page.getByRole('option').first().click();
    await page.getByLabel('ID da campanha no Facebook').fill('1203');
    await page.getByRole('button', { name: 'Conectar campanha' }).click();
    await failure('Erro');
    await says('Failed to connect campaign');
    await refuse('**/sync-facebook');
    await page.getByRole('button', { name: /^Sync de / }).click();
    await failure('Erro no Sync');
    await says('Failed to sync campaign');
    await refuse('**/sync-all');
    await page.getByRole('button', { name: 'Sincronizar tudo' }).click();
    await failure('Erro no Sync Geral');
    await says('Failed to sync all campaigns');
  });
});
