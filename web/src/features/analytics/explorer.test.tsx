import { screen, waitFor, within } from '@testing-library/react';
import { analyticsBreakdown } from '@tracker/schemas/contracts/analytics.contract';
import { listCampaigns } from '@tracker/schemas/contracts/campaigns.contract';
import { NetOfCampaigns, netOfCampaigns } from '@tracker/schemas/contracts/dashboard.contract';
import { askFigures, FigureAnswer } from '@tracker/schemas/contracts/figures.contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { choose, chooseByKeyboard, expectAccessible, openApp, plain, rowsOf } from '../../../test/app.tsx';
import { api, page } from '../../../test/fake-api.ts';
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
    expect(rowsOf(table)[0]?.slice(0, 7)).toEqual([
      'facebook',
      'Brasil',
      'Cidade desconhecida',
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

  test('shows what sales alone have of three groups, those without one last', async () => {
    const sold = { clicks: null, conversions: 3, revenue: 300, ticket: 100, refundRate: 5, netRevenue: 250 };
    const without = row(['kiwify', 'pix', null], ['Kiwify', 'Pix', 'Sem cupom'], { ...sold, revenue: 900 });
    const rows = [without, row(['kiwify', 'pix', 'NATAL'], ['Kiwify', 'Pix', 'NATAL'], sold)];
    api.answer(askFigures, ({ query }) => (query.by === 'checkout,payment,coupon' ? answer(...rows) : answer()));
    openApp('/analytics?tab=explore&group=checkout&and=payment&third=coupon');
    const table = 'Números por Checkout, Pagamento, Cupom';
    await screen.findByRole('region', { name: table });
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      ...['Checkout', 'Pagamento', 'Cupom', 'Conversões', 'Receita', 'Ticket', 'Reembolso %', 'Margem'],
    ]);
    expect(rowsOf(table)).toEqual([
      ['Kiwify', 'Pix', 'NATAL', '3', 'R$ 300,00', 'R$ 100,00', '5,0%', 'R$ 250,00'],
      ['Kiwify', 'Pix', 'Sem cupom', '3', 'R$ 900,00', 'R$ 100,00', '5,0%', 'R$ 250,00'],
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
    await choose(user, 'Número', 'Gasto');
    await screen.findByText('Gasto: sem número nestes grupos');
  });

  test('shows the groups with most of a figure day by day', async () => {
    api.answer(askFigures, ({ query }) =>
      query.by === 'source,day'
        ? answer(row(['facebook', '2026-11-20'], ['facebook', '20/11/2026'], { revenue: 30 }))
        : answer(row(['facebook'], ['facebook'], { revenue: 30 })),
    );
    openApp('/analytics?tab=explore&form=lines&period=custom&from=2026-11-19&to=2026-11-20');
    await screen.findByRole('table', { name: 'Receita por dia' });
    expect(screen.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'Diafacebook',
      '19/11/2026R$ 0,00',
      '20/11/2026R$ 30,00',
    ]);
    expect(api.asked(askFigures).find(({ query }) => query.by === 'source,day')?.query.f).toEqual([
      'source:is:facebook',
    ]);
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
    const { address } = openApp('/analytics?tab=explore&form=hours');
    await screen.findByRole('table', { name: 'Receita líquida por hora e dia da semana' });
    const nine = screen.getByRole('row', { name: /^9h / });
    expect(nine.textContent).toBe(`9hR$ 12,50${'–'.repeat(6)}`);
    screen.getByText(/O gasto por hora só é conhecido onde a plataforma informou todas as horas do dia/);
    expect(address()).toBe('/analytics?tab=explore&form=hours');
    await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Agrupar por' })).toBeNull());
    await expectAccessible();
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
