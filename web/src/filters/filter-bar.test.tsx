import { screen, waitFor, within } from '@testing-library/react';
import { analyticsBreakdown } from '@tracker/schemas/contracts/analytics.contract';
import { listCampaigns } from '@tracker/schemas/contracts/campaigns.contract';
import { ClickTotals, listClicks, readClickTotals } from '@tracker/schemas/contracts/click-logs.contract';
import {
  ConversionTotals,
  listConversions,
  readConversionTotals,
} from '@tracker/schemas/contracts/conversion-logs.contract';
import { NetOfCampaigns, netOfCampaigns } from '@tracker/schemas/contracts/dashboard.contract';
import { askFigures, FigureAnswer, figureValues } from '@tracker/schemas/contracts/figures.contract';
import { type Geography, readGeography } from '@tracker/schemas/contracts/geography.contract';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { chooseByKeyboard, expectAccessible, openApp, plain, rowsOf } from '../../test/app.tsx';
import { api, page, refusal } from '../../test/fake-api.ts';
import { sample } from '../../test/samples.ts';

const values = (given: FigureAnswer['total']['values']): FigureAnswer['total']['values'] => ({
  ...{ clicks: 7, pageViews: 9, conversions: 2, revenue: 260, spend: 100, roas: 2.6, cpa: 50, roi: 160 },
  ...{ netProfit: 98.5, netRoas: 1.9, netRoi: 98.5, conversionRate: 28.5, netRevenue: 240, ticket: 130 },
  ...given,
});
const answer = (rows: [key: string, label: string][], given: FigureAnswer['total']['values'] = {}) =>
  sample(FigureAnswer, {
    rows: rows.map(([key, label]) => ({ keys: [key], labels: [label], values: values(given), previous: null })),
    total: { values: values(given), previous: values({ spend: 55 }) },
    groups: rows.length,
  });

const geography = (figures: Omit<Geography['countries'][number], 'country' | 'countryCode'>) => ({
  countries: [{ country: 'Brasil', countryCode: 'BR', ...figures }],
  devices: [{ deviceType: 'mobile' as const, ...figures }],
  timezones: [{ timezone: 'America/Sao_Paulo', clickCount: figures.clickCount }],
  regions: [],
});

beforeEach(() => {
  api.answerEmpty();
  api.answer(listCampaigns, []);
  api.answer(netOfCampaigns, sample(NetOfCampaigns));
  api.answer(analyticsBreakdown, page([]));
  api.answer(askFigures, ({ query }) => {
    const given = query.f?.some((filter) => filter.startsWith('product:')) ? { clicks: null, spend: null } : {};
    if (!query.by && query.to === '2026-11-19') return answer([], { spend: 70 });
    if (query.by === 'campaign') return answer([['bf', 'Black Friday']], given);
    if (query.by === 'day') return answer([['2026-11-20', '20/11/2026']], { ...given, attributed: 2 });
    return answer(query.by ? [['ad-1', 'Vídeo 1']] : [], given);
  });
  api.answer(figureValues, ({ query }) =>
    query.dim === 'product'
      ? [{ key: 'Curso, nível 1', label: 'Curso, nível 1' }]
      : [
          { key: 'facebook', label: 'facebook' },
          { key: 'google', label: 'google' },
        ],
  );
});

const filtersAsked = () => [...new Set(api.asked(askFigures).flatMap(({ query }) => query.f?.join(' ') ?? []))];

describe('filters of Analytics', () => {
  test('are added by keyboard, kept in the URL, and asked of every figure', async () => {
    const { user, address, goBack } = openApp('/analytics');
    const button = await screen.findByRole('button', { name: 'Filtro' });
    button.focus();
    await user.keyboard('{Enter}');
    await screen.findByRole('dialog', { name: 'Novo filtro' });
    await user.type(screen.getByRole('searchbox', { name: 'Filtrar por' }), 'canal');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'País' })).toBeNull());
    await user.keyboard('{ArrowDown}{Enter}');
    await screen.findByRole('checkbox', { name: 'google' });
    await expectAccessible();
    await user.click(screen.getByRole('checkbox', { name: 'facebook' }));
    await user.keyboard('{ArrowDown} {Enter}');
    expect(address()).toBe('/analytics?f=channel:is:facebook,google');
    const chips = within(screen.getByRole('list', { name: 'Filtros' }));
    chips.getByRole('button', { name: 'Canal é facebook ou google' });
    await screen.findByText('Black Friday');
    expect(filtersAsked()).toEqual(['channel:is:facebook,google']);
    await user.click(screen.getByRole('tab', { name: 'Anúncios' }));
    await screen.findByText('Vídeo 1');
    expect(plain(screen.getByRole('row', { name: /Vídeo 1/ }))).toContain('R$ 98,50');
    expect(screen.queryByText(/^O gasto não é conhecido/)).toBeNull();
    const file = screen.getByRole('link', { name: 'Exportar CSV' });
    expect(file.getAttribute('href')).toMatch(/^\/api\/figures\/export\?.*f=channel%3Ais%3Afacebook%2Cgoogle/);
    await expectAccessible();
    await user.click(chips.getByRole('button', { name: 'Remover o filtro Canal é facebook ou google' }));
    expect(address()).toBe('/analytics?tab=ads');
    goBack();
    await waitFor(() => expect(address()).toBe('/analytics?tab=ads&f=channel:is:facebook,google'));
  });

  test('show what they leave unknown as blank, with values that hold a comma', async () => {
    openApp('/analytics?f=product:is:Curso%252C%20n%C3%ADvel%201');
    await screen.findByRole('button', { name: 'Produto é Curso, nível 1' });
    await screen.findByText('Black Friday');
    const totals = plain(document.querySelector('dl'));
    expect(totals).toContain('Gasto com anúncios–');
    expect(totals).toContain('Clicks–');
    expect(totals).toContain('Margem antes do anúncioR$ 240,00');
    expect(filtersAsked()).toEqual(['product:is:Curso%2C nível 1']);
  });

  test('are changed in a sheet on a phone', async () => {
    const { matchMedia } = window;
    onTestFinished(() => {
      window.matchMedia = matchMedia;
    });
    window.matchMedia = (media) => Object.assign(matchMedia(media), { matches: media.includes('width') });
    const { user, address } = openApp('/analytics?f=channel:is:facebook&f=coupon:none');
    await user.click(await screen.findByRole('button', { name: 'Canal é facebook' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Mudar filtro' }));
    await sheet.findByRole('checkbox', { name: 'facebook', checked: true });
    await chooseByKeyboard(user, sheet.getByRole('combobox', { name: 'Condição' }), 'não é');
    await user.click(sheet.getByRole('button', { name: 'Aplicar' }));
    expect(address()).toBe('/analytics?f=channel:not:facebook&f=coupon:none');
    await user.click(screen.getByRole('button', { name: 'Limpar' }));
    expect(address()).toBe('/analytics');
  });
});

describe('filters of a log', () => {
  beforeEach(() => {
    api.answer(listClicks, page([]));
    api.answer(readClickTotals, sample(ClickTotals, { conversionValue: '0.00' }));
    api.answer(listConversions, page([]));
    api.answer(readConversionTotals, sample(ConversionTotals));
  });

  test('narrow its rows, its totals and its file, by what its rows have', async () => {
    const { user, address } = openApp('/click-logs?f=channel:is:facebook');
    await screen.findByText('Nenhum click deste período corresponde aos filtros.');
    expect(api.asked(listClicks).at(-1)?.query).toMatchObject({ f: ['channel:is:facebook'], total: 'later' });
    expect(api.asked(readClickTotals).at(-1)?.query.f).toEqual(['channel:is:facebook']);
    await user.click(screen.getByRole('button', { name: 'Filtro' }));
    const picker = within(await screen.findByRole('dialog', { name: 'Novo filtro' }));
    picker.getByRole('button', { name: 'Anúncio' });
    expect(picker.queryByRole('button', { name: 'Produto' })).toBeNull();
    await user.keyboard('{Escape}');
    await user.click(screen.getAllByRole('button', { name: 'Limpar filtros' })[0] as HTMLElement);
    expect(address()).toBe('/click-logs');
  });

  test('are refused by the server with a reason, where a row does not have the dimension', async () => {
    const reason = 'Clicks não têm Produto: a lista não pode ser filtrada assim.';
    api.answer(listClicks, refusal(400, reason));
    openApp('/click-logs?f=product:is:p1');
    await screen.findByText(reason);
  });

  test('narrow conversions, and their file', async () => {
    openApp('/conversion-logs?f=product:is:p1&f=ad:is:ad-1', { as: 'viewer' });
    await screen.findByText('Nenhuma conversão do período passa pelos filtros.');
    expect(api.asked(listConversions).at(-1)?.query.f).toEqual(['product:is:p1', 'ad:is:ad-1']);
    const file = screen.getByRole('link', { name: 'Exportar CSV' });
    expect(file.getAttribute('href')).toContain('f=product%3Ais%3Ap1&f=ad%3Ais%3Aad-1');
  });
});

describe('filters of Geografia', () => {
  test('narrow each of its parts', async () => {
    api.answer(readGeography, geography({ clickCount: 7, conversionCount: 2, conversionRate: 28.5 }));
    api.answer(askFigures, ({ query }) => answer(query.by === 'country' ? [['BR', 'Brasil']] : []));
    openApp('/geography?f=channel:is:facebook');
    await screen.findByRole('region', { name: 'Clicks por dispositivo' });
    expect(api.asked(readGeography).at(-1)?.query.f).toEqual(['channel:is:facebook']);
    await waitFor(() =>
      expect(rowsOf('Países').map(([, country, clicks]) => [country, clicks])).toEqual([['Brasil BR', '7']]),
    );
    await expectAccessible();
  });

  test('leave blank what they leave unknown, and say why', async () => {
    api.answer(readGeography, geography({ clickCount: null, conversionCount: 2, conversionRate: null }));
    openApp('/geography?f=product:is:p1');
    expect((await screen.findByRole('note')).textContent).toContain('Os clicks não são conhecidos por produto.');
    await waitFor(() =>
      expect(plain(document.querySelector('dl'))).toContain('Total de Clicks–Não se sabe com estes filtros'),
    );
    expect(screen.queryByRole('region', { name: 'Clicks por dispositivo' })).toBeNull();
    await screen.findAllByRole('region', { name: 'Países' });
  });
});

const chart = () => screen.getByRole('region', { name: 'Métricas Diárias' });

test('filter the cards of the dashboard, which say so', async () => {
  openApp('/?f=campaign:is:bf&f=unknown:is:x');
  await screen.findByText(/Todos os números abaixo obedecem aos filtros/);
  const cards = await screen.findByRole('region', { name: 'Hoje, ontem e este mês' });
  // The whole day, and not what today is compared with.
  await waitFor(() => expect(plain(cards)).toContain('Gasto HojeR$ 100,00Gasto OntemR$ 70,00'));
  expect(plain(cards)).toContain('ROAS Este Mês2,60x');
  screen.getByText('Filtro desconhecido: unknown:is:x');
  await screen.findByRole('region', { name: 'Melhores Canais de Tráfego' });
  const panel = await screen.findByRole('region', { name: 'Painel de Performance' });
  await waitFor(() => expect(plain(panel)).toContain('Gasto com anúnciosR$ 100,00 +27 %'));
  // Of the days that are over: of those no hours of spend are known.
  expect(api.asked(askFigures).flatMap(({ query: { compare, to } }) => (compare ? [[compare, to]] : []))).toEqual([
    ['previous', '2026-11-19'],
  ]);
  await waitFor(() => expect(plain(chart())).toContain('Total de Clicks7'));
  expect(filtersAsked()).toEqual(['campaign:is:bf unknown:is:x']);
  await expectAccessible();
});
