/** Lists, totals and files under filters of figures: they have the rows that the figures count. */
import type { FigureAnswer } from '@tracker/schemas/contracts/figures.contract';
import type { Geography } from '@tracker/schemas/contracts/geography.contract';
import {
  dimensionOf,
  FIGURE_DIMENSION_NAMES,
  type FigureDimension,
  isKnownBy,
} from '@tracker/schemas/figures/dimensions';
import { filterToText } from '@tracker/schemas/figures/figure-query';
import { tries } from '@tracker/test/kit/stories';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { factsOf } from '../testing/facts.ts';
import { NOW, type StaffedTenant, useApi } from '../testing/use-api.ts';

const api = useApi();
beforeEach(() => api.clock.set(NOW));

const DAYS = 'startDate=2036-11-01&endDate=2036-11-20';
const PERIOD = 'from=2036-11-01&to=2036-11-20';

let tenant: StaffedTenant;

beforeAll(async () => {
  tenant = await api.tenant();
  const facts = factsOf(() => api.stack.clickhouse, tenant);
  const places = [
    { country_code: 'BR', region: 'São Paulo', city: 'São Paulo', device_type: 'mobile' },
    { country_code: 'PT', region: 'Lisboa', city: 'Lisboa', device_type: 'desktop', browser: 'Firefox' },
  ] as const;
  for (const [index, source] of ['facebook', 'google', '', 'facebook', 'tiktok', 'google'].entries()) {
    const place = places[index % 2];
    const at = `2036-11-0${index + 1}T${10 + index}:30:00Z`;
    const [ad_id, ad_name] = index < 4 ? [`ad-${index % 3}`, `Vídeo ${index % 3}`] : ['', ''];
    const click = await facts.click({ at, source, channel: source || 'direct', ad_id, ad_name, ...place });
    if (index % 2 === 0) continue;
    const sold = { product_id: `p-${index}`, payment_method: index > 3 ? 'pix' : 'credit_card' } as const;
    await facts.conversion({ at, amount: `${10 * index}`, click, ...sold });
  }
  await facts.conversion({ at: '2036-11-05T12:00:00Z', amount: '7', product_id: 'p-direct', coupon: 'NATAL' });
});

const answerOf = async <Answer>(path: string): Promise<Answer> => {
  const response = await tenant.viewer.ask(path);
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
};
const f = (...filters: string[]) => filters.map((filter) => `&f=${encodeURIComponent(filter)}`).join('');

const LISTS = [
  { fact: 'clicks', metric: 'clicks', list: '/api/clicks', total: 'clicks' },
  { fact: 'sales', metric: 'conversions', list: '/api/conversions', total: 'all' },
] as const;

describe.each(LISTS)('$list', ({ fact, metric, list, total }) => {
  const known = FIGURE_DIMENSION_NAMES.filter((dim) => isKnownBy(fact, dim));
  /** Rows and totals have one condition: in a usual run the rows of every third dimension are listed, too, and in the nightly run all. */
  const listsRows = (dim: FigureDimension) => known.indexOf(dim) % tries(3, 1) === 0;

  test.each(known)('lists under a filter on %s what the figures count', async (dim) => {
    const figures = await answerOf<FigureAnswer>(`/api/figures?${PERIOD}&by=${dim}&metrics=${metric}`);
    const all = figures.rows.filter(({ values }) => values[metric]);
    expect(all.length).toBeGreaterThan(0);
    // A value that not all rows have, where there is one, and none: another value is the same question with another parameter.
    const named = all.filter(({ keys }) => keys[0] != null);
    const some = named.find(({ values }) => values[metric] !== figures.total.values[metric]) ?? named[0];
    const counted = [...(some ? [some] : []), ...all.filter(({ keys }) => keys[0] == null)];
    for (const {
      keys: [key],
      values,
    } of counted) {
      const is = key == null ? `${dim}:none` : filterToText({ dim, op: 'is', values: [key] });
      const not = key == null ? undefined : filterToText({ dim, op: 'not', values: [key] });
      const totalOf = async (filter: string) =>
        (await answerOf<Record<string, number>>(`${list}/totals?${DAYS}${f(filter)}`))[total];
      expect(await totalOf(is), is).toBe(values[metric]);
      if (not) expect(await totalOf(not), not).toBe((figures.total.values[metric] ?? 0) - (values[metric] ?? 0));
      if (!listsRows(dim)) continue;
      const rows = await answerOf<unknown[]>(`${list}?${DAYS}&total=later${f(is)}`);
      expect(rows).toHaveLength(values[metric] ?? 0);
    }
  });

  test.each(FIGURE_DIMENSION_NAMES.filter((dim) => !isKnownBy(fact, dim)))(
    'refuses a filter on %s, which its rows do not have',
    async (dim: FigureDimension) => {
      const response = await tenant.viewer.ask(`${list}?${DAYS}${f(`${dim}:none`)}`);
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({ error: 'invalid-question' });
      expect(response.json().message).toContain(dimensionOf(dim).label);
    },
  );

  test('refuses what is no filter, and more of them than six', async () => {
    for (const filters of [['moon:is:x'], ['country:like:B'], Array.from({ length: 7 }, () => 'country:none')]) {
      expect((await tenant.viewer.ask(`${list}?${DAYS}${f(...filters)}`)).statusCode).toBe(400);
    }
  });
});

test('lists the product where an id is asked for that became part of it', async () => {
  const shop = await api.tenant();
  const facts = factsOf(() => api.stack.clickhouse, shop);
  for (const product_id of ['p-1', 'p-2', 'p-3']) {
    await facts.conversion({ at: '2036-11-05T12:00:00Z', amount: '7', product_id });
  }
  const aliases = ['p-1', 'p-2'].map((productId) => ({ checkout: 'generic', productId }));
  const added = await shop.editor.ask({ method: 'POST', url: '/api/products', payload: { name: 'Curso', aliases } });
  expect(added.statusCode, added.body).toBe(201);
  const ask = async <Answer>(path: string): Promise<Answer> => (await shop.viewer.ask(path)).json();
  for (const filter of ['product:is:p-1', 'product:not:p-1']) {
    const figures = await ask<FigureAnswer>(`/api/figures?${PERIOD}&metrics=conversions${f(filter)}`);
    const totals = await ask<{ all: number }>(`/api/conversions/totals?${DAYS}${f(filter)}`);
    expect(totals.all, filter).toBe(figures.total.values.conversions);
  }
});

describe('a file under filters', () => {
  test.each([
    ['/api/clicks/export', DAYS, 'clicks-export-2036-11-20-2036-11-01-2036-11-20-ad-ad-1-country-not-br.csv'],
    ['/api/conversions/export', DAYS, 'conversions-export-2036-11-20-2036-11-01-2036-11-20-ad-ad-1-country-not-br.csv'],
    [
      '/api/figures/export',
      `${PERIOD}&by=ad,device&metrics=clicks,spend`,
      'analytics-export-2036-11-20-2036-11-01-2036-11-20-ad-ad-1-country-not-br.csv',
    ],
  ])('%s says period and filters in its name and first line', async (path, days, name) => {
    const { headers, body } = await tenant.viewer.ask(`${path}?${days}${f('ad:is:ad-1', 'country:not:BR')}`);
    expect(headers['content-disposition']).toBe(`attachment; filename="${name}"`);
    const [note, header, ...rows] = body.slice(1).trim().split('\r\n');
    expect(note).toBe('De 01/11/2036 a 20/11/2036 · Anúncio é Vídeo 1 · País não é Brasil');
    expect(header?.split(',').length).toBeGreaterThan(4);
    expect(rows).toHaveLength(1);
  });

  test('leaves a figure empty that the groups leave unknown', async () => {
    const query = `${PERIOD}&by=product&metrics=clicks,conversions,revenue${f('product:is:p-1')}`;
    const { body } = await tenant.viewer.ask(`/api/figures/export?${query}`);
    expect(body.trim().split('\r\n').slice(1)).toEqual([
      'Produto,Produto (chave),Clicks,Conversões,Receita',
      'p-1,p-1,,1,10',
    ]);
  });
});

test('places obey filters, and what these leave unknown is null', async () => {
  const places = (filter: string) => answerOf<Geography>(`/api/analytics/geography?${DAYS}${f(filter)}`);
  expect((await places('channel:is:google')).countries).toEqual([
    { country: 'Portugal', countryCode: 'PT', clickCount: 2, conversionCount: 2, conversionRate: 100 },
  ]);
  expect((await places('product:is:p-1')).countries).toEqual([
    { country: 'Portugal', countryCode: 'PT', clickCount: null, conversionCount: 1, conversionRate: null },
  ]);
});
