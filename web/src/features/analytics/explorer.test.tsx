import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { analyticsBreakdown, BreakdownRow } from '@tracker/schemas/contracts/analytics.contract';
import { listCampaigns } from '@tracker/schemas/contracts/campaigns.contract';
import {
  NetOfCampaigns,
  netOfCampaigns,
  PerformanceSummary,
  performanceSummary,
} from '@tracker/schemas/contracts/dashboard.contract';
import { askFigures, FigureAnswer } from '@tracker/schemas/contracts/figures.contract';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { choose, chooseByKeyboard, clickChart, expectAccessible, openApp, plain, rowsOf } from '../../../test/app.tsx';
import { api, page, refusal } from '../../../test/fake-api.ts';
import { sample } from '../../../test/samples.ts';

type Values = FigureAnswer['total']['values'];
const row = (keys: (string | null)[], labels: string[], values: Values) => ({ keys, labels, values, previous: null });
const answer = (...rows: FigureAnswer['rows']) => sample(FigureAnswer, { rows, groups: rows.length });

beforeEach(() => {
  api.answerEmpty();
  api.answer(listCampaigns, []);
  api.answer(netOfCampaigns, sample(NetOfCampaigns));
  api.answer(analyticsBreakdown, page([]));
  api.answer(askFigures, answer());
});

describe('the explorer', () => {
  test('groups by up to three of all dimensions, and leads each row to what it counts', async () => {
    const places = row(['facebook', 'BR', null], ['facebook', 'Brasil', 'Cidade desconhecida'], {
      ...{ clicks: 12, conversions: 3, revenue: 300, conversionRate: 25, spend: null },
    });
    api.answer(askFigures, ({ query }) => (query.by === 'source,country,city' ? answer(places) : answer()));
    const { user, address } = openApp('/analytics?tab=explore');
    await chooseByKeyboard(user, await screen.findByRole('combobox', { name: 'E depois por' }), 'País');
    await chooseByKeyboard(user, await screen.findByRole('combobox', { name: 'E por fim por' }), 'Cidade');
    expect(address()).toBe('/analytics?tab=explore&and=country&third=city');
    const table = 'Números por Fonte, País, Cidade';
    await screen.findByRole('region', { name: table });
    expect(rowsOf(table)[0]?.slice(0, 8)).toEqual([
      'facebook',
      'Brasil',
      'Cidade desconhecida',
      '–',
      '12',
      '3',
      '–',
      'R$ 300,00',
    ]);
    // Its row has no groups.
    const total = within(screen.getByRole('region', { name: table }))
      .getAllByRole('row')
      .at(-1);
    expect(
      within(total as HTMLElement)
        .getAllByRole('cell')
        .slice(0, 3)
        .map(plain),
    ).toEqual(['Total', '', '']);
    expect(screen.getByRole('link', { name: '3' }).getAttribute('href')).toBe(
      '/conversion-logs?period=30d&f=source:is:facebook&f=country:is:BR&f=city:none',
    );
    screen.getByText(/^O gasto não é conhecido por país e cidade/);
    expect(screen.getByRole('link', { name: 'Exportar CSV' }).getAttribute('href')).toMatch(
      /^\/api\/figures\/export\?.*by=source%2Ccountry%2Ccity/,
    );
    await expectAccessible();
    await chooseByKeyboard(user, screen.getByRole('combobox', { name: 'Agrupar por' }), 'País');
    expect(address()).toBe('/analytics?tab=explore&and=city&group=country');
  });

  test('has no 0 of spend that nothing ever reported, with and without filters', async () => {
    api.answer(performanceSummary, sample(PerformanceSummary, { spendSource: 'none' }));
    const spent = { clicks: 5, conversions: 4, revenue: 1_188, spend: 0, trackedSpend: 0, roas: 0, netProfit: 1_188 };
    const values = { ...spent, cpa: null, roi: null, netRoas: 0, netRoi: null, conversionRate: 80 };
    const breakdown = { ...sample(BreakdownRow), ...values, keys: ['facebook'], names: [null] };
    api.answer(analyticsBreakdown, page([breakdown]));
    api.answer(askFigures, { ...answer(row(['facebook'], ['facebook'], values)), total: { values, previous: null } });
    const figures = ['R$ 1.188,00', '5', '4', '–', 'R$ 1.188,00', '–', '–', '–', '80,0%'];
    openApp('/analytics?tab=explore&compare=none');
    await waitFor(() => expect(rowsOf('Números por Fonte')[0]).toEqual(['facebook', ...figures]));
    cleanup();
    openApp('/analytics?tab=explore&compare=none&f=country:is:BR');
    await waitFor(() => expect(rowsOf('Números por Fonte')[0]).toEqual(['facebook', ...figures]));
  });

  const compared = (keys: (string | null)[], now: Values, before: Values) => ({
    ...{ keys, labels: keys.map((key) => key ?? 'Sem'), values: now, previous: before },
  });
  const isComparison = ({ compare }: { compare?: string | undefined }) => compare !== undefined;
  const asksToCompare = () => api.asked(askFigures).filter(({ query }) => isComparison(query));

  test('compares groups and their total as the tree of ads does', async () => {
    const group = (key: string | null, revenue: number) =>
      sample(BreakdownRow, { keys: key === null ? [] : [key], names: key === null ? [] : [null], revenue });
    const groups = [group('facebook', 1_200), group('google', 95), group('kwai', 5)];
    api.answer(analyticsBreakdown, ({ query }) => page(query.groupBy.length > 0 ? groups : [group(null, 1_300)]));
    const rows = [
      compared(['facebook'], { revenue: 1_150, conversions: 9 }, { revenue: 1_000, conversions: 8 }),
      compared(['google'], { revenue: 90, conversions: 9 }, { revenue: 100, conversions: 3 }),
      compared(['kwai'], { revenue: 5, conversions: 1 }, { revenue: 0, conversions: 0 }),
    ];
    const total = { values: { revenue: 1_245, conversions: 19 }, previous: { revenue: 1_100, conversions: 11 } };
    api.answer(askFigures, ({ query }) =>
      isComparison(query) ? sample(FigureAnswer, { rows, total, groups: 3 }) : answer(),
    );
    const { user, address } = openApp('/analytics?tab=explore');
    const table = 'Números por Fonte';
    await screen.findByRole('region', { name: table });
    const changes = () => rowsOf(table).map((cells) => [cells[0], cells[6]]);
    const unsorted = [
      ['facebook', '+15 %'],
      ['google', '-10 %'],
      // Of nothing there is no percentage.
      ['kwai', '+R$ 5,00'],
    ];
    await waitFor(() => expect(changes()).toEqual(unsorted));
    expect(plain(screen.getAllByRole('row').at(-1) ?? null)).toMatch(/^Total.*R\$ 1.300,00\+13 %/);
    const [google, facebook] = [screen.getByText(/^-10/), screen.getByText(/^\+15/)];
    expect(plain(facebook)).toBe('+15 %');
    expect(facebook.className).toBe('text-good');
    expect(google.className).toBe('text-muted');
    expect(google.title.replaceAll('\u00a0', ' ')).toBe(
      'De R$ 100,00 para R$ 90,00. Com menos de 5 conversões a diferença diz pouco',
    );
    // Today is not over: the days before it are compared.
    screen.getByText(/^Δ compara 22\/10 a 19\/11 com 17\/09 a 15\/10\.$/);
    expect(asksToCompare().at(-1)?.query).toMatchObject({
      ...{ from: '2026-10-22', to: '2026-11-19', by: 'source', metrics: 'revenue,conversions' },
      ...{ compare: 'previous', weekdays: 'same' },
    });
    await expectAccessible();
    await user.click(screen.getByRole('button', { name: 'Δ receita' }));
    await user.click(screen.getByRole('button', { name: 'Δ receita' }));
    expect(address()).toBe('/analytics?tab=explore&order=change');
    expect(changes()).toEqual([unsorted[1], unsorted[0], unsorted[2]]);
    await choose(user, 'Comparar com', 'vs. semana anterior');
    await waitFor(() => expect(asksToCompare().at(-1)?.query.compare).toBe('week'));
    expect(address()).toBe('/analytics?tab=explore&order=change&compare=week');
    await choose(user, 'Comparar com', 'Sem comparação');
    expect(screen.queryByRole('columnheader', { name: 'Δ receita' })).toBeNull();
    expect(screen.queryByText(/^Δ compara/)).toBeNull();
  });

  test('shows that a comparison is on its way, and asks again for one that failed', async () => {
    const group = (keys: string[]) => sample(BreakdownRow, { keys, names: keys.map(() => null), revenue: 50 });
    api.answer(analyticsBreakdown, ({ query }) => page([group(query.groupBy.length > 0 ? ['facebook'] : [])]));
    let compare: () => ReturnType<typeof answer | typeof refusal> | Promise<never> = () => waiting.promise;
    const waiting = Promise.withResolvers<never>();
    const [failed, came] = [refusal(500, 'Fora do ar'), compared(['facebook'], { revenue: 50 }, { revenue: 40 })];
    api.answer(askFigures, ({ query }) => (isComparison(query) ? compare() : answer()));
    const { user } = openApp('/analytics?tab=explore');
    const table = 'Números por Fonte';
    await screen.findByRole('region', { name: table });
    const change = () => rowsOf(table)[0]?.[6];
    await waitFor(() => expect(change()).toBe('Carregando'));
    compare = () => failed;
    waiting.reject(new TypeError('fetch failed'));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(/^A comparação não foi carregada: Δ está em branco\./);
    expect(change()).toBe('–');
    expect(screen.getAllByTitle('A comparação não foi carregada')).toHaveLength(2);
    compare = () => answer(came);
    await user.click(within(alert).getByRole('button', { name: 'Tentar de novo' }));
    await waitFor(() => expect(change()).toBe('+25 %'));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('compares the parts of a group, by the keys that figures have', async () => {
    api.answer(analyticsBreakdown, ({ query }) => {
      const parts = query.groupBy.length === 2;
      const keys = parts ? ['7', 'facebook'] : query.groupBy.length === 1 ? ['7'] : [];
      return page([sample(BreakdownRow, { keys, names: keys.map((key) => (key === '7' ? 'domingo' : null)) })]);
    });
    const now = { revenue: 150, conversions: 9 };
    api.answer(askFigures, ({ query }) => {
      if (!isComparison(query)) return answer();
      const keys = query.by === 'weekday,source' ? ['0', 'facebook'] : ['0'];
      return answer(compared(keys, now, { revenue: keys.length === 2 ? 120 : 100, conversions: 9 }));
    });
    const { user } = openApp('/analytics?tab=explore&group=weekday&and=source');
    await user.click(await screen.findByRole('button', { name: 'Abrir domingo' }));
    await screen.findByText(/^\+50/);
    await screen.findByText(/^\+25/);
    expect(asksToCompare().at(-1)?.query).toMatchObject({ by: 'weekday,source', f: ['weekday:is:0'] });
  });

  test('compares the clicks of groups that no sale has, today until the same hour', async () => {
    const page = row(['/a', 'BR'], ['/a', 'Brasil'], { clicks: 3 });
    api.answer(askFigures, ({ query }) =>
      query.by === 'landing,country'
        ? answer(isComparison(query) ? { ...page, previous: { clicks: 2, conversions: null } } : page)
        : answer(),
    );
    openApp('/analytics?tab=explore&group=landing&and=country&period=today');
    const change = await screen.findByText(/^\+50/);
    expect(change.className).toBe('text-muted');
    expect(change.title).toBe('De 2 para 3');
    screen.getByRole('columnheader', { name: 'Δ clicks' });
    screen.getByText(/Δ compara com 19\/11 até a mesma hora\.$/);
    expect(asksToCompare().at(-1)?.query).toMatchObject({ to: '2026-11-20', metrics: 'clicks,conversions' });
  });

  test('orders groups of days by day, and names with numbers by number', async () => {
    const sold = { clicks: null, conversions: 1, revenue: 100 };
    const days = ['2026-10-01', '2026-09-02', '2026-09-01'].map((day) =>
      row([day, '10x'], [`${day.slice(8)}/${day.slice(5, 7)}`, '10x'], sold),
    );
    const few = row(['2026-09-01', '2x'], ['01/09', '2x'], sold);
    api.answer(askFigures, ({ query }) => (query.by === 'day,installments' ? answer(...days, few) : answer()));
    const table = 'Números por Dia, Parcelas';
    const orderOf = (column: number) => rowsOf(table).map((cells) => cells[column]);
    const { user } = openApp('/analytics?tab=explore&group=day&and=installments');
    await screen.findByRole('region', { name: table });
    await user.click(screen.getByRole('button', { name: /^Dia/ }));
    await waitFor(() => expect(orderOf(0)).toEqual(['01/09', '01/09', '02/09', '01/10']));
    await user.click(screen.getByRole('button', { name: /^Parcelas/ }));
    await waitFor(() => expect(orderOf(1)).toEqual(['2x', '10x', '10x', '10x']));
  });

  test('shows what sales alone have of three groups, those without one last', async () => {
    const sold = { clicks: null, conversions: 3, revenue: 300, ticket: 100, refundRate: 5, netRevenue: 250 };
    const without = row(['kiwify', 'pix', null], ['Kiwify', 'Pix', 'Sem cupom'], { ...sold, revenue: 900 });
    const rows = [without, row(['kiwify', 'pix', 'NATAL'], ['Kiwify', 'Pix', 'NATAL'], sold)];
    api.answer(askFigures, ({ query }) => (query.by === 'checkout,payment,coupon' ? answer(...rows) : answer()));
    openApp('/analytics?tab=explore&group=checkout&and=payment&third=coupon');
    const table = 'Números por Checkout, Pagamento, Cupom';
    await screen.findByRole('region', { name: table });
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      ...['Checkout', 'Pagamento', 'Cupom', 'Conversões', 'Receita', 'Δ receita', 'Ticket', 'Reembolso %', 'Margem'],
    ]);
    expect(rowsOf(table)).toEqual([
      ['Kiwify', 'Pix', 'NATAL', '3', 'R$ 300,00', '–', 'R$ 100,00', '5,0%', 'R$ 250,00'],
      ['Kiwify', 'Pix', 'Sem cupom', '3', 'R$ 900,00', '–', 'R$ 100,00', '5,0%', 'R$ 250,00'],
    ]);
    await expectAccessible();
  });

  test('shows a figure of the groups as bars, and says where it is not known', async () => {
    api.answer(askFigures, ({ query }) =>
      query.order === '-netProfit'
        ? answer(
            row([null], ['Sem campanha'], { netProfit: 80 }),
            row(['a'], ['Campanha A'], { netProfit: 50 }),
            row(['b'], ['Campanha B'], { netProfit: -7.5 }),
          )
        : answer(row(['a'], ['Campanha A'], { spend: null })),
    );
    const { user } = openApp('/analytics?tab=explore&group=platformCampaign&form=bars&metric=netProfit');
    await screen.findByRole('table', { name: 'Lucro líquido por Campanha na plataforma' });
    expect(screen.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'Campanha na plataformaLucro líquido',
      'Campanha AR$ 50,00',
      'Campanha B-R$ 7,50',
      'Sem campanhaR$ 80,00',
    ]);
    // What cost nothing has no price.
    api.answer(
      askFigures,
      answer(row(['a'], ['Campanha A'], { cpa: 9 }), row([null], ['Sem campanha'], { cpa: null })),
    );
    await choose(user, 'Número', 'CPA');
    await screen.findByRole('table', { name: 'CPA por Campanha na plataforma' });
    const bars = screen.getAllByRole('row').map(plain);
    expect(bars).toEqual(['Campanha na plataformaCPA', 'Campanha AR$ 9,00']);
    api.answer(askFigures, answer(row(['a'], ['Campanha A'], { spend: null })));
    await choose(user, 'Número', 'Gasto');
    await screen.findByText('Gasto: sem número nestes grupos');
  });

  test('leads a bar, and its label, to the sales behind it', async () => {
    api.answer(askFigures, ({ query }) =>
      query.order === '-revenue'
        ? answer(row(['BR'], ['Brasil'], { revenue: 50 }), row(['PT'], ['Portugal'], { revenue: 20 }))
        : answer(),
    );
    const { user, address, goBack } = openApp('/analytics?tab=explore&group=country&form=bars&f=channel:is:facebook');
    await screen.findByText('Cada barra leva às conversões do seu grupo, como as linhas da Tabela.');
    await clickChart(user, 'Receita por País', [170, 80]);
    await waitFor(() => expect(address()).toBe('/conversion-logs?period=30d&f=channel:is:facebook&f=country:is:BR'));
    goBack();
    await screen.findByText(/^Cada barra/);
    await clickChart(user, 'Receita por País', [140, 220]);
    await waitFor(() => expect(address()).toBe('/conversion-logs?period=30d&f=channel:is:facebook&f=country:is:PT'));
  });

  test('shows the groups with most of a figure day by day', async () => {
    api.answer(askFigures, ({ query }) =>
      query.by === 'source,day'
        ? answer(row(['facebook', '2026-11-20'], ['facebook', '20/11/2026'], { revenue: 30 }))
        : answer(row(['facebook'], ['facebook'], { revenue: 30 })),
    );
    // Days are what the lines go along.
    const { user, address } = openApp(
      '/analytics?tab=explore&form=lines&group=day&period=custom&from=2026-11-19&to=2026-11-20',
    );
    await screen.findByRole('table', { name: 'Receita por dia' });
    expect(screen.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'Diafacebook',
      '19/11/2026R$ 0,00',
      '20/11/2026R$ 30,00',
    ]);
    expect(api.asked(askFigures).find(({ query }) => query.by === 'source,day')?.query.f).toEqual([
      'source:is:facebook',
    ]);
    const legend = within(screen.getByRole('list', { name: 'Linhas do gráfico' }));
    expect(legend.getByRole('link', { name: 'facebook' }).getAttribute('href')).toBe(
      '/conversion-logs?period=custom&from=2026-11-19&to=2026-11-20&f=source:is:facebook',
    );
    await expectAccessible();
    // Nothing was sold on the first day.
    await clickChart(user, 'Receita por dia', [150, 275]);
    await clickChart(user, 'Receita por dia', [450, 14]);
    await waitFor(() =>
      expect(address()).toBe('/conversion-logs?period=custom&from=2026-11-20&to=2026-11-20&f=source:is:facebook'),
    );
  });

  test('draws no line along zero where a figure is not known', async () => {
    const ofDay = (key: string, day: number, spend: number | null) =>
      row([key, `2026-11-${day}`], [key, `${day}/11/2026`], { spend });
    api.answer(askFigures, ({ query }) =>
      query.by === 'source,day'
        ? answer(ofDay('facebook', 19, null), ofDay('facebook', 20, 30))
        : answer(row(['facebook'], ['facebook'], { spend: 30 }), row(['google'], ['google'], { spend: null })),
    );
    openApp('/analytics?tab=explore&form=lines&metric=spend&period=custom&from=2026-11-18&to=2026-11-20');
    await screen.findByRole('table', { name: 'Gasto por dia' });
    expect(screen.getAllByRole('row').map(plain)).toEqual([
      'Diafacebook',
      '18/11/2026R$ 0,00',
      '19/11/2026–',
      '20/11/2026R$ 30,00',
    ]);
    expect(api.asked(askFigures).find(({ query }) => query.by === 'source,day')?.query.f).toEqual([
      'source:is:facebook',
    ]);
  });

  test('compares one dimension against another, and says which of them are not in sight', async () => {
    const cell = (device: string, cpa: number) => row(['BR', device], ['Brasil', device], { cpa });
    const change = (device: string, cpa: number, before: number) =>
      compared(['BR', device], { cpa, conversions: 9 }, { cpa: before, conversions: 9 });
    api.answer(askFigures, ({ query }) => {
      if (query.by !== 'country,device') return answer();
      return isComparison(query)
        ? answer(change('desktop', 20, 10), change('mobile', 10, 20))
        : sample(FigureAnswer, { rows: [cell('desktop', 20), cell('mobile', 10)], groups: 1_200 });
    });
    openApp('/analytics?tab=explore&form=pivot&group=country&and=device&metric=cpa&compare=month');
    const table = 'CPA: País × Dispositivo';
    await screen.findByRole('region', { name: table });
    await waitFor(() => expect(rowsOf(table)).toEqual([['Brasil', 'R$ 20,00+100 %', 'R$ 10,00-50 %']]));
    // What a sale costs is better when it is less.
    expect(screen.getByText(/^\+100/).className).toBe('text-bad');
    expect(screen.getByText(/^-50/).className).toBe('text-good');
    expect(asksToCompare().at(-1)?.query).toMatchObject({ metrics: 'cpa,conversions', compare: 'month' });
    expect(screen.getByRole('link', { name: 'Exportar CSV' }).getAttribute('href')).toContain(
      '&metrics=cpa&compare=month&weekdays=same&changes=cpa',
    );
    screen.getByText(/ Abaixo de cada número: Δ, quanto mudou\. Δ compara/);
    screen.getByText(/^Só as 2 combinações de maior receita, de 1\.200, estão na tabela/);
    await expectAccessible();
  });

  test('sets one dimension against another', async () => {
    api.answer(askFigures, ({ query }) =>
      query.by === 'country,device'
        ? answer(
            row([null, 'mobile'], ['País desconhecido', 'Celular'], { revenue: 90 }),
            row(['BR', 'mobile'], ['Brasil', 'Celular'], { revenue: 30 }),
            row(['PT', 'desktop'], ['Portugal', 'Computador'], { revenue: null }),
          )
        : answer(),
    );
    const { user } = openApp('/analytics?tab=explore&form=pivot&group=country');
    await screen.findByText('Falta o segundo grupo');
    await choose(user, 'E depois por', 'Dispositivo');
    const table = 'Receita: País × Dispositivo';
    await screen.findByRole('region', { name: table });
    expect(rowsOf(table)).toEqual([
      ['Brasil', 'R$ 30,00', ''],
      ['Portugal', '', '–'],
      ['País desconhecido', 'R$ 90,00', ''],
    ]);
    expect(screen.getByRole('link', { name: /^R\$\s30,00$/ }).getAttribute('href')).toBe(
      '/conversion-logs?period=30d&f=country:is:BR&f=device:is:mobile',
    );
    await expectAccessible();
  });

  test('shows what the hours of a week leave before ads, and why they have no profit', async () => {
    api.answer(askFigures, ({ query }) =>
      query.by === 'weekday,hour' ? answer(row(['1', '9'], ['segunda-feira', '9h'], { netRevenue: 12.5 })) : answer(),
    );
    const { user, address } = openApp('/analytics?tab=explore&form=hours');
    await screen.findByRole('table', { name: 'Receita líquida por hora e dia da semana' });
    const nine = screen.getByRole('row', { name: /^9h / });
    expect(nine.textContent).toBe(`9hR$ 12,50${'–'.repeat(6)}`);
    screen.getByText(/O gasto por hora só é conhecido onde a plataforma informou todas as horas do dia/);
    expect(address()).toBe('/analytics?tab=explore&form=hours');
    await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Agrupar por' })).toBeNull());
    screen.getByText('Cada hora leva às conversões dela, como as linhas da Tabela.');
    await expectAccessible();
    // Monday is the first row; of 24 columns 9h is the tenth.
    await clickChart(user, 'Receita líquida por hora e dia da semana', [44 + (552 / 24) * 9.5, 20]);
    await waitFor(() => expect(address()).toBe('/conversion-logs?period=30d&f=weekday:is:1&f=hour:is:9'));
  });

  test('shows the figure of an hour that is tapped, and the way to its list', async () => {
    const { matchMedia } = window;
    onTestFinished(() => {
      window.matchMedia = matchMedia;
    });
    window.matchMedia = (media) => Object.assign(matchMedia(media), { matches: media === '(hover: none)' });
    api.answer(askFigures, ({ query }) =>
      query.by === 'weekday,hour' ? answer(row(['1', '9'], ['segunda-feira', '9h'], { revenue: 12.5 })) : answer(),
    );
    const { user, address } = openApp('/analytics?tab=explore&form=hours&metric=revenue');
    const note = await screen.findByText('Toque em uma hora para ver o número dela.');
    await clickChart(user, 'Receita por hora e dia da semana', [44 + (552 / 24) * 9.5, 20]);
    const link = await within(note).findByRole('link', { name: 'Ir às conversões' });
    expect(plain(note)).toBe('segunda-feira, 9h: R$ 12,50Ir às conversões');
    expect(address()).toBe('/analytics?tab=explore&form=hours&metric=revenue');
    await expectAccessible();
    await user.click(link);
    await waitFor(() => expect(address()).toBe('/conversion-logs?period=30d&f=weekday:is:1&f=hour:is:9'));
  });

  test('shows the profit of the hours of a week where platforms reported what they cost', async () => {
    api.answer(askFigures, ({ query }) =>
      query.by === 'weekday,hour'
        ? answer(
            row(['1', '9'], ['segunda-feira', '9h'], { netRevenue: 12.5, netProfit: -7.5 }),
            row(['2', '9'], ['terça-feira', '9h'], { netRevenue: 20, netProfit: null }),
          )
        : answer(),
    );
    openApp('/analytics?tab=explore&form=hours');
    await screen.findByRole('table', { name: 'Lucro líquido por hora e dia da semana' });
    const nine = screen.getByRole('row', { name: /^9h / });
    expect(plain(nine)).toBe(`9h-R$ 7,50${'–'.repeat(6)}`);
    expect(screen.getByRole('combobox', { name: 'Número' }).textContent).toBe('Lucro líquido');
  });

  test('asks for hours where their spend is known, in a table too', async () => {
    api.answer(askFigures, ({ query }) =>
      query.by === 'hour'
        ? answer(row(['9'], ['9h'], { clicks: 4, conversions: 1, revenue: 50, spend: 20, roas: 2.5 }))
        : answer(),
    );
    openApp('/analytics?tab=explore&group=hour');
    const table = 'Números por Hora do dia';
    await screen.findByRole('region', { name: table });
    expect(rowsOf(table)[0]).toContain('R$ 20,00');
    expect(screen.getByRole('link', { name: '4' }).getAttribute('href')).toBe('/click-logs?period=30d&f=hour:is:9');
  });
});
