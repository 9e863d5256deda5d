import { screen, waitFor, within } from '@testing-library/react';
import { listAdObjects } from '@tracker/schemas/contracts/ad-objects.contract';
import { syncToday } from '@tracker/schemas/contracts/ad-platforms.contract';
import { analyticsBreakdown, BreakdownRow } from '@tracker/schemas/contracts/analytics.contract';
import { listCampaigns } from '@tracker/schemas/contracts/campaigns.contract';
import {
  BestAd,
  BestCampaign,
  bestAds,
  bestCampaigns,
  NetOfCampaigns,
  netOfCampaigns,
  PerformanceSummary,
  performanceSummary,
} from '@tracker/schemas/contracts/dashboard.contract';
import { adFatigue, askFigures, conversionLag, FigureAnswer } from '@tracker/schemas/contracts/figures.contract';
import { askFunnel, FunnelAnswer } from '@tracker/schemas/contracts/funnel.contract';
import { listProducts } from '@tracker/schemas/contracts/products.contract';
import type { FunnelStepId } from '@tracker/schemas/figures/funnel';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { choose, chooseByKeyboard, expectAccessible, inToast, openApp, plain, rowsOf } from '../../../test/app.tsx';
import { api, noWords, page, refusal } from '../../../test/fake-api.ts';
import { CAMPAIGN_ID, campaign, NOW, sample } from '../../../test/samples.ts';

const CAMPAIGNS = 'Desempenho das campanhas';
const main = campaign({
  ...{ clicks: 3, pageViews: 2, conversions: 2, revenue: 260, spend: 100 },
  ...{ roas: 2.6, cpa: 50, roi: 160, conversionRate: 33.333, netProfit: 98.5 },
});
const other = campaign({
  ...{
    id: 'remarketing',
    campaignId: 'remarketing',
    name: 'Remarketing',
    clicks: 1,
    conversions: 1,
    revenue: 40,
    spend: 80,
  },
  ...{ roas: 0.5, cpa: 80, roi: -50, conversionRate: 100 },
});
const OF_COMPANY = { counts: 'sales' as const, direct: 0, kept: null, targets: [{ of: 'tenant' as const, id: null }] };

const row = (keys: (string | null)[], names: (string | null)[], clicks: number, spend: number | null) =>
  sample(BreakdownRow, { keys, names, clicks, spend, roas: spend && 0, cpa: null, roi: spend && 0 });

function groupsBy(groupBy: string, key: string | undefined) {
  const weekday = (day: string, name: string, clicks: number) =>
    row([CAMPAIGN_ID, day], ['Black Friday', name], clicks, clicks);
  switch (groupBy) {
    case '':
      return [{ ...row([], [], 4, 180), conversionRate: 62.5 }];
    case 'source':
      return [row(['facebook'], [null], 2, 180), row([null], [null], 1, null), row(['google'], [null], 1, null)];
    case 'ad':
      return [row(['ad-1'], ['Vídeo 1'], 1, 50), row([null], [null], 1, 120), row(['ad-2'], ['Carrossel'], 2, null)];
    case 'campaign':
      return [row([CAMPAIGN_ID], ['Black Friday'], 3, 100), row(['remarketing'], ['Remarketing'], 1, 80)];
    case 'weekday':
      return [row(['5'], ['sexta-feira'], 3, 10), row(['1'], ['segunda-feira'], 1, 20)];
    case 'campaign,weekday':
      return key === CAMPAIGN_ID ? [weekday('7', 'domingo', 2), weekday('4', 'quinta-feira', 1)] : [];
    case 'campaign,source':
      return key === CAMPAIGN_ID
        ? [
            row([CAMPAIGN_ID, 'facebook'], ['Black Friday', null], 2, 100),
            row([CAMPAIGN_ID, null], ['Black Friday', null], 1, null),
          ]
        : [];
    default:
      throw new Error(`no answer for ${groupBy}`);
  }
}
/** What the last row says of all rows. */
const totalOf = (label: string) =>
  [...(screen.getAllByRole('region', { name: label })[0]?.querySelectorAll('tfoot td') ?? [])].map(plain);

beforeEach(() => {
  api.answer(listCampaigns, [main, other]);
  api.answer(netOfCampaigns, sample(NetOfCampaigns));
  api.answer(performanceSummary, sample(PerformanceSummary));
  api.answer(askFigures, sample(FigureAnswer));
  api.answer(listAdObjects, []);
  api.answer(adFatigue, sample(adFatigue.response));
  api.answer(analyticsBreakdown, ({ query }) => page(groupsBy(query.groupBy.join(), query.key)));
});

describe('Analytics', () => {
  test('shows totals, campaigns by revenue, sources, and the top by ROAS', {
    tags: ['§2.8', '§9.19', '§9.21'],
  }, async () => {
    api.answer(performanceSummary, sample(PerformanceSummary, { spendAt: NOW }));
    openApp('/analytics');
    await screen.findByRole('list', { name: 'Clicks por fonte' });
    const totals = plain(document.querySelector('dl'));
    for (const text of ['R$ 300,00', 'R$ 180,00', '1,67x', '2 páginas vistas']) expect(totals).toContain(text);
    expect(totals).toMatch(/Gasto às \d\d:\d\d/);
    expect(screen.getAllByRole('tab').map(plain)).toEqual(['Campanhas', 'Anúncios', 'Explorar', 'Funil']);
    expect(screen.getByRole('combobox', { name: 'Período' }).textContent).toBe('Últimos 30 dias');

    const heads = screen.getAllByRole('table')[0]?.querySelectorAll('thead th');
    expect([...(heads ?? [])].map(plain)).toEqual([
      'Campaign',
      'Spend',
      'Revenue',
      'ROAS',
      'CPA',
      'ROI',
      'Conv. Rate',
      'Status',
      'Clicks',
      'Conv.',
      'Lucro líquido',
    ]);
    expect(rowsOf(CAMPAIGNS).map(([, ...figures]) => figures)).toEqual([
      ['R$ 100,00', 'R$ 260,00', '2,60x', 'R$ 50,00', '160,0%', '33,3%', 'Ativa', '3', '2', 'R$ 98,50'],
      ['R$ 80,00', 'R$ 40,00', '0,50x', 'R$ 80,00', '-50,0%', '100,0%', 'Ativa', '1', '1', '–'],
    ]);
    // The ratios of the sums, not of the rows.
    await waitFor(() =>
      expect(totalOf(CAMPAIGNS)).toEqual([
        ...['Total', 'R$ 180,00', 'R$ 300,00', '1,67x', 'R$ 60,00', '66,7%', '62,5%', '', '4', '3', 'R$ 0,00'],
      ]),
    );
    // Of the table, and of the top.
    const names = screen.getAllByRole('link', { name: 'Remarketing' });
    expect(names.map((name) => name.getAttribute('href'))).toEqual([
      '/click-logs?campaign=remarketing&period=30d',
      '/conversion-logs?period=30d&f=campaign:is:remarketing',
    ]);

    const sources = within(screen.getByRole('list', { name: 'Clicks por fonte' })).getAllByRole('listitem');
    expect(sources.map(plain)).toEqual(['facebook2 · 50,0%', 'Direct1 · 25,0%', 'google1 · 25,0%']);
    expect(sources.map((row) => row.querySelector('a')?.getAttribute('href'))).toEqual([
      ...['facebook', 'direct', 'google'].map((source) => `/click-logs?period=30d&f=source:is:${source}`),
    ]);
    expect(screen.getByRole('progressbar', { name: 'Clicks de Direct' }).getAttribute('aria-valuenow')).toBe('25');
    const top = within(screen.getByRole('list', { name: 'Top 5 por ROAS' })).getAllByRole('listitem');
    expect(top.map(plain)).toEqual([
      expect.stringMatching(/#1Black Friday.*2,60x *Profitable/),
      expect.stringMatching(/#2Remarketing.*0,50x *Unprofitable/),
    ]);
  });

  test('sorts the campaigns by a column and keeps that in the URL', { tags: ['§2.8'] }, async () => {
    const { user, address, goBack } = openApp('/analytics');
    const first = async () => {
      await screen.findByRole('list', { name: 'Clicks por fonte' });
      return rowsOf(CAMPAIGNS)[0]?.[0];
    };
    expect(await first()).toContain('Black Friday');
    const head = screen.getAllByRole('button', { name: 'Conv. Rate' })[0] as HTMLElement;
    await user.click(head);
    expect(address()).toBe('/analytics?sort=-rate');
    expect(await first()).toContain('Remarketing');
    expect(head.closest('th')?.getAttribute('aria-sort')).toBe('descending');
    await user.click(head);
    expect(address()).toBe('/analytics?sort=rate');
    expect(head.closest('th')?.getAttribute('aria-sort')).toBe('ascending');
    goBack();
    goBack();
    await waitFor(async () => expect(await first()).toContain('Black Friday'));
  });

  test('groups the figures by one dimension or two, kept in the URL, and offers them as a file', {
    tags: ['§2.8'],
  }, async () => {
    const { user, address } = openApp('/analytics');
    await user.click(await screen.findByRole('tab', { name: 'Anúncios' }));
    expect(address()).toBe('/analytics?tab=ads');
    const file = await screen.findByRole('link', { name: 'Exportar CSV' });
    expect(file.getAttribute('href')).toContain(
      '/api/figures/export?from=2026-10-22&to=2026-11-20&by=platformCampaign&',
    );
    await user.click(screen.getByRole('tab', { name: 'Explorar' }));
    await chooseByKeyboard(user, await screen.findByRole('combobox', { name: 'Agrupar por' }), 'Campanha');
    await chooseByKeyboard(user, screen.getByRole('combobox', { name: 'E depois por' }), 'Fonte');
    const table = 'Números por Campanha e Fonte';
    await screen.findByRole('region', { name: table });
    expect(address()).toBe('/analytics?tab=explore&group=campaign&and=source');
    const namesOf = () => rowsOf(table).map(([, name, , clicks]) => [name, clicks]);
    expect(namesOf()).toEqual([
      [`Black Friday${CAMPAIGN_ID}`, '3'],
      ['Remarketingremarketing', '1'],
    ]);
    const opener = screen.getByRole('button', { name: 'Abrir Black Friday' });
    opener.focus();
    await user.keyboard('{Enter}');
    await screen.findByRole('link', { name: 'facebook' });
    expect(opener.getAttribute('aria-expanded')).toBe('true');
    expect(namesOf()).toEqual([
      [`Black Friday${CAMPAIGN_ID}`, '3'],
      ['facebook', '2'],
      ['Direct', '1'],
      ['Remarketingremarketing', '1'],
    ]);
    expect(screen.getByRole('link', { name: 'facebook' }).getAttribute('href')).toBe(
      `/click-logs?period=30d&f=campaign:is:${CAMPAIGN_ID}&f=source:is:facebook`,
    );
    await expectAccessible();
    const link = screen.getByRole('link', { name: 'Exportar CSV' });
    const compared = new URL(link.getAttribute('href') ?? '', 'http://localhost');
    expect([
      compared.pathname,
      ...['by', 'compare', 'weekdays', 'changes'].map((name) => compared.searchParams.get(name)),
    ]).toEqual(['/api/figures/export', 'campaign,source', 'previous', 'same', 'revenue']);
    await choose(user, 'Comparar com', 'Sem comparação');
    expect(screen.getByRole('link', { name: 'Exportar CSV' }).getAttribute('href')).toBe(
      '/api/analytics/export?groupBy=campaign%2Csource&startDate=2026-10-22&endDate=2026-11-20&company=tn_00000001',
    );
  });

  const judged = (key: string, verdict: FigureAnswer['rows'][number]['verdict'], probability: number | null) => ({
    ...{ keys: [key], labels: [`Vídeo ${key}`], values: { spend: 50 }, previous: null, verdict, probability },
    evidence: verdict ? { ...OF_COMPANY, spend: 388.7, conversions: 2, expected: 6.478_3 } : null,
  });

  test('says of each ad whether it meets its target, how sure that is, and by which sum', async () => {
    const rows = [judged('1', 'below', 0.956_27), judged('2', 'little-data', null)];
    api.answer(askFigures, sample(FigureAnswer, { rows, total: { values: { spend: 100 }, previous: null } }));
    api.answer(conversionLag, { conversions: 0, stillToCome: null });
    const { user } = openApp('/analytics?tab=ads&level=ad');
    const badge = await screen.findByRole('button', { name: /^Abaixo da meta \(95.%\): ver a conta de Vídeo 1$/ });
    expect(plain(screen.getByRole('row', { name: /Vídeo 2/ }))).toContain('Pouco dado');
    await user.click(badge);
    const sum = plain(await screen.findByRole('dialog', { name: 'Conta do veredito de Vídeo 1' }));
    for (const text of ['R$ 388,70', 'R$ 60,00', '6,5', 'tão poucas vendas em 4,4 % das vezes'])
      expect(sum).toContain(text);
    await expectAccessible();
    expect(api.asked(askFigures)[0]?.query).toMatchObject({ by: 'ad', from: '2026-10-22', to: '2026-11-20' });
  });

  test.each([
    ['editor', true],
    ['viewer', false],
  ] as const)('says to %s what a target is for where there is none', async (as, isOffered) => {
    const rows = [judged('1', null, null)];
    api.answer(askFigures, sample(FigureAnswer, { rows, total: { values: { spend: 50 }, previous: null } }));
    openApp('/analytics?tab=ads', { as });
    await screen.findByText(/^O ponto de equilíbrio se conhece com a primeira venda/);
    expect(screen.queryByRole('link', { name: 'Definir em uma campanha' }) !== null).toBe(isOffered);
    expect(screen.queryByRole('button', { name: /ver a conta/ })).toBeNull();
  });

  test('keeps weekdays in their order alone and below a campaign, also when the rest is sorted', async () => {
    const { user } = openApp('/analytics?tab=explore&group=weekday');
    await screen.findByText('segunda-feira');
    expect(rowsOf('Números por Dia da semana').map(([name]) => name)).toEqual(['segunda-feira', 'sexta-feira']);
    await choose(user, 'Agrupar por', 'Campanha');
    await choose(user, 'E depois por', 'Dia da semana');
    await user.click(await screen.findByRole('button', { name: 'Abrir Black Friday' }));
    await screen.findByText('domingo');
    const table = within(screen.getByRole('region', { name: 'Números por Campanha e Dia da semana' }));
    await user.click(table.getByRole('button', { name: 'Clicks' }));
    const names = rowsOf('Números por Campanha e Dia da semana').map(([, name]) => name);
    expect(names).toEqual([
      expect.stringContaining('Black'),
      'quinta-feira',
      'domingo',
      expect.stringContaining('Rem'),
    ]);
  });

  test('opens a campaign on a phone into rows of two lines, and each of these into all its figures', async () => {
    const { matchMedia } = window;
    onTestFinished(() => {
      window.matchMedia = matchMedia;
    });
    window.matchMedia = (media) => Object.assign(matchMedia(media), { matches: media.includes('width') });
    const { user } = openApp('/analytics?tab=explore&group=campaign&and=weekday');
    await user.click(await screen.findByRole('button', { name: 'Abrir Black Friday' }));
    await user.click(await screen.findByRole('button', { name: 'Detalhes de domingo' }));
    const names = rowsOf('Números por Campanha e Dia da semana').map(([first]) => first);
    expect(names).toEqual([
      expect.stringMatching(/^Black FridayR\$ 0,00/),
      expect.stringMatching(/^quinta-feiraR\$ 0,00.*Gasto R\$ 1,00/),
      expect.stringMatching(/^domingoR\$ 0,00/),
      expect.stringContaining('Taxa Conv.'),
      expect.stringMatching(/^RemarketingR\$ 0,00/),
    ]);
    await expectAccessible();
  });

  test('shows a company without traffic what to do, and offers a viewer no change', { tags: ['§6'] }, async () => {
    api.answer(listCampaigns, []);
    api.answer(analyticsBreakdown, page([]));
    const { user } = openApp('/analytics', { as: 'viewer' });
    await screen.findByText('Nenhum click no período');
    await user.click(screen.getByRole('tab', { name: 'Anúncios' }));
    await screen.findByText('Nenhum dado encontrado');
    expect(screen.queryByText('Escolha um período maior.')).toBeNull();
    expect(screen.queryByRole('link', { name: /Criar uma campanha|Ver como instalar/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Atualizar gastos' })).toBeNull();
    await expectAccessible();
  });
});

test('says on a line that is there before the figures since when it tracks, also under filters', async () => {
  const give = api.hold(askFigures);
  openApp('/analytics?f=channel:is:facebook');
  const note = (await screen.findByRole('heading', { name: 'Analytics' })).nextElementSibling;
  await waitFor(() => expect(plain(note)).toBe('Últimos 30 dias '));
  give(sample(FigureAnswer, { trackedSince: NOW.slice(0, 10) as TenantDay }));
  await waitFor(() => expect(plain(note)).toMatch(/rastreando desde \d\d\/\d\d · importar vendas antigas$/));
});

test('says of which days its ROAS is where tracking began within the period', async () => {
  const trackedSince = NOW.slice(0, 10) as TenantDay;
  api.answer(performanceSummary, sample(PerformanceSummary, { trackedSince }));
  openApp('/analytics');
  await screen.findByText(/^Receita ÷ gasto, desde \d\d\/\d\d$/);
});

test('has no ROAS of a period whose spend is all from before tracking began', async () => {
  const ofTrackedDays = { conversions: 1, revenue: 20, spend: 0 };
  api.answer(listCampaigns, [{ ...campaign({ spend: 100, revenue: 20, conversions: 1 }), ofTrackedDays }]);
  openApp('/analytics');
  const note = await screen.findByText('Gasto só de antes do rastreio');
  expect(plain(note.parentElement)).toBe('ROAS médio–Gasto só de antes do rastreio');
});

test('shows in a tab how far the clicks came, and what a filter makes of it', async () => {
  const step = (id: FunnelStepId, clicks: number, unseen: number, medianSeconds: number | null) => ({
    ...{ id, clicks, unseen, young: 0, medianSeconds, ofPrevious: id === 'click' ? null : 50 },
  });
  const steps = [step('click', 8, 0, null), step('page', 4, 1, 45), step('checkout', 2, 0, 7_200)];
  api.answer(askFunnel, sample(FunnelAnswer, { steps, open: true, direct: 3 }));
  const { user, address } = openApp('/analytics?f=channel:is:facebook');
  await user.click(await screen.findByRole('tab', { name: 'Funil' }));
  expect(address()).toBe('/analytics?tab=funnel&f=channel:is:facebook');
  const list = within(await screen.findByRole('list', { name: 'Passos do funil' }));
  expect(list.getAllByRole('listitem').map(plain)).toEqual([
    'Click8',
    'Página450,0% do passo anterior · em 45 s (mediana) · 1 com página desconhecida',
    'Checkout aberto250,0% do passo anterior · em 2 h (mediana)',
  ]);
  screen.getByText(/clicks que ainda têm parte dos 7 dias pela frente/);
  screen.getByText('3 conversões sem click');
  await chooseByKeyboard(user, screen.getByRole('combobox', { name: 'Janela do funil' }), 'Em até 28 dias');
  await waitFor(() =>
    expect(api.asked(askFunnel).at(-1)?.query).toMatchObject({ window: '28', f: ['channel:is:facebook'] }),
  );
  expect(address()).toBe('/analytics?tab=funnel&window=28&f=channel:is:facebook');
  await expectAccessible();
});

test('leads from a funnel without clicks to the installation', async () => {
  const nothing = {
    ...{ id: 'click' as const, clicks: 0, unseen: 0, young: 0 },
    ofPrevious: null,
    medianSeconds: null,
  };
  api.answer(askFunnel, sample(FunnelAnswer, { steps: [nothing], previous: null, direct: 0, groups: [] }));
  openApp('/analytics?tab=funnel');
  await screen.findByText('Nenhum dado encontrado');
  screen.getByRole('link', { name: 'Ver como instalar' });
});

test('hatches the clicks of a group that may come further, and says which groups are not in sight', async () => {
  const step = (clicks: number, young: number) => ({
    ...{ id: 'click' as const, clicks, unseen: 0, young },
    ...{ ofPrevious: null, medianSeconds: null },
  });
  const groups = Array.from({ length: 51 }, (_, index) => ({
    ...{ key: `c${index}`, label: `Cidade ${index}`, steps: [step(100 - index, index === 0 ? 25 : 0)] },
  }));
  api.answer(askFunnel, sample(FunnelAnswer, { steps: [step(8, 0)], direct: null, groups }));
  openApp('/analytics?tab=funnel&split=city&f=landing:has:oferta');
  const table = within(await screen.findByRole('region', { name: 'Funil por Cidade' }));
  expect(api.asked(askFunnel).at(-1)?.query).toMatchObject({ limit: '51' });
  expect(table.getAllByRole('row')).toHaveLength(51);
  screen.getByText('Mostrando os 50 com mais clicks. Um filtro leva aos outros.');
  const parts = table.getByText('Cidade 0').nextElementSibling?.querySelectorAll('span') ?? [];
  expect([...parts].map(({ style }) => style.width)).toEqual(['75%', '25%']);
  // Of a page that is filtered by no sale without a click knows anything.
  screen.getByText('– conversões sem click: não se sabe com estes filtros');
});

test('compares the funnel with no period that had no click', async () => {
  const step = (clicks: number) => ({
    ...{ id: 'click' as const, clicks, unseen: 0, young: 0 },
    ...{ ofPrevious: null, medianSeconds: null },
  });
  api.answer(askFunnel, sample(FunnelAnswer, { steps: [step(8)], previous: [step(0)], direct: 0, groups: [] }));
  openApp('/analytics?tab=funnel&before=true');
  await screen.findByText(/Sem dados no período anterior/);
  expect(plain(screen.getByRole('list', { name: 'Passos do funil' }))).toBe('Click8');
});

test('shows what sales are worth by product, payment and checkout, which no click has', async () => {
  const values = { conversions: 3, revenue: 591, ticket: 197, refundRate: 25, netRevenue: 480.5, clicks: null };
  const ofProduct = { keys: ['p1'], labels: ['Curso'], values, previous: null };
  api.answer(askFigures, ({ query }) =>
    sample(FigureAnswer, {
      rows: query.by === 'product' ? [ofProduct] : [],
      total: { values, previous: null },
      groups: 1,
    }),
  );
  api.answer(listProducts, []);
  openApp('/analytics?tab=explore&group=product');
  const table = within(await screen.findByRole('region', { name: 'Números por Produto' }));
  await table.findByText('Fora do catálogo');
  expect(table.getAllByRole('columnheader').map(plain)).toEqual([
    ...['Produto', 'Conversões', 'Receita', 'Δ receita', 'Ticket', 'Reembolso %', 'Margem'],
  ]);
  expect(rowsOf('Números por Produto')).toEqual([
    ['Cursop1Fora do catálogo', '3', 'R$ 591,00', '–', 'R$ 197,00', '25,0%', 'R$ 480,50'],
  ]);
  screen.getByText(/^Nenhum click tem produto/);
});

test('divides the funnel by a dimension, compares it, and makes a group a filter', async () => {
  const step = (id: FunnelStepId, clicks: number) => ({
    ...{ id, clicks, unseen: 0, young: 2, ofPrevious: 25 },
    medianSeconds: null,
  });
  const steps = [step('click', 8), step('page', 2)];
  api.answer(
    askFunnel,
    sample(FunnelAnswer, {
      ...{ steps, previous: [step('click', 16), step('page', 4)], direct: 1 },
      groups: [
        { key: 'facebook', label: 'facebook', steps },
        { key: null, label: 'Sem dispositivo', steps: [step('click', 0)] },
      ],
    }),
  );
  const { user, address } = openApp('/analytics?tab=funnel');
  await chooseByKeyboard(user, await screen.findByRole('combobox', { name: 'Dividir o funil por' }), 'Dispositivo');
  await user.click(screen.getByRole('checkbox', { name: 'Comparar com o período anterior' }));
  expect(address()).toBe('/analytics?tab=funnel&split=device&before=true');
  await waitFor(() => expect(api.asked(askFunnel).at(-1)?.query).toMatchObject({ by: 'device', compare: 'previous' }));
  const list = within(await screen.findByRole('list', { name: 'Passos do funil' }));
  expect(list.getAllByRole('listitem').map(plain).at(-1)).toBe('Página225,0% do passo anterior · antes 4 (25,0%)');
  expect(rowsOf('Funil por Dispositivo')).toEqual([
    ['facebook', '8', '25,0%', '0,0%', '0,0%', '0,0%', '0,0%'],
    ['Sem dispositivo', '0', '–', '–', '–', '–', '–'],
  ]);
  expect(screen.getByRole('link', { name: '8' }).getAttribute('href')).toBe(
    '/click-logs?period=30d&f=device:is:facebook',
  );
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'Sem dispositivo' }));
  expect(address()).toBe('/analytics?tab=funnel&before=true&f=device:none');
});

describe('made views', () => {
  test('leave the ads of one verdict, and say when there is none', async () => {
    const judged = (key: string, verdict: 'below' | 'little-data') => ({
      ...{ keys: [key], labels: [`Vídeo ${key}`], values: { spend: 90 }, previous: null },
      ...{ verdict, probability: 0.97, evidence: { ...OF_COMPANY, spend: 90, conversions: 1, expected: 5 } },
    });
    api.answer(
      askFigures,
      sample(FigureAnswer, { rows: [judged('1', 'below'), judged('2', 'little-data')], groups: 2 }),
    );
    const { user, address } = openApp('/analytics');
    const views = within(await screen.findByRole('list', { name: 'Visões' }));
    await user.click(views.getByRole('button', { name: 'Para parar' }));
    expect(address()).toBe('/analytics?verdict=below&tab=ads&level=ad');
    await screen.findByRole('row', { name: /Vídeo 1/ });
    for (const name of [/Vídeo 2/, /^Total/]) expect(screen.queryByRole('row', { name })).toBeNull();
    screen.getByText('Veredito é Para parar');
    await expectAccessible();
    await user.click(views.getByRole('button', { name: 'Escalar' }));
    await screen.findByText('Nada para escalar');
    await user.click(screen.getByRole('button', { name: 'Remover o filtro Veredito é Escalar' }));
    expect(address()).toBe('/analytics?tab=ads&level=ad');
  });
});

test('shows on the dashboard what each of the best ads cost and brought back', { tags: ['§2.6'] }, async () => {
  const ad = { clicks: 1, conversions: 1, revenue: 200, conversionRate: 100 };
  api.answer(bestAds, [
    sample(BestAd, {
      ...{ adId: 'ad-1', adName: 'Vídeo 1', campaignName: 'Black Friday', adsetName: 'Público frio', ...ad },
      ...{ spend: 50, roas: 4, netProfit: -3.5 },
    }),
    sample(BestAd, { adId: 'ad-2', adName: 'Carrossel', clicks: 2, conversions: 1, revenue: 40, conversionRate: 50 }),
    sample(BestAd, { adId: 'ad-9', spend: 10, roas: 0 }),
  ]);
  api.answerEmpty();
  openApp('/');
  await screen.findByRole('region', { name: 'Melhores Anúncios' });
  await screen.findByText('Carrossel');
  expect(rowsOf('Melhores Anúncios')).toEqual([
    [
      'Vídeo 1Black Friday › Público frio',
      ...['1', '1', 'R$ 200,00Gasto R$ 50,00 · ROAS 4,00xLucro líquido -R$ 3,50', '100,0%'],
    ],
    ['Carrosselad-2', '2', '1', 'R$ 40,00', '50,0%'],
  ]);
  expect(screen.getByText(/^-R\$\s3,50$/).className).toContain('text-bad');
  const row = screen.getByText('Carrossel').closest('tr');
  expect([...(row?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'))).toEqual([
    '/click-logs?period=30d&f=ad:is:ad-2',
    '/conversion-logs?period=30d&f=ad:is:ad-2',
  ]);
});

test('leads from a period without a sale to all ads and campaigns', async () => {
  api.answer(bestAds, [sample(BestAd, { adId: 'ad-9', clicks: 3, spend: 10, roas: 0 })]);
  api.answer(bestCampaigns, [sample(BestCampaign, { campaignId: CAMPAIGN_ID, name: 'Black Friday', spend: 10 })]);
  api.answerEmpty();
  openApp('/');
  await screen.findByText('Nenhum anúncio vendeu no período.');
  await screen.findByText('Nenhuma campanha vendeu hoje.');
  const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(hrefOf('Ver os clicks e o gasto de cada anúncio')).toBe('/analytics?tab=ads&level=ad');
  expect(hrefOf('Ver clicks e gasto por campanha')).toBe('/analytics?period=today');
});

describe('the refresh of spend', () => {
  test.each([
    ['admin', 'Conectar em Facebook Ads', /Facebook não conectado: os gastos não podem ser atualizados daqui/],
    ['editor', null, /Peça a um administrador/],
  ] as const)('shows %s, without an ad platform, who can connect one', { tags: ['§8.15'] }, async (as, link, note) => {
    api.answer(syncToday, refusal(409, 'Facebook não conectado'));
    const { user } = openApp('/analytics', { as });
    await user.click(await screen.findByRole('button', { name: 'Atualizar gastos' }));
    await inToast('Erro ao Atualizar', 'Facebook não conectado');
    await screen.findByText(note);
    await expectAccessible();
    expect(screen.queryByRole('link', { name: /em Facebook Ads$/ })?.textContent ?? null).toBe(link);
  });

  test("says any other failure in the document's words", { tags: ['§8.15'] }, async () => {
    api.answer(syncToday, noWords);
    const { user } = openApp('/analytics');
    await user.click(await screen.findByRole('button', { name: 'Atualizar gastos' }));
    await inToast('Erro ao Atualizar', 'Failed to refresh spend data');
  });

  test("says today's spend, and asks for the campaigns again", { tags: ['§7.3'] }, async () => {
    api.answer(syncToday, {
      success: true,
      campaignId: CAMPAIGN_ID,
      dailySpend: 1234.5,
      totalDailySpend: 2000,
      date: '2026-11-20',
    });
    const { user } = openApp('/analytics');
    await user.click(await screen.findByRole('button', { name: 'Atualizar gastos' }));
    const toast = await inToast('Gastos Atualizados');
    expect(plain(toast)).toContain('Sync concluído. Gasto de hoje: R$ 1.234,50');
    expect(api.asked(syncToday)[0]?.params).toEqual({ campaignId: CAMPAIGN_ID });
    await waitFor(() => expect(api.asked(listCampaigns)).toHaveLength(2));
  });

  test('says whose spend it is where the main campaign has no link, and no zero for it', async () => {
    api.answer(syncToday, { success: true, campaignId: CAMPAIGN_ID, dailySpend: null, totalDailySpend: 2000 });
    const { user } = openApp('/analytics');
    await user.click(await screen.findByRole('button', { name: 'Atualizar gastos' }));
    const toast = plain(await inToast('Gastos Atualizados'));
    expect(toast).toContain('A campanha principal não está conectada. Gasto de hoje das conectadas: R$ 2.000,00');
    expect(toast).not.toContain('R$ 0,00');
  });
});
