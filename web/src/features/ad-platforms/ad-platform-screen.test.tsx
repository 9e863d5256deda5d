/** The screen Facebook Ads with the specification's texts. `facebook-story.e2e.test.ts` tests it against the platform. */
import { screen, within } from '@testing-library/react';
import { FACEBOOK } from '@tracker/schemas/ad-platforms/facebook';
import {
  ConnectionStatus,
  contractsOf,
  type LinkOnWire,
  SyncRun,
  SyncStatus,
} from '@tracker/schemas/contracts/ad-platforms.contract';
import { listCampaigns } from '@tracker/schemas/contracts/campaigns.contract';
import { beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { choose, expectAccessible, inToast, openApp, plain } from '../../../test/app.tsx';
import { api, noWords, refusal } from '../../../test/fake-api.ts';
import { CAMPAIGN_ID, campaign, sample } from '../../../test/samples.ts';

const facebook = contractsOf(FACEBOOK);
const connection = (given: Partial<z.input<typeof ConnectionStatus>>) =>
  api.answer(facebook.status, sample(ConnectionStatus, { configured: true, ...given }));

beforeEach(() => {
  api.answer(listCampaigns, [campaign()]);
  connection({});
  api.answerEmpty();
});

async function open(address = '/facebook') {
  const app = openApp(address);
  await screen.findByText('Parado');
  return app;
}
const connectButton = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Conectar campanha' });
const idField = () => screen.findByLabelText('ID da campanha no Facebook');

describe('Facebook Ads without a connection', { tags: ['§2.11', '§4'] }, () => {
  test('shows the disconnected state, an empty history and the link to connect', {
    tags: ['§7.4', '§9.25'],
  }, async () => {
    await open();
    screen.getByText('Desconectado');
    await screen.findByText('Nenhuma sincronização ainda');
    await screen.findByText('Nenhuma campanha conectada');
    screen.getByText(/todos os dias às 02:00/);
    const connect = screen.getByRole('link', { name: 'Conectar com Facebook' });
    expect(connect.getAttribute('href')).toBe('/auth/facebook');
    expect(screen.queryByRole('combobox', { name: 'Campanha no Facebook' })).toBeNull();
    await expectAccessible();
  });

  test('names META_APP_ID when the installation has no Facebook app', async () => {
    connection({ configured: false });
    await open();
    screen.getByRole('button', { name: 'Conectar com Facebook', description: /META_APP_ID/ });
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Conectar com Facebook' }).disabled).toBe(true);
    await expectAccessible();
  });

  test('requires campaign and Facebook id to link, and shows the specification’s messages on failure', {
    tags: ['§5', '§8.16'],
  }, async () => {
    const { user } = await open();
    expect((await connectButton()).disabled).toBe(true);
    await user.type(await idField(), '120210000000001');
    expect((await connectButton()).disabled).toBe(true);
    await user.keyboard('{Enter}');
    await inToast('Dados Incompletos', 'Selecione uma campanha e informe o ID do Facebook');
    await expectAccessible();

    await choose(user, 'Campanha', 'Black Friday');
    api.answer(facebook.link, refusal(409, 'Facebook não conectado'));
    await user.click(await connectButton());
    await inToast('Erro', 'Facebook não conectado');
    api.answer(facebook.link, noWords);
    await user.click(await connectButton());
    await inToast('Erro', 'Failed to connect campaign');
  });

  test('asks for the access token of a pixel', async () => {
    const { user } = await open();
    await user.type(await screen.findByLabelText('ID do pixel'), '{Enter}');
    await screen.findByText('Informe o token de acesso.');
    await expectAccessible();
  });

  test('asks to connect again when the authorization has ended', async () => {
    connection({ needsReconnect: true, accountName: 'Ana Lima' });
    await open();
    screen.getByText(/de Ana Lima não vale mais/);
    expect(screen.getByRole('link', { name: 'Reconectar' }).getAttribute('href')).toBe('/auth/facebook');
    await expectAccessible();
  });
});

describe('Facebook Ads with a connection', { tags: ['§2.11', '§7.4'] }, () => {
  const run = (index: number, given: Partial<z.input<typeof SyncRun>> = {}) =>
    sample(SyncRun, {
      ...{ campaignId: `campanha-${index}`, trigger: 'nightly', startedAt: '2026-11-20T05:00:00.000Z' },
      ...{ durationMs: 61_400, success: true, dataPoints: 28, totalSpend: 100 },
      ...given,
    });
  const link = {
    ...{ campaignId: CAMPAIGN_ID, facebookCampaignId: '1203', facebookCampaignName: 'Perpétuo Curso X' },
    ...{ adAccountId: 'act_1', accountName: 'Loja', currency: 'BRL', timeZone: 'America/Sao_Paulo' },
    ...{ dayBasis: 'account', origin: 'hand', lastSyncTime: null },
  } as LinkOnWire;

  beforeEach(() => {
    connection({ connected: true, accountName: 'Ana Lima' });
    api.answer(facebook.links, [link]);
  });

  test('shows the running sync and the last five runs with their errors and warnings', {
    tags: ['§9.25'],
  }, async () => {
    api.answer(
      facebook.syncStatus,
      sample(SyncStatus, {
        isRunning: true,
        lastSyncTime: '2026-11-20T05:00:00.000Z',
        progress: { done: 1, total: 3, waitingUntil: null },
        syncHistory: [
          run(1, { success: false }),
          run(2, { success: false, error: 'Limite de chamadas atingido' }),
          run(3, { warning: 'Falta a cotação de USD.' }),
          ...[4, 5, 6, 7].map((index) => run(index)),
        ],
      }),
    );
    openApp('/facebook');
    await screen.findByText('Sincronizando...');
    const progress = screen.getByRole('progressbar', { name: 'Progresso da sincronização' });
    expect(progress.getAttribute('aria-valuetext')).toBe('1 de 3 campanhas');
    const runs = within(screen.getByRole('list', { name: 'Últimas sincronizações' })).getAllByRole('listitem');
    expect(runs.map(plain)).toEqual([
      expect.stringContaining('Erro desconhecido'),
      expect.stringContaining('Limite de chamadas atingido'),
      expect.stringContaining('Falta a cotação de USD.'),
      expect.stringMatching(/automática · 1 min 1 sR\$ 100,00\s*28 dias/),
      expect.any(String),
    ]);
    await expectAccessible();
  });

  test.each([
    ['2026-11-23T15:00:00.000Z', 'A autorização termina em 3 dias.'],
    ['2026-11-21T15:00:00.000Z', 'A autorização termina amanhã.'],
  ])('asks to renew an authorization that ends on %s: %s', { tags: ['§4'] }, async (expiresAt, text) => {
    connection({ connected: true, needsReconnect: true, expiresAt, accountName: 'Ana Lima' });
    await open();
    screen.getByText('Conectado');
    screen.getByText(text);
    expect(screen.getByRole('link', { name: 'Reconectar' }).getAttribute('href')).toBe('/auth/facebook');
    await expectAccessible();
  });

  test('asks before it disconnects', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Desconectar' }));
    await screen.findByRole('dialog', { name: 'Desconectar o Facebook?' });
    await expectAccessible();
  });

  test('shows the specification’s messages when syncing fails with and without a reason', {
    tags: ['§8.17', '§8.18'],
  }, async () => {
    const { user } = await open();
    api.answer(facebook.syncCampaign, noWords);
    await user.click(await screen.findByRole('button', { name: /^Sync de / }));
    await inToast('Erro no Sync', 'Failed to sync campaign');
    const syncAll = screen.getByRole('button', { name: 'Sincronizar tudo' });
    api.answer(facebook.syncAll, refusal(409, 'Facebook não conectado'));
    await user.click(syncAll);
    await inToast('Erro no Sync Geral', 'Facebook não conectado');
    api.answer(facebook.syncAll, noWords);
    await user.click(syncAll);
    await inToast('Erro no Sync Geral', 'Failed to sync all campaigns');
  });
});
