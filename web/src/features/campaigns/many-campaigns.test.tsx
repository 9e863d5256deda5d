import { screen, waitFor, within } from '@testing-library/react';
import { listCampaigns } from '@tracker/schemas/contracts/campaigns.contract';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { choose, expectAccessible, openApp, plain, rowsOf } from '../../../test/app.tsx';
import { api } from '../../../test/fake-api.ts';
import { campaign, NOW } from '../../../test/samples.ts';
import { parseCampaignsSearch } from './search.ts';

const MINUTE_MS = 60_000;
const many = Array.from({ length: 41 }, (_, index) =>
  campaign({
    ...{ id: `c${index}`, campaignId: `c${index}`, name: `Campanha ${String(index).padStart(2, '0')}` },
    netProfit: 0,
    createdAt: new Date(Date.parse(NOW) - index * MINUTE_MS).toISOString() as typeof NOW,
  }),
);
Object.assign(many[3] ?? {}, { name: 'Promoção de verão', revenue: 300.1, spend: 100, roas: 3.001, netProfit: 1.01 });
Object.assign(many[7] ?? {}, { revenue: 50, spend: 200, roas: 0.25, status: 'paused', netProfit: -0.02 });
Object.assign(many[9] ?? {}, { revenue: 999 });

beforeEach(() => {
  api.answer(listCampaigns, many);
  api.answerEmpty();
});

const cards = () => screen.getAllByRole('article').map((card) => plain(card.querySelector('h2')));
const shown = () => plain(document.querySelector('search [role=status]'));
for (const one of many) {
  const { conversions, revenue, spend } = one;
  Object.assign(one, { ofTrackedDays: { conversions, revenue, spend } });
}

describe('dozens of campaigns', () => {
  test('are searched, filtered by status and sorted, in the URL', async () => {
    const { user, address } = openApp('/campaigns', { as: 'editor' });
    await screen.findAllByRole('article');
    expect([cards().length, cards()[0], shown()]).toEqual([41, 'Campanha 00', '41 campanhas']);
    await choose(user, 'Ordenar por', 'ROAS');
    expect(address()).toBe('/campaigns?sort=-roas');
    // Without spend there is no ROAS to be last by.
    expect(cards().slice(0, 3)).toEqual(['Promoção de verão', 'Campanha 07', 'Campanha 00']);
    await user.type(screen.getByRole('searchbox', { name: 'Buscar por nome ou ID' }), 'VERAO{Enter}');
    await waitFor(() => expect(cards()).toEqual(['Promoção de verão']));
    expect([address(), shown()]).toEqual(['/campaigns?sort=-roas&q=VERAO', '1 de 41 campanhas']);
    await choose(user, 'Status', 'Pausadas (1)');
    await screen.findByText('Nenhuma campanha corresponde aos filtros.');
    await expectAccessible();
    await user.click(screen.getAllByRole('button', { name: 'Limpar filtros' })[1] as HTMLElement);
    await waitFor(() => expect(address()).toBe('/campaigns?sort=-roas'));
  });

  test('say in words whether they give back what they cost', async () => {
    openApp('/campaigns?sort=-revenue');
    await screen.findAllByRole('article');
    const roas = (name: string) => {
      const card = screen.getByRole('link', { name }).closest('article');
      return plain(within(card as HTMLElement).getByText('ROAS').nextElementSibling);
    };
    expect(roas('Promoção de verão')).toBe('3,00xdevolve o gasto');
    expect(roas('Campanha 07')).toBe('0,25xnão devolve o gasto');
    expect(roas('Campanha 09')).toBe('0,00x sem gasto');
    const link = screen.getByRole('link', { name: 'Campanha 07' });
    expect(link.getAttribute('href')).toBe('/click-logs?campaign=c7&period=30d');
  });

  test('call spend of before tracking no loss, and show it in grey', async () => {
    const untracked = {
      ...campaign({ revenue: 0, spend: 80 }),
      ofTrackedDays: { conversions: 0, revenue: 0, spend: 0 },
    };
    api.answer(listCampaigns, [untracked, campaign({ id: 'c2', campaignId: 'c2', name: 'Outra' })]);
    const { user } = openApp('/campaigns');
    const before = () =>
      screen.getAllByText('+ R$ 80,00 antes do rastreio', { normalizer: (text) => text.replace(/\u00a0/g, ' ') });
    const cell = (await screen.findAllByText('ROAS'))[0]?.nextElementSibling as Element;
    expect(plain(cell)).toBe('– sem rastreio');
    expect(before()).toHaveLength(1);
    await user.click(screen.getByRole('radio', { name: 'Lista' }));
    expect(rowsOf('Lista de campanhas')[0]).toContain('– sem rastreio');
    expect(before()).toHaveLength(2);
  });

  test('fit into a list with totals, whose rows open to the links of a campaign', async () => {
    const { user, address } = openApp('/campaigns', { as: 'editor' });
    await user.click(await screen.findByRole('radio', { name: 'Lista' }));
    expect(address()).toBe('/campaigns?view=list');
    const list = screen.getByRole('region', { name: 'Lista de campanhas' });
    expect(rowsOf('Lista de campanhas')).toHaveLength(41);
    expect([...list.querySelectorAll('tfoot td')].map(plain)).toEqual([
      ...['', 'Total: 41 campanhas', '', 'R$ 1.349,10', 'R$ 300,00', '4,50xdevolve o gasto', '0', 'R$ 0,99', ''],
    ]);
    await user.click(within(list).getByRole('button', { name: 'Gasto' }));
    expect(address()).toBe('/campaigns?view=list&sort=-spend');
    expect(rowsOf('Lista de campanhas')[0]?.[1]).toBe('Campanha 07c7');
    await user.click(screen.getByRole('button', { name: 'Detalhes de Campanha 07' }));
    screen.getByRole('button', { name: 'Links de anúncio de Campanha 07' });
    screen.getByRole('button', { name: 'Editar Campanha 07' });
  });
});

it('takes from a URL what is valid, and a number for a text', () => {
  expect(parseCampaignsSearch({ q: 12, status: 'paused', sort: '-roas', view: 'list' })).toEqual({
    ...{ q: '12', status: 'paused', sort: '-roas', view: 'list' },
  });
  expect(parseCampaignsSearch({ q: ' ', status: 'gone', sort: 'a b', view: 'cards' })).toEqual({});
});
