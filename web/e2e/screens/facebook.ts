import type { ConnectionStatus, SyncStatus } from '@tracker/schemas/contracts/ad-platforms.contract';
import type { Page } from 'playwright-core';
import { heading, loaded, look, picture, type ScreenCase } from './screen-case.ts';

export const FACEBOOK: readonly ScreenCase[] = [
  picture('facebook', 'busy', '/facebook', facebook),
  picture('facebook-pixel-wrong', 'new', '/facebook', async (page) => {
    await facebook(page);
    await page.getByLabel('ID do pixel').press('Enter');
    await page.getByText('Informe o token de acesso.').waitFor();
  }),
  picture('facebook-incomplete', 'new', '/facebook', async (page) => {
    await facebook(page);
    await page.getByLabel('ID da campanha no Facebook').press('Enter');
    await page.locator('[data-look=destructive]').getByText('Dados Incompletos').waitFor();
  }),
  look('facebook-denied', 'new', '/facebook?error=denied', async (page) => {
    await facebook(page);
    await page.getByText('A autorização foi cancelada no Facebook').waitFor();
  }),
  picture('facebook-not-configured', 'new', '/facebook', (page) =>
    withStatus(page, { connected: false, configured: false, needsReconnect: false }),
  ),
  picture('facebook-connected', 'connected', '/facebook', connected),
  look('facebook-list', 'connected', '/facebook', async (page) => {
    await connected(page);
    await page.getByText('Conectar pelo ID').click();
    await page.getByRole('combobox', { name: 'Campanha', exact: true }).click();
    await page.getByRole('option').first().waitFor();
  }),
  picture('facebook-selected', 'connected', '/facebook', async (page) => {
    await connected(page);
    await page.getByRole('checkbox', { name: 'Perpétuo Curso X' }).check();
    await page.getByText('1 campanha selecionada').waitFor();
  }),
  picture('facebook-link-all', 'connected', '/facebook', async (page) => {
    await connected(page);
    await page.getByRole('button', { name: 'Conectar todas desta conta' }).click();
    await page.getByRole('dialog', { name: 'Conectar todas desta conta' }).waitFor();
  }),
  picture('facebook-disconnect', 'connected', '/facebook', async (page) => {
    await connected(page);
    await page.getByRole('button', { name: 'Desconectar', exact: true }).click();
    await page.getByRole('dialog', { name: 'Desconectar o Facebook?' }).waitFor();
  }),
  look('facebook-running', 'connected', '/facebook', running),
  picture('facebook-ending', 'connected', '/facebook', (page) =>
    withStatus(page, { connected: true, configured: true, needsReconnect: true }),
  ),
  picture('facebook-ended', 'connected', '/facebook', (page) =>
    withStatus(page, { connected: false, configured: true, needsReconnect: true }),
  ),
];

async function facebook(page: Page): Promise<void> {
  await heading('Facebook Ads')(page);
  await page.getByText('Parado').first().waitFor();
  await loaded(page);
}

async function connected(page: Page): Promise<void> {
  await facebook(page);
  await page.getByText('Não alocado').first().waitFor();
}

/** The state of a connection after weeks of syncs. */
async function withStatus(page: Page, given: Pick<ConnectionStatus, 'connected' | 'configured' | 'needsReconnect'>) {
  const expiresAt = new Date(Date.now() + 7 * 86_400_000).toISOString();
  const status = { ...given, canAct: false, expiresAt, accountName: given.configured ? 'Ana Lima' : null };
  await page.route('**/api/ad-platforms/facebook/status', (route) => route.fulfill({ json: status }));
  await page.reload();
  await facebook(page);
}

/** A throttled sync, with one run of each kind in the history. */
async function running(page: Page): Promise<void> {
  const path = '**/api/ad-platforms/facebook/sync-status';
  await facebook(page);
  const status = (await (await page.request.get('/api/ad-platforms/facebook/sync-status')).json()) as SyncStatus;
  const [run] = status.syncHistory;
  const runs = [
    { ...run, startedAt: '2026-11-20T05:03:00.000Z', trigger: 'nightly', success: false, error: null },
    { ...run, startedAt: '2026-11-19T05:03:00.000Z', trigger: 'nightly', success: true, warning: null },
  ];
  const progress = { done: 2, total: 5, waitingUntil: new Date(Date.now() + 90_000).toISOString() };
  const json = { ...status, isRunning: true, progress, syncHistory: [...status.syncHistory, ...runs] };
  await page.route(path, (route) => route.fulfill({ json }));
  await page.reload();
  await page.getByText(/Continua às/).waitFor();
  await loaded(page);
}
