/** The screen Facebook Ads with the specification's texts. `facebook-story.e2e.test.ts` tests it against the platform. */
import { screen, waitFor, within } from '@testing-library/react';
import { FACEBOOK } from '@tracker/schemas/ad-platforms/facebook';
import { pixelDestination } from '@tracker/schemas/ad-platforms/platform-destination';
import {
  AdAccount,
  adPlatformCalls,
  type CampaignLink,
  ConnectError,
  ConnectionStatus,
  Reconciliation,
  SyncRun,
  SyncStatus,
} from '@tracker/schemas/contracts/ad-platforms.contract';
import { listCampaigns } from '@tracker/schemas/contracts/campaigns.contract';
import { changeTenant } from '@tracker/schemas/contracts/company.contract';
import { askFigures, FigureAnswer } from '@tracker/schemas/contracts/figures.contract';
import { pixelContractsOf } from '@tracker/schemas/contracts/pixel.contract';
import { SendResults } from '@tracker/schemas/contracts/send-back.contract';
import { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { adPlatformAnswers } from '@tracker/schemas/texts/ad-platforms';
import { beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import {
  choose,
  chooseByKeyboard,
  expectAccessible,
  inToast,
  openApp,
  plain,
  pressOn,
  rowsOf,
  settle,
} from '../../../test/app.tsx';
import { api, noWords, refusal } from '../../../test/fake-api.ts';
import { CAMPAIGN_ID, campaign, sample, session } from '../../../test/samples.ts';
import { connectErrorText } from './connection-texts.ts';

const facebook = adPlatformCalls;
const RUN = '5e93ed00-0000-4000-8000-000000000001';
const NOTHING = { links: 0, successfulLinks: 0, dataPoints: 0, totalSpend: 0, durationMs: 0, error: null };
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
    expect(connect.getAttribute('href')).toBe(`/auth/facebook?company=${session('admin').tenant.id}`);
    expect(screen.queryByRole('combobox', { name: 'Campanha no Facebook' })).toBeNull();
    await expectAccessible();
  });

  test('shows each card that failed, and asks no more than each card once', async () => {
    let asked = 0;
    const fails = () => {
      asked += 1;
      return refusal(500);
    };
    for (const call of [facebook.status, facebook.links, facebook.syncStatus, listCampaigns]) api.answer(call, fails);
    openApp('/facebook');
    await screen.findByRole('heading', { name: 'Campanhas conectadas' });
    await settle();
    expect(asked).toBeLessThan(15);
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

  test.each(ConnectError.options)(
    'says what to do after a consent that ended with %s, until it is put away',
    {
      tags: ['§4'],
    },
    async (error) => {
      const { user, address } = await open(`/facebook?error=${error}`);
      const { title, advice } = connectErrorText(error, FACEBOOK);
      await inToast(title);
      await waitFor(() => expect(address()).toBe('/facebook'));
      expect(plain(screen.getByText(`${title}.`).closest('[role=status]'))).toBe(`${title}. ${advice}`);
      await expectAccessible();
      await user.click(screen.getByRole('button', { name: 'Dispensar' }));
      expect(screen.queryByText(`${title}.`)).toBeNull();
    },
  );

  test('asks to connect again when the authorization has ended', async () => {
    connection({ needsReconnect: true, accountName: 'Ana Lima' });
    await open();
    screen.getByText(/de Ana Lima não vale mais/);
    expect(screen.getByRole('link', { name: 'Reconectar' }).getAttribute('href')).toBe(
      `/auth/facebook?company=${session('admin').tenant.id}`,
    );
    await expectAccessible();
  });
});

describe('the pixel', () => {
  const pixel = pixelContractsOf(FACEBOOK, pixelDestination(FACEBOOK));
  const saved = sample(pixel.read.response, {
    ...{ pixelId: '987654321', tokenSet: true, enabled: true, testCode: 'TEST123' },
    results: sample(SendResults, { sent: 1 }),
  });
  const card = async () => within(await screen.findByRole('region', { name: 'Enviar vendas ao Facebook' }));
  const field = async (name: string) => (await card()).findByLabelText<HTMLInputElement>(name);

  test('is saved after each mistake is named at its field, of which the first gets the focus', async () => {
    const { user } = await open();
    await user.type(await field('ID do pixel'), 'abc{Enter}');
    (await card()).getByText('Informe o ID do pixel, só com números.');
    (await card()).getByText('Informe o token de acesso.');
    expect(document.activeElement).toBe(await field('ID do pixel'));
    await expectAccessible();
    await user.clear(await field('ID do pixel'));
    await user.type(await field('ID do pixel'), '987654321');
    api.answer(pixel.set, saved);
    api.answer(pixel.read, saved);
    await user.type(await field('Token de acesso'), 'EAAtoken{Enter}');
    await inToast('Pixel salvo', 'As próximas vendas aprovadas serão enviadas.');
    expect(api.asked(pixel.set)[0]?.body).toMatchObject({ pixelId: '987654321', token: 'EAAtoken', enabled: true });
    await (await card()).findByText('Ligado');
    (await card()).getByText(/1 venda enviada/);
    await waitFor(async () => expect((await field('Token de acesso')).value).toBe(''));
  });

  test('says why it is stopped, and what its test event became', async () => {
    const stopReason = 'O Facebook recusou o token. Gere outro no Gerenciador de Eventos.';
    api.answer(pixel.read, { ...saved, stopReason });
    const { user } = await open();
    await (await card()).findByText('Interrompido');
    expect(plain((await card()).getByRole('alert'))).toContain(stopReason);
    const test = (await card()).getByRole('button', { name: 'Enviar evento de teste' });
    api.answer(pixel.test, { success: false, message: 'Token recusado.' });
    await user.click(test);
    await inToast('Evento de teste recusado', 'Token recusado.');
    api.answer(pixel.test, { success: true, message: 'Veja-o em Testar eventos.' });
    await user.click(test);
    await inToast('Evento de teste recebido', 'Veja-o em Testar eventos.');
  });

  test('is removed after a question by keyboard, which gives the focus back when it is cancelled', async () => {
    api.answer(pixel.read, saved);
    const { user } = await open();
    const remove = await (await card()).findByRole('button', { name: 'Remover' });
    await pressOn(user, remove);
    const asking = async () => within(await screen.findByRole('dialog', { name: 'Remover pixel' }));
    await pressOn(user, (await asking()).getByRole('button', { name: 'Cancelar' }));
    await waitFor(() => expect(document.activeElement).toBe(remove));
    expect(api.asked(pixel.remove)).toEqual([]);
    await user.keyboard('{Enter}');
    api.answer(pixel.remove, null);
    api.answer(pixel.read, sample(pixel.read.response));
    await pressOn(user, (await asking()).getByRole('button', { name: 'Remover' }));
    await inToast('Pixel removido');
    await waitFor(async () => expect((await field('ID do pixel')).value).toBe(''));
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
    ...{ campaignId: CAMPAIGN_ID, platformCampaignId: '1203', platformCampaignName: 'Perpétuo Curso X' },
    ...{ adAccountId: 'act_1', accountName: 'Loja', currency: 'BRL', timeZone: 'America/Sao_Paulo' },
    ...{ dayBasis: 'account', origin: 'hand', lastSyncTime: null, missing: null },
  } as CampaignLink;

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
      expect.stringMatching(/automática · 1 min 1 sR\$ 100,00\s*28 valores diários/),
      expect.any(String),
    ]);
    await expectAccessible();
  });

  test('says which days of spend are not read yet, and lets an administrator choose how far back they are', async () => {
    api.answer(facebook.syncStatus, sample(SyncStatus, { daysMissing: 12, historyDays: 90 }));
    api.answer(facebook.links, [{ ...link, missing: { since: TenantDay.parse('2026-11-01'), days: 12 } }]);
    const { user } = await open();
    await screen.findByText(/^Faltam ler 12 dias de gasto: até lá o gasto desses dias é desconhecido/);
    await screen.findByText(/^Gasto desconhecido em 12 dias, desde 01\/11\/2026/);
    api.answer(
      changeTenant,
      sample(changeTenant.response, {
        ...session('admin').tenant,
        spendHistoryDays: 365,
      }),
    );
    await choose(user, 'Ler os gastos de', '12 meses');
    await inToast('Período salvo');
    expect(api.asked(changeTenant)).toMatchObject([{ body: { spendHistoryDays: 365 } }]);
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
    expect(screen.getByRole('link', { name: 'Reconectar' }).getAttribute('href')).toBe(
      `/auth/facebook?company=${session('admin').tenant.id}`,
    );
    await expectAccessible();
  });

  test("asks for the consent to act by 'Permitir agir' alone, and says when it is given", async () => {
    await open();
    expect(screen.getByRole('link', { name: 'Permitir agir' }).getAttribute('href')).toBe(
      `/auth/facebook?permit=actions&company=${session('admin').tenant.id}`,
    );
    screen.getByText(/^Hoje a conexão só lê/);
    await expectAccessible();
  });

  test('offers nothing more to permit once acting is permitted', async () => {
    connection({ connected: true, canAct: true, accountName: 'Ana Lima' });
    await open('/facebook?permitted=1');
    await inToast('Ações permitidas');
    expect(screen.queryByRole('link', { name: 'Permitir agir' })).toBeNull();
    screen.getByText(/^Editores podem pausar/);
  });

  test('says what is missing when the permission was taken out on the consent page', async () => {
    await open('/facebook?error=actions-denied');
    await screen.findByText(/não deu a permissão de mudar anúncios \(ads_management\)/);
  });

  test('disconnects after a question, and keeps the links', async () => {
    const { user } = await open();
    const asking = async () => {
      await user.click(screen.getByRole('button', { name: 'Desconectar' }));
      return within(await screen.findByRole('dialog', { name: 'Desconectar o Facebook?' }));
    };
    const first = await asking();
    first.getByText(/^As campanhas conectadas continuam conectadas/);
    await expectAccessible();
    await user.click(first.getByRole('button', { name: 'Cancelar' }));
    expect(api.asked(facebook.disconnect)).toEqual([]);
    const second = await asking();
    api.answer(facebook.disconnect, null);
    connection({});
    await user.click(second.getByRole('button', { name: 'Desconectar' }));
    await inToast('Facebook desconectado');
    await screen.findByText('Desconectado');
    within(screen.getByRole('list', { name: 'Campanhas conectadas' })).getByText('Perpétuo Curso X');
  });

  test.each([
    [true, /^Os gastos deixam de chegar.*Outra empresa daqui usa a permissão da mesma pessoa/],
    [false, /^Os gastos deixam de chegar.*A autorização é retirada no Facebook/],
  ])('says before disconnecting what becomes of the permission (shared: %s)', async (isShared, sentence) => {
    connection({ connected: true, isShared });
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Desconectar' }));
    within(await screen.findByRole('dialog', { name: 'Desconectar o Facebook?' })).getByText(sentence);
  });

  test('shows the specification’s messages when syncing fails with and without a reason', {
    tags: ['§8.17', '§8.18'],
  }, async () => {
    const { user } = await open();
    api.answer(facebook.syncCampaign, noWords);
    const sync = await screen.findByRole('button', { name: /^Sync de / });
    await user.click(sync);
    await inToast('Erro no Sync', 'Failed to sync campaign');
    api.answer(facebook.syncCampaign, { runId: RUN });
    api.answer(facebook.syncRun, { outcome: { ...NOTHING, links: 1, error: 'O Facebook recusou.' } });
    await user.click(sync);
    await inToast('Erro no Sync', 'O Facebook recusou.');
    const syncAll = screen.getByRole('button', { name: 'Sincronizar tudo' });
    api.answer(facebook.syncAll, refusal(409, 'Facebook não conectado'));
    await user.click(syncAll);
    await inToast('Erro no Sync Geral', 'Facebook não conectado');
    api.answer(facebook.syncAll, noWords);
    await user.click(syncAll);
    await inToast('Erro no Sync Geral', 'Failed to sync all campaigns');
  });

  const account = (id: string, given: Partial<z.input<typeof AdAccount>> = {}) =>
    sample(AdAccount, { id, currency: 'BRL', accountStatus: 1, timeZone: 'America/Sao_Paulo', ...given });
  const offered = [
    { id: '1203', name: 'Perpétuo Curso X', status: 'ACTIVE', adAccountId: 'act_1' },
    { id: '1204', name: 'Lista de espera', status: 'PAUSED', adAccountId: 'act_1' },
  ];
  test('has one way to link: the list of the account, with the spend of each, and below it the id of one that is not there', async () => {
    api.answer(facebook.adAccounts, [account('act_1', { name: 'Loja' })]);
    api.answer(facebook.campaigns, offered);
    const spend = (key: string, value: number) => ({
      keys: [key],
      labels: [key],
      values: { spend: value },
      previous: null,
    });
    api.answer(askFigures, sample(FigureAnswer, { rows: [spend('1203', 412.1), spend('77', 9)] }));
    await open();
    expect(screen.queryByRole('region', { name: 'Conectar campanha' })).toBeNull();
    expect((await screen.findByText('Conectar pelo ID')).closest('details')?.open).toBe(false);
    await screen.findAllByRole('region', { name: 'Campanhas da conta' });
    await waitFor(() =>
      expect(rowsOf('Campanhas da conta').map((cells) => cells.slice(2))).toEqual([
        ['ativa', expect.stringMatching(/^Black Friday/), 'R$ 412,10'],
        ['pausada', '–', '–'],
      ]),
    );
    screen.getByRole('button', { name: 'Conectar selecionadas' });
    const links = screen.getByRole('list', { name: /^Campanhas do Facebook em / });
    expect(plain(links)).toContain('R$ 412,10 em 30 dias');
    expect(api.asked(askFigures)[0]?.query).toMatchObject({ by: 'platformCampaign', metrics: 'spend' });
    await expectAccessible();
  });

  test('looks for an id that was typed in all accounts, and says when it is linked or in none', async () => {
    api.answer(facebook.adAccounts, [account('act_1', { name: 'Loja' })]);
    api.answer(facebook.campaigns, offered);
    const { user } = await open();
    await user.click(await screen.findByText('Conectar pelo ID'));
    await choose(user, 'Campanha', 'Black Friday');
    api.answer(facebook.link, refusal(409, adPlatformAnswers.linkedElsewhere(FACEBOOK)));
    await user.type(await idField(), '1203');
    await user.click(await connectButton());
    await inToast('Erro', 'Esta campanha do Facebook já está conectada a outra campanha.');
    const notSeen = adPlatformAnswers.campaignNotSeen(FACEBOOK);
    api.answer(facebook.link, refusal(404, notSeen, { platformCampaignId: notSeen }));
    await user.clear(await idField());
    await user.type(await idField(), '999{Enter}');
    await inToast('Erro', notSeen);
    expect(notSeen).toMatch(/^Campanha não encontrada no Facebook\. /);
    expect((await idField()).getAttribute('aria-invalid')).toBe('true');
    expect(api.asked(facebook.link).map(({ body }) => body)).toEqual([
      { platformCampaignId: '1203', platformCampaignName: '' },
      { platformCampaignId: '999', platformCampaignName: '' },
    ]);
  });

  test('warns of a link in another currency and time zone, whose days are chosen by keyboard', {
    tags: ['§2.11'],
  }, async () => {
    const odd = {
      ...link,
      ...{ platformCampaignId: '2001', platformCampaignName: 'Course X launch', adAccountId: 'act_2' },
      ...{ accountName: 'US account', currency: 'USD', timeZone: 'America/New_York' },
    };
    api.answer(facebook.links, [link, odd]);
    const { user } = await open();
    const group = await screen.findByRole('list', { name: /^Campanhas do Facebook em / });
    const [plainLink, oddLink] = within(group).getAllByRole('listitem');
    expect(plain(plainLink!)).not.toContain('A conta ');
    // A currency without a rate is in no sum, and not nothing.
    await waitFor(() => expect(plain(plainLink!)).toContain('R$ 0,00 em 30 dias'));
    expect(plain(oddLink!)).toContain('– em 30 dias');
    expect(plain(oddLink!)).toContain('A conta gasta em USD: cada dia entra em BRL pela cotação da empresa');
    expect(plain(oddLink!)).toContain('A conta está no fuso America/New_York e a empresa em America/Sao_Paulo');
    expect(screen.getAllByRole('button', { name: /^Sync de / })).toHaveLength(1);
    await expectAccessible();
    api.answer(facebook.changeLink, { ...odd, dayBasis: 'company' });
    api.answer(facebook.links, [link, { ...odd, dayBasis: 'company' }]);
    await chooseByKeyboard(
      user,
      within(oddLink!).getByRole('combobox', { name: /^Dias em que conta/ }),
      'Dias da empresa',
    );
    await inToast('Dias alterados');
    await screen.findByText(/repartido por hora nos dias da empresa/);
    expect(api.asked(facebook.changeLink)).toMatchObject([
      { params: { campaignId: CAMPAIGN_ID, platformCampaignId: '2001' }, body: { dayBasis: 'company' } },
    ]);
  });

  test('takes a link away after a question, by keyboard alone', async () => {
    const { user } = await open();
    await settle();
    await pressOn(user, await screen.findByRole('button', { name: 'Desconectar Perpétuo Curso X' }));
    const asking = within(await screen.findByRole('dialog', { name: 'Desconectar a campanha?' }));
    asking.getByText(/^Os gastos de “Perpétuo Curso X” deixam de entrar em “Black Friday”/);
    api.answer(facebook.unlink, null);
    api.answer(facebook.links, []);
    await pressOn(user, asking.getByRole('button', { name: 'Desconectar' }));
    await inToast('Campanha desconectada');
    await screen.findByText('Nenhuma campanha conectada');
    const params = { platform: 'facebook', campaignId: CAMPAIGN_ID, platformCampaignId: '1203' };
    expect(api.asked(facebook.unlink)[0]?.params).toEqual(params);
  });

  test('syncs all, and says what each account spent and how much of it is in no campaign', async () => {
    api.answer(facebook.adAccounts, [
      account('act_1', { name: 'Loja' }),
      account('act_2', { name: 'Conta de cliente', accountStatus: 2 }),
    ]);
    const { user } = await open();
    const accounts = within(await screen.findByRole('list', { name: 'Contas de anúncios' }));
    expect(accounts.getAllByRole('listitem').map(plain)).toEqual([
      'Lojaact_1 · BRL · America/Sao_PauloAtiva',
      'Conta de clienteact_2 · BRL · America/Sao_PauloDesativada',
    ]);
    api.answer(facebook.syncAll, { runId: RUN });
    let looks = 0;
    api.answer(facebook.syncRun, ({ params }) => {
      expect(params).toEqual({ platform: 'facebook', runId: RUN });
      looks += 1;
      return { outcome: looks < 2 ? null : { ...NOTHING, links: 2, successfulLinks: 2, totalSpend: 120.5 } };
    });
    api.answer(facebook.reconciliation, [
      sample(Reconciliation, {
        ...{ adAccountId: 'act_1', currency: 'BRL', accountSpend: 200, linkedSpend: 120.5, unallocated: 79.5 },
      }),
    ]);
    await user.click(screen.getByRole('button', { name: 'Sincronizar tudo' }));
    expect(plain(await inToast('Sync concluído'))).toContain('2 de 2 campanhas. Gasto total: R$ 120,50');
    await accounts.findByText('Não alocado');
    expect(plain(accounts.getAllByRole('listitem')[0]!)).toContain(
      'Gasto da contaR$ 200,00ConectadoR$ 120,50Não alocadoR$ 79,50',
    );
  });

  test('says at what time a throttled sync goes on', async () => {
    const progress = { done: 0, total: 1, waitingUntil: '2026-11-20T15:07:00.000Z' };
    api.answer(facebook.syncStatus, sample(SyncStatus, { isRunning: true, progress }));
    openApp('/facebook');
    await screen.findByText((_, element) => plain(element) === 'O Facebook limitou as chamadas. Continua às 12:07.');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Sincronizar tudo' }).disabled).toBe(true);
    await expectAccessible();
  });
});
