/** The campaigns of an ad account: found, chosen and linked in numbers. */
import { screen, waitFor, within } from '@testing-library/react';
import {
  AdAccount,
  adPlatformCalls,
  type CampaignLink,
  ConnectionStatus,
  type LinkOrigin,
  type WantedAccount,
} from '@tracker/schemas/contracts/ad-platforms.contract';
import { listCampaigns } from '@tracker/schemas/contracts/campaigns.contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { expectAccessible, inToast, openApp, plain, pressOn } from '../../../test/app.tsx';
import { api, refusal } from '../../../test/fake-api.ts';
import { CAMPAIGN_ID, campaign, sample } from '../../../test/samples.ts';

const facebook = adPlatformCalls;
const COUNT = 500;
const campaigns = Array.from({ length: COUNT }, (_, index) => ({
  ...{ id: `9900${String(index).padStart(4, '0')}`, name: `Oferta ${index}`, adAccountId: 'act_1' },
  status: index % 5 === 0 ? 'PAUSED' : 'ACTIVE',
}));
const linkOf = (index: number, origin: LinkOrigin): CampaignLink => ({
  ...{
    campaignId: CAMPAIGN_ID,
    platformCampaignId: campaigns[index]!.id,
    platformCampaignName: campaigns[index]!.name,
  },
  ...{ adAccountId: 'act_1', accountName: 'Loja', currency: 'BRL', timeZone: 'America/Sao_Paulo' },
  ...{ dayBasis: 'account', lastSyncTime: null, missing: null, origin },
});

beforeEach(() => {
  api.answer(listCampaigns, [campaign(), campaign({ campaignId: 'curso', name: 'Curso de Tráfego' })]);
  api.answer(facebook.status, sample(ConnectionStatus, { configured: true, connected: true, accountName: 'Ana Lima' }));
  api.answer(facebook.adAccounts, [
    sample(AdAccount, { id: 'act_1', name: 'Loja', currency: 'BRL', accountStatus: 1, timeZone: 'America/Sao_Paulo' }),
  ]);
  api.answer(facebook.campaigns, campaigns);
  api.answer(facebook.links, [linkOf(0, 'hand'), linkOf(1, 'clicks')]);
  api.answerEmpty();
});

async function open(address = '/facebook') {
  const app = openApp(address);
  const card = await screen.findByRole('region', { name: 'Campanhas da conta' });
  await within(card).findByText('500 campanhas · 498 sem conexão');
  return { ...app, card };
}
/** By role they would take seconds: there are many. */
const boxes = (card: HTMLElement) => [...card.querySelectorAll<HTMLInputElement>('tbody input[type=checkbox]')];
/** Ten of them. */
const FEW = '/facebook?q=9900000';

describe('campaigns of an ad account', () => {
  test('lists 500 in parts, finds them by text, state and link, and keeps the filters in the address', async () => {
    const { user, card, address } = await open();
    expect(boxes(card)).toHaveLength(50);
    within(card).getByText('Mostrando 50 de 500');
    await user.type(within(card).getByRole('searchbox', { name: 'Procurar campanhas da conta' }), 'oferta 12{Enter}');
    await waitFor(() => expect(boxes(card)).toHaveLength(15));
    await user.click(within(card).getByRole('combobox', { name: 'Status na plataforma' }));
    await user.click(await screen.findByRole('option', { name: 'pausada' }));
    await waitFor(() =>
      expect(boxes(card).map((box) => box.getAttribute('aria-label'))).toEqual(['Oferta 120', 'Oferta 125']),
    );
    expect(address()).toBe('/facebook?q=oferta+12&state=PAUSED');
    await expectAccessible();
  });

  test('chooses by keyboard and in a row with Shift, and all that are found at once', async () => {
    const { user, card } = await open(`${FEW}&linked=no`);
    boxes(card)[0]!.focus();
    await user.keyboard(' {ArrowDown}{ArrowDown}');
    expect(document.activeElement).toBe(boxes(card)[2]);
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
    within(card).getByText('3 campanhas selecionadas');
    await pressOn(user, within(card).getByRole('checkbox', { name: 'Selecionar todas as 8' }), ' ');
    within(card).getByText('8 campanhas selecionadas');
    await expectAccessible();
  });

  test('links a whole account to one campaign each, and names the rule', async () => {
    const { user, card } = await open(FEW);
    let asked: WantedAccount | undefined;
    api.answer(facebook.linkAll, ({ body }) => {
      asked = body;
      return { linked: 498, skipped: 2, campaigns: 490 };
    });
    api.answer(facebook.accountRules, [{ adAccountId: 'act_1', campaignId: null }]);
    await user.click(within(card).getByRole('button', { name: 'Conectar todas desta conta' }));
    const dialog = await screen.findByRole('dialog', { name: 'Conectar todas desta conta' });
    await user.click(within(dialog).getByRole('radio', { name: 'Uma campanha daqui para cada uma' }));
    await expectAccessible();
    await user.click(within(dialog).getByRole('button', { name: 'Conectar' }));
    await inToast(
      '498 campanhas conectadas',
      '490 campanhas criadas aqui. Os últimos 90 dias de gasto chegam em seguida.',
    );
    expect(asked).toEqual({ perCampaign: true });
    await within(card).findByText('Cada campanha nova desta conta ganha uma campanha daqui.');
  });

  test('links and unlinks what is chosen', async () => {
    const { user, card } = await open(FEW);
    const asked: unknown[] = [];
    api.answer(facebook.linkAll, ({ body, params }) => {
      asked.push([params.adAccountId, body]);
      return { linked: 1, skipped: 0, campaigns: 0 };
    });
    api.answer(facebook.unlinkSome, ({ body }) => {
      asked.push(body);
      return { unlinked: 1 };
    });
    await user.click(boxes(card)[1]!); // linked by clicks
    await user.click(boxes(card)[2]!);
    await user.click(within(card).getByRole('button', { name: 'Conectar selecionadas' }));
    const dialog = await screen.findByRole('dialog', { name: 'Conectar 1 campanha' });
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Conectar' }).disabled).toBe(true);
    await user.type(within(dialog).getByRole('combobox', { name: 'Campanha' }), 'trafego{Enter}');
    await user.click(within(dialog).getByRole('button', { name: 'Conectar' }));
    await inToast('1 campanha conectada');
    await user.click(boxes(card)[1]!);
    await user.click(within(card).getByRole('button', { name: 'Desconectar selecionadas' }));
    const question = await screen.findByRole('dialog', { name: 'Desconectar 1 campanha?' });
    await user.click(within(question).getByRole('button', { name: 'Desconectar' }));
    await inToast('1 campanha desconectada');
    expect(asked).toEqual([['act_1', { campaignId: 'curso', only: [campaigns[2]!.id] }], { only: [campaigns[1]!.id] }]);
  });

  test('undoes a link by clicks, and shows a refusal', async () => {
    const { user, card } = await open(FEW);
    expect(plain(boxes(card)[1]!.closest('tr'))).toContain('pelos clicks');
    api.answer(facebook.unlink, refusal(404, 'Não encontrado'));
    await user.click(within(card).getByRole('button', { name: 'Desfazer a conexão de Oferta 1' }));
    await inToast('Erro', 'Não encontrado');
    api.answer(facebook.unlink, null);
    api.answer(facebook.links, [linkOf(0, 'hand')]);
    await user.click(within(card).getByRole('button', { name: 'Desfazer a conexão de Oferta 1' }));
    await inToast('Conexão desfeita');
    await within(card).findByText('500 campanhas · 499 sem conexão');
  });

  test('lets a person decide about what clicks name and do not settle, and shows from how many networks they are', async () => {
    const suggestion = { platformCampaignId: campaigns[7]!.id, name: 'Oferta 7' };
    api.answer(facebook.linkSuggestions, [
      { ...suggestion, campaignId: CAMPAIGN_ID, clicks: 120, networks: 34 },
      { ...suggestion, campaignId: 'curso', clicks: 1, networks: 1 },
    ]);
    const { user } = await open(FEW);
    const list = await screen.findByRole('list', { name: 'Sugestões pelos clicks' });
    expect(plain(list)).toContain('Black Friday120 clicks de 34 redes');
    expect(plain(list)).toContain('Curso de Tráfego1 click de 1 rede');
    await expectAccessible();
    let asked: unknown;
    api.answer(facebook.link, ({ body, params }) => {
      asked = [params.campaignId, body];
      return { success: true as const, message: '' };
    });
    await user.click(within(list).getByRole('button', { name: 'Conectar Oferta 7 a Curso de Tráfego' }));
    await inToast('Campanha conectada ao Facebook com sucesso!');
    expect(asked).toEqual(['curso', { platformCampaignId: campaigns[7]!.id, platformCampaignName: 'Oferta 7' }]);
    api.answer(facebook.ignoreSuggestion, null);
    api.answer(facebook.linkSuggestions, []);
    await user.click(within(list).getByRole('button', { name: 'Ignorar a sugestão de Oferta 7' }));
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Sugestões pelos clicks' })).toBeNull());
  });
});
