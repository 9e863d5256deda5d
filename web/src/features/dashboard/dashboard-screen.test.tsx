/** The dashboard as a whole; its cards, profit and first steps have tests of their own. */
import { screen, waitFor, within } from '@testing-library/react';
import { syncToday } from '@tracker/schemas/contracts/ad-platforms.contract';
import { listCampaigns } from '@tracker/schemas/contracts/campaigns.contract';
import {
  BestAd,
  BestCampaign,
  BestChannel,
  bestAds,
  bestCampaigns,
  bestChannels,
  hoursChart,
  metricsChart,
  PerformanceSummary,
  performanceSummary,
} from '@tracker/schemas/contracts/dashboard.contract';
import { askFigures, FigureAnswer } from '@tracker/schemas/contracts/figures.contract';
import { type Geography, readGeography } from '@tracker/schemas/contracts/geography.contract';
import { pendingConversions } from '@tracker/schemas/contracts/pending.contract';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  chooseByKeyboard,
  expectAccessible,
  inToast,
  openApp,
  plain,
  pressOn,
  rowsOf,
  settle,
} from '../../../test/app.tsx';
import { api, refusal } from '../../../test/fake-api.ts';
import { CAMPAIGN_ID, campaign, sample } from '../../../test/samples.ts';

const periods = (today: number, yesterday: number, thisMonth: number) => ({ today, yesterday, thisMonth });
const summary = sample(PerformanceSummary, {
  ...{ spend: periods(50, 100, 900), revenue: periods(90, 200, 1_800.5), roas: periods(1.8, 2, 2) },
  ...{ yesterdayToNow: { revenue: 60, spend: 40, roas: 1.5 }, spendAt: '2026-11-20T14:20:31.000Z' },
  trackedSince: '2026-01-01',
});
const day = (date: string, clicks: number, conversions: number) => ({ date: date as TenantDay, clicks, conversions });
const place = { clickCount: 3, conversionCount: 1, conversionRate: 33.3 };
const geography: Geography = {
  countries: [{ country: 'Brasil', countryCode: 'BR', ...place }],
  devices: [
    { deviceType: 'mobile', ...place },
    { deviceType: 'desktop', ...place, clickCount: 1 },
  ],
  ...{ regions: [], timezones: [] },
};

beforeEach(() => {
  api.answer(performanceSummary, summary);
  api.answer(listCampaigns, [campaign({ conversions: 2, revenue: 100, spend: 50 })]);
  api.answer(bestCampaigns, ({ query: { period } }) =>
    period === 'yesterday'
      ? []
      : [
          sample(BestCampaign, {
            campaignId: CAMPAIGN_ID,
            name: 'Black Friday',
            conversions: 1,
            revenue: 90,
            spend: 50,
            roas: 1.8,
          }),
        ],
  );
  api.answer(bestAds, [sample(BestAd, { adId: 'ad-1', adName: 'Vídeo 1', clicks: 4, conversions: 1, revenue: 90 })]);
  api.answer(bestChannels, [
    sample(BestChannel, { channel: 'facebook', clicks: 4, conversions: 1, revenue: 90, conversionRate: 25 }),
  ]);
  api.answer(metricsChart, [day('2026-11-19', 1, 0), day('2026-11-20', 3, 1)]);
  api.answer(hoursChart, []);
  api.answer(readGeography, geography);
  api.answerEmpty();
});

const region = async (name: string) => within(await screen.findByRole('region', { name }));
/** The figure below its name; the last where it is also of today. */
const figure = (name: string) =>
  plain(screen.getAllByText(name, { selector: 'dt' }).at(-1)?.nextElementSibling ?? null);

describe('the dashboard', { tags: ['§2.6'] }, () => {
  test('shows today, yesterday and the month, the best campaigns, the range with its chart, and where clicks come from', async () => {
    openApp('/', { as: 'viewer' });
    await screen.findByText('Receita Hoje');
    await settle();
    const cards = ['Gasto', 'Receita', 'ROAS'].map((of) =>
      ['Hoje', 'Ontem', 'Este Mês'].map((on) => figure(`${of} ${on}`)),
    );
    expect(cards).toEqual([
      ['R$ 50,00', 'R$ 100,00', 'R$ 900,00'],
      ['R$ 90,00', 'R$ 200,00', 'R$ 1.800,50'],
      ['1,80x', '2,00x', '2,00x'],
    ]);
    const best = await region('Melhores Campanhas');
    expect(best.getAllByRole('listitem').map(plain)).toEqual([
      '#1Black Fridayblack-friday1 conversãoR$ 90,00Gasto R$ 50,00ROAS 1,80x',
    ]);
    expect(best.getByRole('link', { name: '1 conversão' }).getAttribute('href')).toBe(
      '/conversion-logs?period=today&f=campaign:is:black-friday',
    );
    expect([figure('CPA'), figure('Ticket médio')]).toEqual(['R$ 25,00', 'R$ 50,00']);
    const chart = await region('Métricas Diárias');
    expect(plain(chart.getByText('Total de Clicks').closest('dl'))).toBe(
      'Total de Clicks4Total de Conversões1Taxa de Conversão25,0%Dias Analisados2',
    );
    expect([...chart.getByRole('table', { hidden: true }).querySelectorAll('tbody tr')].map(plain)).toEqual([
      '19/11/202610',
      '20/11/2026 (hoje, até 12:00)31',
    ]);
    expect((await region('Insights')).getAllByRole('listitem').map(plain)).toEqual([
      'O ROAS melhorou: 1,80x hoje, 1,50x ontem até esta hora (+20,0%).',
      'Receita deste mês: R$ 1.800,50.',
      'Gasto de hoje: R$ 50,00.',
    ]);
    expect(rowsOf('Melhores Anúncios')[0]?.slice(0, 3)).toEqual(['Vídeo 1ad-1', '4', '1']);
    expect((await region('Melhores Canais de Tráfego')).getAllByRole('listitem').map(plain)).toEqual([
      expect.stringContaining('facebook#1 em receitaR$ 90,004 clicks1 conversão25,0% taxa conv.'),
    ]);
    expect(screen.getByRole('link', { name: '4 clicks' }).getAttribute('href')).toBe(
      '/click-logs?period=30d&f=channel:is:facebook',
    );
    const places = await region('Geografia');
    expect(places.getAllByRole('listitem').map(plain)).toEqual([
      'Brasil3 · 75,0%',
      'Celular3 · 75,0%',
      'Computador1 · 25,0%',
    ]);
    expect(places.getByRole('link', { name: 'Ver tudo' }).getAttribute('href')).toBe('/geography?period=30d');
    await expectAccessible();
  });

  test('says of every part that it is loading, and nothing else', async () => {
    const held = [performanceSummary, listCampaigns, bestCampaigns, bestAds, bestChannels, metricsChart].map(
      (contract) => api.hold(contract),
    );
    openApp('/', { as: 'viewer' });
    await screen.findByRole('region', { name: 'Melhores Canais de Tráfego' });
    const waiting = screen.getAllByText('Carregando', { exact: true });
    expect(waiting.length).toBeGreaterThanOrEqual(held.length);
    for (const one of waiting) expect(one.closest('[aria-busy=true]')).not.toBeNull();
    expect(screen.queryByText('R$ 0,00')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('of a company without traffic says in each part what will be there', async () => {
    for (const list of [listCampaigns, bestCampaigns, bestAds, bestChannels, metricsChart]) api.answer(list, []);
    api.answer(performanceSummary, sample(PerformanceSummary, { roas: { today: 0, yesterday: 0, thisMonth: 0 } }));
    api.answer(readGeography, { countries: [], devices: [], regions: [], timezones: [] });
    openApp('/', { as: 'viewer' });
    for (const text of [
      'Não há dados de campanhas para hoje.',
      'Nenhum dado encontrado',
      'Nenhum anúncio encontrado',
      'Nenhum canal encontrado',
      'Nenhum pedido no período',
      'Sem gasto hoje.',
    ]) {
      await screen.findByText(text);
    }
    expect([figure('Gasto Hoje'), figure('ROAS Hoje')]).toEqual(['R$ 0,00', '0,00x']);
    expect(screen.queryByRole('region', { name: 'Geografia' })).toBeNull();
    await expectAccessible();
  });

  test('keeps the other parts where one fails, and tries that one again', async () => {
    api.answer(bestCampaigns, refusal(500));
    api.answer(pendingConversions, refusal(500));
    const { user } = openApp('/', { as: 'viewer' });
    const best = await region('Melhores Campanhas');
    await best.findByRole('alert');
    await (await region('Pendentes')).findByRole('alert');
    expect(figure('Receita Hoje')).toBe('R$ 90,00');
    await expectAccessible();
    api.answer(bestCampaigns, []);
    await user.click(best.getByRole('button', { name: 'Tentar de novo' }));
    await best.findByText('Nenhuma campanha encontrada');
  });

  test('puts a dash where the figures of the range failed', async () => {
    api.answer(performanceSummary, refusal(500));
    openApp('/', { as: 'viewer' });
    await (await region('Hoje, ontem e este mês')).findByRole('alert');
    expect(['Receita', 'Gasto', 'ROAS'].map(figure)).toEqual(['–', '–', '–']);
    await (await region('Insights')).findByRole('alert');
    screen.getByText('Os números não vieram');
  });

  test('says in its head since when the figures do not change any more', async () => {
    openApp('/', { as: 'viewer' });
    await screen.findByText('Receita Hoje');
    await settle();
    api.answer(performanceSummary, refusal(500));
    api.announceFigures();
    await screen.findByRole('button', { name: /^Números parados às \d\d:\d\d$/ });
    expect(figure('Receita Hoje')).toBe('R$ 90,00');
  });

  test.each([
    ['admin', true],
    ['editor', true],
    ['viewer', false],
  ] as const)(
    'offers %s spend to refresh and campaigns to link: %s',
    { tags: ['§6', '§7.3'] },
    async (as, isOffered) => {
      const { user } = openApp('/', { as });
      await user.click(await screen.findByRole('tab', { name: 'Ontem' }));
      await screen.findByText('Não há dados de campanhas para ontem.');
      await settle();
      expect(screen.queryByRole('button', { name: 'Atualizar gastos' }) !== null).toBe(isOffered);
      expect(screen.queryByRole('link', { name: 'Copiar os links de uma campanha' }) !== null).toBe(isOffered);
    },
  );

  test('says why the spend of today does not come, until it does', { tags: ['§7.3', '§8.15'] }, async () => {
    api.answer(syncToday, refusal(409, 'Esta campanha não está conectada ao Facebook'));
    const { user } = openApp('/', { as: 'editor' });
    const refresh = async () => user.click(await screen.findByRole('button', { name: 'Atualizar gastos' }));
    await screen.findByText('Receita Hoje');
    await refresh();
    await inToast('Erro ao Atualizar', 'Esta campanha não está conectada ao Facebook');
    const advice = /^Esta campanha não está conectada ao Facebook: os gastos não podem ser atualizados daqui/;
    await screen.findByText(advice);
    api.answer(syncToday, {
      ...{ success: true, campaignId: CAMPAIGN_ID, date: '2026-11-20' as TenantDay },
      ...{ dailySpend: 62.5, totalDailySpend: 62.5 },
    });
    api.answer(performanceSummary, { ...summary, spend: periods(62.5, 100, 912.5) });
    await refresh();
    expect(plain(await inToast('Gastos Atualizados'))).toContain('Sync concluído. Gasto de hoje: R$ 62,50');
    await waitFor(() => expect(figure('Gasto Hoje')).toBe('R$ 62,50'));
    expect(screen.queryByText(advice)).toBeNull();
  });

  test('takes another period, chart and day by keyboard alone, and keeps them in the URL', async () => {
    const { user, address } = openApp('/', { as: 'viewer' });
    await screen.findByText('Receita Hoje');
    await settle();
    await pressOn(user, screen.getByRole('tab', { name: 'Hoje' }), '{ArrowRight}');
    await screen.findByText('Não há dados de campanhas para ontem.');
    expect(address()).toBe('/?top=yesterday');
    await chooseByKeyboard(user, screen.getByRole('combobox', { name: 'Período' }), 'Últimos 7 dias');
    await waitFor(() => expect(address()).toBe('/?top=yesterday&period=7d'));
    const days = api.asked(performanceSummary).map(({ query }) => query.startDate);
    expect(days).toContain('2026-11-14');
    // What is compared is over, and of the same weekdays.
    await waitFor(() =>
      expect(api.asked(askFigures).at(-1)?.query).toMatchObject({
        ...{ from: '2026-11-14', to: '2026-11-19', compare: 'previous', weekdays: 'same' },
      }),
    );
    expect(api.asked(bestAds).at(-1)?.query).toMatchObject({ startDate: '2026-11-14', endDate: '2026-11-20' });
    await chooseByKeyboard(user, screen.getByRole('combobox', { name: 'Dias do gráfico' }), '90 dias');
    await waitFor(() => expect(address()).toBe('/?top=yesterday&period=7d&days=90'));
    expect(api.asked(metricsChart).at(-1)?.query).toEqual({ days: 90 });
    await chooseByKeyboard(user, screen.getByRole('combobox', { name: 'Período' }), 'Ontem');
    await waitFor(() => expect(address()).toContain('period=yesterday'));
  });

  test('compares the panel on the days and in the words of the explorer, and with nothing says so', async () => {
    const values = { revenue: 120, spend: 50, roas: 2.4, netProfit: -10, clicks: 9, conversions: 9 };
    const previous = { ...values, revenue: 100, roas: 2, netProfit: -30 };
    api.answer(askFigures, () => sample(FigureAnswer, { total: { values, previous } }));
    openApp('/?period=week', { as: 'viewer' });
    const panel = await region('Painel de Performance');
    // A Friday.
    await panel.findByText('mudança: 15/11 a 19/11 com 08/11 a 12/11');
    await waitFor(() =>
      expect(['Receita', 'Gasto', 'ROAS', 'Lucro líquido'].map((name) => changeOf(panel.getByText(name)))).toEqual([
        ['+20 %', 'good'],
        ['0 %', 'secondary'],
        ['+20 %', 'good'],
        ['+R$ 20,00', 'good'],
      ]),
    );
    api.answer(askFigures, () => sample(FigureAnswer, { total: { values, previous: { clicks: 0, spend: 0 } } }));
    openApp('/?period=30d', { as: 'viewer' });
    await screen.findByText('sem dados no período anterior');
  });
});

const changeOf = (name: HTMLElement) => {
  const badge = name.parentElement?.querySelector('[data-look]') ?? null;
  return [plain(badge).trim(), badge?.getAttribute('data-look')];
};
