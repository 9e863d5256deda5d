import { screen, waitFor, within } from '@testing-library/react';
import { listCampaigns } from '@tracker/schemas/contracts/campaigns.contract';
import {
  NetFigures,
  netOfCampaigns,
  PerformanceSummary,
  performanceSummary,
} from '@tracker/schemas/contracts/dashboard.contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { expectAccessible, openApp, plain, rowsOf } from '../../test/app.tsx';
import { api } from '../../test/fake-api.ts';
import { CAMPAIGN_ID, campaign, sample } from '../../test/samples.ts';

const UNKNOWN = { roas: null, cpa: null, roi: null, netProfit: null, netRoas: null, netRoi: null };
/** Revenue is known, and no cost of ads. */
const net = sample(NetFigures, { revenue: 500 });
const unread = {
  spendKnown: { today: false, yesterday: true, thisMonth: false, range: false },
  unknownSpendDays: { today: 1, yesterday: 0, thisMonth: 12, range: 12 },
};
const refused = {
  account: 'Conta B',
  since: '2026-11-08T09:00:00.000Z',
  reason: 'Peça acesso no Gerenciador de Negócios.',
  campaigns: [{ campaignId: CAMPAIGN_ID, name: 'Black Friday' }],
};

beforeEach(() => {
  api.answer(
    performanceSummary,
    sample(PerformanceSummary, {
      ...unread,
      refusedSpend: [refused],
      spend: { today: 40, yesterday: 90, thisMonth: 0 },
      revenue: { today: 300, yesterday: 200, thisMonth: 500 },
      roas: { today: null, yesterday: 2.22, thisMonth: null },
      range: { revenue: 500, spend: 0, roas: null, roi: null, net },
    }),
  );
  api.answer(listCampaigns, [
    campaign({
      ...{ spend: null, totalSpend: '130.00' as never, revenue: 500, conversions: 5, ...UNKNOWN },
      ofTrackedDays: { conversions: 5, revenue: 500, spend: null },
    }),
    campaign({
      ...{ campaignId: 'remarketing', id: 'remarketing', name: 'Remarketing', spend: 0, revenue: 10, roas: 0 },
      ...{ cpa: null, roi: null, netProfit: 10, netRoas: 0, netRoi: null },
    }),
  ]);
  api.answer(netOfCampaigns, {
    total: net,
    campaigns: [
      {
        ...sample(NetFigures, { revenue: 10, spend: 0, spendTax: 0, profit: 10, roas: 0 }),
        campaignId: 'remarketing',
        name: 'Remarketing',
      },
      { ...net, campaignId: CAMPAIGN_ID, name: 'Black Friday' },
    ],
    withoutCampaign: sample(NetFigures, { expenses: 7, spend: 0, spendTax: 0, profit: -7, roas: 0 }),
  });
  api.answerEmpty();
});

const figure = (name: string) =>
  waitFor(() => {
    const text = plain(screen.getAllByText(name, { selector: 'dt' }).at(-1)?.nextElementSibling ?? null);
    expect(text).not.toBe('');
    return text;
  });
const SENTENCE = /^Gasto desconhecido em 12 dias deste período/;
const ACCOUNT = /O gasto de “Conta B” não vem desde .*: falta o de Black Friday\. Peça acesso/;

describe('unknown spend', () => {
  test('is no figure of the dashboard, which names the account that refuses', async () => {
    openApp('/');
    await screen.findByText(ACCOUNT);
    for (const name of ['ROAS', 'Lucro líquido', 'ROI', 'CPA', 'Gasto', 'Gasto Este Mês']) {
      expect([name, await figure(name)]).toEqual([name, '–']);
    }
    expect(screen.getAllByText('gasto desconhecido em 12 dias')).not.toEqual([]);
    await screen.findByText(/^Gasto de hoje: ao menos R\$.40,00; falta o que não foi lido\.$/);
    await expectAccessible();
  });

  test('leaves the profit blank where it opens its sum, and says why', async () => {
    const { user } = openApp('/');
    await user.click(await screen.findByRole('button', { name: /^Ver a conta do lucro líquido da empresa/ }));
    const sum = within(await screen.findByRole('dialog', { name: /^Conta do lucro líquido da empresa/ }));
    const lines = sum.getAllByRole('row').map(plain);
    expect(lines).toContain('ReceitaR$ 500,00');
    expect(lines).toContain('Gasto com anúncios–');
    expect(lines).toContain('Imposto sobre o gasto–');
    expect(lines.at(-1)).toBe('Lucro líquido–');
    sum.getByText(/^Há dias com gasto desconhecido/);
    await expectAccessible();
  });

  test('is shown above the campaigns and the tables of Analytics, whose totals have no number of it', async () => {
    openApp('/analytics');
    await screen.findByText(SENTENCE);
    await screen.findByText(ACCOUNT);
    expect(await figure('Gasto com anúncios')).toBe('–');
    expect(await figure('ROAS médio')).toBe('–');
    expect(await figure('Lucro líquido')).toBe('–');
    screen.getByText('Gasto desconhecido em 12 dias');
    await screen.findAllByRole('row', { name: /Remarketing/ });
    const rows = rowsOf('Desempenho das campanhas').map((cells) => cells.join('|'));
    expect(rows.find((row) => row.includes('Black Friday'))).toMatch(/–\|R\$ 500,00\|–\|–\|–/);
    expect(plain(screen.getByRole('row', { name: /^Total/ }))).toMatch(/–R\$ 510,00–––/);
    await expectAccessible();
  });

  test('is shown above the cards of the campaigns, where one that is known keeps its figures', async () => {
    openApp('/campaigns');
    await screen.findByText(SENTENCE);
    const [unknown, known] = (await screen.findAllByRole('article')).map((card) => within(card));
    const textOf = (card: typeof unknown, name: string) => plain(card?.getByText(name).nextElementSibling ?? null);
    expect(['Gasto', 'ROAS', 'ROI', 'Lucro líquido'].map((name) => textOf(unknown, name))).toEqual([
      '–',
      '–',
      '–',
      '–',
    ]);
    expect(['Gasto', 'ROAS'].map((name) => textOf(known, name))).toEqual(['R$ 0,00', '0,00x sem gasto']);
    expect(await figure('Lucro das campanhas')).toBe('–');
    expect(await figure('Lucro sem campanha')).toBe('-R$ 7,00');
    await expectAccessible();
  });
});
