import { screen, waitFor, within } from '@testing-library/react';
import { analyticsBreakdown, BreakdownRow } from '@tracker/schemas/contracts/analytics.contract';
import { readGeography } from '@tracker/schemas/contracts/geography.contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { choose, clickChart, expectAccessible, openApp, plain, rowsOf } from '../../../test/app.tsx';
import { api, page, refusal } from '../../../test/fake-api.ts';
import { sample } from '../../../test/samples.ts';

const COUNTRIES = [
  ['Brasil', 'BR', 3],
  ['Portugal', 'PT', 2],
  ['Japão', 'JP', 1],
  ['Angola', 'AO', 1],
  ['Moçambique', 'MZ', 1],
  ['Argentina', 'AR', 1],
  ['Chile', 'CL', 1],
  ['Colômbia', 'CO', 1],
  ['México', 'MX', 1],
  ['Uruguai', 'UY', 1],
  ['Estados Unidos', 'US', 1],
] as const;
const sold = (isSold: boolean, clickCount: number) => ({
  ...{ clickCount, conversionCount: isSold ? 1 : 0, conversionRate: isSold ? 100 / clickCount : 0 },
});
const geography = {
  countries: COUNTRIES.map(([country, countryCode, clicks], index) => ({
    ...{ country, countryCode, ...sold(index === 0, clicks) },
  })),
  devices: [
    { deviceType: 'mobile' as const, ...sold(true, 13) },
    { deviceType: 'desktop' as const, ...sold(false, 1) },
  ],
  timezones: ['America/Sao_Paulo', 'Europe/Lisbon', 'Asia/Tokyo', 'Africa/Luanda', 'Africa/Maputo', 'UTC', 'Asia/Dubai']
    .concat('America/Lima', 'America/Bogota')
    .map((timezone, index) => ({ timezone, clickCount: Math.max(1, 3 - index) })),
  regions: Array.from({ length: 12 }, (_, index) => ({
    ...{ region: index === 0 ? 'São Paulo' : `Região ${index}`, country: 'Brasil' },
    ...{ clickCount: index === 0 ? 3 : 1, conversionRate: index === 0 ? 33.333 : 0 },
  })),
};

const placeOf = (keys: (string | null)[], names: (string | null)[], clicks: number, revenue: number) =>
  sample(BreakdownRow, { keys, names, clicks, conversions: revenue / 10, revenue, conversionRate: 50 });
const groups: Record<string, BreakdownRow[]> = {
  '': [placeOf([], [], 16, 100)],
  country: [
    placeOf([null], [null], 2, 60),
    ...COUNTRIES.map(([name, code, clicks]) => placeOf([code], [name], clicks, code === 'BR' ? 40 : 0)),
  ],
  'country,region': [
    placeOf(['BR', 'Sao Paulo'], ['Brasil', null], 2, 30),
    placeOf(['BR', 'Federal District'], ['Brasil', null], 1, 10),
    placeOf(['BR', null], ['Brasil', null], 0, 0),
  ],
};

beforeEach(() => {
  api.answerEmpty();
  api.answer(readGeography, geography);
  api.answer(analyticsBreakdown, ({ query }) => page(groups[query.groupBy.join()] ?? []));
});

describe('Geografia', () => {
  test('shows countries, devices, time zones and regions of today and the seven days before', {
    tags: ['§2.14', '§9.18', '§9.21'],
  }, async () => {
    const { address } = openApp('/geography');
    await screen.findByRole('heading', { name: 'Clicks por país' });
    expect(screen.getByRole('combobox', { name: 'Período' }).textContent).toBe('Últimos 8 dias');
    expect(api.asked(readGeography)[0]?.query).toEqual({ startDate: '2026-11-13', endDate: '2026-11-20' });
    expect(address()).toBe('/geography');
    await screen.findByRole('button', { name: 'Abrir Brasil' });
    expect(rowsOf('Países')).toHaveLength(11);
    expect(rowsOf('Países')[0]).toEqual(['', 'Brasil BR', '3', '4', '50,0%', 'R$ 40,00', '40,0%']);
    expect(rowsOf('Países')[10]?.slice(1, 4)).toEqual(['Sem país conhecido', '2', '6']);
    screen.getByText(/Mostrando 10 de 11 países/);
    const pie = rowsOf('Clicks por país');
    expect(pie).toHaveLength(6);
    expect([pie[0], pie[5]]).toEqual([
      ['Brasil', '3', '21,4%'],
      ['Outros países', '6', '42,9%'],
    ]);
    expect(rowsOf('Clicks por dispositivo')).toEqual([
      ['Celular', '13', '1', '7,7%'],
      ['Computador', '1', '0', '0,0%'],
    ]);
    const zones = rowsOf('Clicks por fuso horário');
    expect(zones).toHaveLength(8);
    expect(zones.slice(0, 2)).toEqual([
      ['São Paulo', '3'],
      ['Lisboa', '2'],
    ]);
    expect(rowsOf('Regiões')).toHaveLength(8);
    expect(rowsOf('Regiões')[0]).toEqual(['São Paulo', 'Brasil', '3', '33,3%']);
    expect(within(screen.getByRole('list', { name: 'Fusos horários' })).getAllByRole('listitem')).toHaveLength(5);
    expect(within(screen.getByRole('list', { name: 'Dispositivos' })).getAllByRole('listitem')).toHaveLength(2);
  });

  test('shows what each country and state sold, of which all are the total', async () => {
    const { user } = openApp('/geography');
    await user.click(await screen.findByRole('button', { name: 'Abrir Brasil' }));
    expect(api.asked(analyticsBreakdown).at(-1)?.query).toMatchObject({ groupBy: ['country', 'region'], key: 'BR' });
    await waitFor(() =>
      expect(rowsOf('Países').slice(1, 4)).toEqual([
        ['', 'São Paulo', '2', '3', '50,0%', 'R$ 30,00', '30,0%'],
        ['', 'Distrito Federal', '1', '1', '50,0%', 'R$ 10,00', '10,0%'],
        ['', 'Região desconhecida', '0', '0', '–', 'R$ 0,00', '0,0%'],
      ]),
    );
    const total = screen.getByText('Total').closest('tr');
    expect(plain(total)).toBe('Total161050,0%R$ 100,00100,0%');
    const states = within(screen.getByRole('list', { name: 'Estados do Brasil' })).getAllByRole('listitem');
    expect(states.map(plain)).toEqual([
      'SPSão PauloR$ 30,003 conv.2 clicks',
      'DFDistrito FederalR$ 10,001 conv.1 click',
      '–Região desconhecidaR$ 0,000 conv.0 clicks',
    ]);
    await expectAccessible();
  });

  test('leads the parts of its charts to their clicks, and nowhere what is of several countries', async () => {
    // Of the lists that it leads to.
    api.answerEmpty();
    const { user, address, goBack } = openApp('/geography');
    for (const [chart, place, filter] of [
      ['Clicks por dispositivo', [110, 60], 'device:is:mobile'],
      ['Clicks por fuso horário', [120, 20], 'timezone:is:America%2FSao_Paulo'],
      ['Clicks por país', [365, 67], 'country:is:BR'],
    ] as const) {
      await clickChart(user, chart, [...place]);
      await waitFor(() => expect(address()).toBe(`/click-logs?period=8d&f=${filter}`));
      goBack();
    }
    await clickChart(user, 'Clicks por país', [235, 67]);
    expect(address()).toBe('/geography');
  });

  test('leads each of its rows to the clicks and sales behind it', async () => {
    openApp('/geography');
    await screen.findByRole('button', { name: 'Abrir Brasil' });
    const hrefsIn = (place: Element | null | undefined) =>
      [...(place?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'));
    const under = '?period=8d&f=';
    const rowOf = (table: string, name: RegExp) =>
      within(screen.getAllByRole('region', { name: table })[0] as HTMLElement).getByRole('row', { name });
    expect(hrefsIn(rowOf('Países', /Brasil/))).toEqual([
      `/click-logs${under}country:is:BR`,
      `/conversion-logs${under}country:is:BR`,
    ]);
    expect(hrefsIn(rowOf('Regiões', /São Paulo/))).toEqual([
      `/click-logs${under}country:is:BR&f=region:is:S%C3%A3o%20Paulo`,
    ]);
    const firstOf = (list: string) => screen.getByRole('list', { name: list }).firstElementChild;
    expect(hrefsIn(firstOf('Dispositivos'))).toEqual([
      `/conversion-logs${under}device:is:mobile`,
      `/click-logs${under}device:is:mobile`,
    ]);
    expect(hrefsIn(firstOf('Fusos horários'))).toEqual([`/click-logs${under}timezone:is:America%2FSao_Paulo`]);
    expect(hrefsIn(firstOf('Estados do Brasil'))[1]).toMatch(/^\/click-logs.*&f=country:is:BR&f=region:is:/);
    await expectAccessible();
  });

  test('asks for another range and keeps it in the URL', async () => {
    const { user, address } = openApp('/geography');
    await screen.findByRole('heading', { name: 'Clicks por país' });
    await choose(user, 'Período', 'Últimos 30 dias');
    expect(address()).toBe('/geography?period=30d');
    expect(api.asked(readGeography).at(-1)?.query).toEqual({ startDate: '2026-10-22', endDate: '2026-11-20' });
  });

  test('says what to do when there are no clicks', async () => {
    api.answerEmpty();
    api.answer(readGeography, { countries: [], devices: [], timezones: [], regions: [] });
    openApp('/geography');
    await screen.findByText('Nenhum click no período');
    await expectAccessible();
  });

  test('says in the words of the catalogue that it failed, and tries again', { tags: ['§8.13'] }, async () => {
    api.answer(readGeography, refusal(404));
    const { user } = openApp('/geography');
    const alert = within(await screen.findByRole('alert'));
    alert.getByText('Erro ao carregar dados');
    alert.getByText('Os dados geográficos ainda estão sendo configurados. Aguarde alguns minutos e atualize a página.');
    await expectAccessible();
    api.answer(readGeography, geography);
    await user.click(alert.getByRole('button', { name: 'Tentar de novo' }));
    await screen.findByRole('heading', { name: 'Clicks por país' });
  });
});

describe('the geographic section of the dashboard', () => {
  test('shows five countries and the devices of the range, and leads to all of them', { tags: ['§2.6'] }, async () => {
    api.answerEmpty();
    const { user, address } = openApp('/');
    const section = within(await screen.findByRole('region', { name: 'Geografia' }));
    const countries = within(section.getByRole('region', { name: 'Países' })).getAllByRole('listitem');
    expect(countries).toHaveLength(5);
    expect(countries[0]?.textContent).toContain('Brasil3 · 21,4%');
    within(section.getByRole('region', { name: 'Dispositivos' })).getByText('Celular');
    await user.click(section.getByRole('link', { name: 'Ver tudo' }));
    await screen.findByRole('heading', { name: 'Clicks por país' });
    expect(address()).toBe('/geography?period=30d');
  });

  test('stays away without countries and devices', { tags: ['§2.6'] }, async () => {
    api.answer(readGeography, { countries: [], devices: [], timezones: [], regions: [] });
    api.answerEmpty();
    openApp('/');
    await screen.findByText('Nenhum canal encontrado');
    expect(api.asked(readGeography)).not.toEqual([]);
    expect(screen.queryByRole('region', { name: 'Geografia' })).toBeNull();
  });
});
