import { screen, waitFor, within } from '@testing-library/react';
import { listCampaigns } from '@tracker/schemas/contracts/campaigns.contract';
import {
  BestAd,
  bestAds,
  NetFigures,
  netOfCampaigns,
  PerformanceSummary,
  performanceSummary,
} from '@tracker/schemas/contracts/dashboard.contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { expectAccessible, openApp, plain, rowsOf } from '../../test/app.tsx';
import { api, refusal } from '../../test/fake-api.ts';
import { CAMPAIGN_ID, campaign, sample } from '../../test/samples.ts';

const net = sample(NetFigures, {
  ...{ revenue: 1000.1, spend: 300.05, spendTax: 41.5, revenueTax: 60.01, gatewayFees: 49.9, productCosts: 80 },
  ...{ expenses: 297.33, profit: 171.31, roas: 1.5, roi: 50.2 },
});

beforeEach(() => {
  api.answer(
    performanceSummary,
    sample(PerformanceSummary, { range: { revenue: 1000.1, spend: 300.05, roas: 3.33, roi: 233.29, net } }),
  );
  api.answer(listCampaigns, [
    campaign({ spend: 200, roas: 4, roi: 300, netProfit: 400.64, netRoas: 2.1, netRoi: 110 }),
    campaign({
      id: 'remarketing',
      campaignId: 'remarketing',
      name: 'Remarketing',
      spend: 100.05,
      netProfit: 68,
      netRoas: 1.2,
      netRoi: 20,
    }),
  ]);
  api.answer(netOfCampaigns, {
    total: net,
    campaigns: [
      {
        ...sample(NetFigures, { revenue: 500.64, expenses: 100, profit: 400.64 }),
        campaignId: CAMPAIGN_ID,
        name: 'Black Friday',
      },
      { ...sample(NetFigures, { revenue: 68, profit: 68 }), campaignId: 'remarketing', name: 'Remarketing' },
    ],
    withoutCampaign: sample(NetFigures, { expenses: 297.33, profit: -297.33 }),
  });
  api.answerEmpty();
});

/** 'R$ 1.000,10' and '-R$ 41,50' in cents. */
const centsOf = (text: string | undefined) => Number((text ?? '').replaceAll(/[^\d-]/g, ''));
/** The figure under a name, once it is there; the last where it is also of today. */
const figure = (name: string) =>
  waitFor(() => {
    const text = plain(screen.getAllByText(name, { selector: 'dt' }).at(-1)?.nextElementSibling ?? null);
    expect(text).not.toBe('');
    return text;
  });
const BUTTON = /^Ver a conta do lucro líquido da empresa/;

describe('net profit', () => {
  test('opens its sum, whose lines add up, and gives the focus back', async () => {
    const { user } = openApp('/');
    expect(await figure('Lucro líquido')).toBe('R$ 171,31');
    const button = await screen.findByRole('button', { name: BUTTON });
    button.focus();
    await user.keyboard('{Enter}');
    const sum = within(
      await screen.findByRole('dialog', { name: 'Conta do lucro líquido da empresa, Últimos 30 dias' }),
    );
    const lines = sum.getAllByRole('row').map((row) => [...row.children].map(plain));
    expect(lines).toEqual([
      ['Receita', 'R$ 1.000,10'],
      ['Gasto com anúncios', '-R$ 300,05'],
      ['Imposto sobre o gasto', '-R$ 41,50'],
      ['Imposto sobre a receita', '-R$ 60,01'],
      ['Taxas dos checkouts', '-R$ 49,90'],
      ['Custo dos produtos', '-R$ 80,00'],
      ['Outras despesas', '-R$ 297,33'],
      ['Lucro líquido', 'R$ 171,31'],
    ]);
    const cents = lines.map(([, amount]) => centsOf(amount));
    expect(cents.slice(0, -1).reduce((total, line) => total + line)).toBe(cents.at(-1));
    expect(sum.getByRole('link', { name: 'Ver custos e impostos' }).getAttribute('href')).toBe('/settings/costs');
    await expectAccessible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(button);
  });

  test('is shown of campaigns and of what belongs to none, which are the whole', async () => {
    openApp('/analytics');
    expect(await figure('Lucro líquido')).toBe('R$ 171,31');
    const parts = await screen.findByText(/R\$\s468,64/, { selector: 'dd *' });
    expect(parts.closest('dd')?.textContent).toMatch(/Campanhas R\$\s468,64\s*Sem campanha -R\$\s297,33/);
    await screen.findAllByRole('row', { name: /Remarketing/ });
    expect(rowsOf('Desempenho das campanhas').map((cells) => cells.at(-1))).toEqual(['R$ 400,64', 'R$ 68,00']);
  });

  test('is a dash where it could not be loaded', async () => {
    api.answer(performanceSummary, refusal(500));
    openApp('/');
    expect(await figure('Lucro líquido')).toBe('–');
    expect(screen.queryByRole('button', { name: BUTTON })).toBeNull();
  });
});

describe('the switch of ROAS and ROI', () => {
  test('turns ratios of the dashboard net, says so, and keeps that in the URL', async () => {
    api.answer(bestAds, [
      sample(BestAd, { adId: 'ad-1', revenue: 200, spend: 50, roas: 4, netProfit: 12.5, netRoas: 1.25 }),
    ]);
    const { user, address, goBack } = openApp('/');
    expect(await figure('ROAS')).toBe('3,33x');
    const gross = await screen.findByRole('radio', { name: 'Bruto' });
    gross.focus();
    await user.keyboard('{ArrowRight}');
    await waitFor(() => expect(address()).toBe('/?basis=net'));
    expect(await figure('ROAS líquido')).toBe('1,50x');
    expect(await figure('ROI líquido')).toBe('50,2%');
    await waitFor(() =>
      expect(rowsOf('Melhores Anúncios')[0]?.join()).toContain('ROAS líq. 1,25xLucro líquido R$ 12,50'),
    );
    await expectAccessible();
    goBack();
    expect(await figure('ROAS')).toBe('3,33x');
  });

  test('goes along to the next screen that has it, also over one that has none', async () => {
    const { user, address } = openApp('/?basis=net');
    await figure('ROAS líquido');
    const follow = async (name: string, title = name) => {
      await user.click(within(screen.getByRole('navigation')).getByRole('link', { name }));
      await screen.findByRole('heading', { level: 1, name: title });
    };
    await follow('Logs de Clicks');
    expect(address()).toBe('/click-logs');
    await follow('Campaigns');
    expect(address()).toBe('/campaigns?basis=net');
  });

  test('names the ratios in the heads of Analytics and on the campaigns', async () => {
    openApp('/analytics?basis=net');
    await screen.findAllByRole('row', { name: /Remarketing/ });
    const heads = [...(screen.getAllByRole('table')[0]?.querySelectorAll('thead th') ?? [])].map(plain);
    expect(heads).toEqual(expect.arrayContaining(['ROAS líq.', 'ROI líq.', 'Lucro líquido']));
    expect(rowsOf('Desempenho das campanhas')[0]).toEqual(expect.arrayContaining(['2,10x', '110,0%']));
  });

  test('names the ratios on the cards of the campaigns, where each profit opens its sum', async () => {
    const { user } = openApp('/campaigns?basis=net');
    const card = within((await screen.findAllByRole('article'))[0] as HTMLElement);
    const textOf = (name: string) => plain(card.getByText(name).nextElementSibling);
    expect([textOf('ROAS líquido'), textOf('ROI líquido'), textOf('Lucro líquido')]).toEqual([
      '2,10xdevolve o gasto',
      '110,0%',
      'R$ 400,64',
    ]);
    await user.click(await card.findByRole('button', { name: /^Ver a conta do lucro líquido de Black Friday/ }));
    const sum = within(await screen.findByRole('dialog', { name: /de Black Friday, Últimos 30 dias$/ }));
    sum.getByText(/ficam em “Sem campanha”/);
    expect(sum.getAllByRole('row').at(-2)?.textContent).toMatch(/^Outras despesas-R\$.100,00$/);
  });
});
