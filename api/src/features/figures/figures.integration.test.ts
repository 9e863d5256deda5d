import type { QueryRequest } from '@tracker/infra/clickhouse/client';
import { createServer } from '@tracker/infra/http/server';
import { askFigures, FigureAnswer, figureDimensions, figureValues } from '@tracker/schemas/contracts/figures.contract';
import { FIGURE_EXAMPLES } from '@tracker/schemas/figures/examples';
import { SORTED_GROUPS_MAX } from '@tracker/schemas/figures/figure-query';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { registerApi } from '../../app.ts';
import { createKey } from '../../testing/api-keys.ts';
import { factsOf } from '../../testing/facts.ts';
import { NOW, type StaffedTenant, useApi } from '../../testing/use-api.ts';
import { FACTS_WAITING_OF_ONE_MAX } from './limits.ts';

const api = useApi();
beforeEach(() => api.clock.set(NOW));

let tenant: StaffedTenant;
let other: string;

/** November 2026, and some of the months before, of a company whose main campaign is that of the documents' examples. */
beforeAll(async () => {
  tenant = await api.tenant({ campaignId: 'black-friday' });
  const facts = factsOf(() => api.stack.clickhouse, tenant);
  const created = await tenant.editor.ask({ method: 'POST', url: '/api/campaigns', payload: { name: 'Remarketing' } });
  other = created.json().campaignId;
  const phone = { device_type: 'mobile', country_code: 'BR', region: 'São Paulo', city: 'Ribeirao Preto' };
  const [first, second, third] = await facts.clicks([
    {
      at: '2026-11-02T15:00:00Z',
      ...phone,
      ad_id: 'ad1',
      adset_id: 'set1',
      ad_name: 'Vídeo da Ação',
      source: 'facebook',
    },
    { at: '2026-11-03T15:00:00Z', ...phone, ad_id: 'ad2', adset_id: 'set1', ad_name: 'Carrossel', source: 'facebook' },
    {
      ...{ at: '2026-11-03T23:00:00Z', campaign_id: other, source: '', channel: 'google', device_type: 'desktop' },
      ...{ country_code: 'PT', region: 'Lisboa', city: 'Lisboa', ad_id: '', adset_id: '' },
    },
    { at: '2026-10-03T15:00:00Z', ...phone, ad_id: 'ad1', adset_id: 'set1', source: 'facebook' },
    { at: '2025-11-03T15:00:00Z', ...phone, ad_id: 'ad1', adset_id: 'set1', source: 'facebook' },
  ]);
  const sold = { product_id: 'p1', product_name: 'Livro', payment_method: 'pix', provider: 'kiwify', coupon: 'BLACK' };
  await facts.conversion({ at: '2026-11-02T16:00:00Z', amount: '100', click: first, ...sold });
  await facts.conversion({
    at: '2026-11-03T16:00:00Z',
    amount: '60',
    click: second,
    ...sold,
    payment_method: 'boleto',
  });
  await facts.conversion({ at: '2026-11-03T23:30:00Z', amount: '50', click: third, product_name: 'Curso, nível 1' });
  await facts.conversion({ at: '2026-10-03T16:00:00Z', amount: '40', ...sold });
  await facts.conversion({
    ...{ at: '2026-11-04T16:00:00Z', amount: '30', net_value: '0', revenue: '0', ...sold },
    ...{ is_counted: false, status: 'refunded' },
  });
  const ads = [
    { id: 'ad1', adset: 'set1', adsetName: 'Frio', spend: '20', name: 'Vídeo da Ação' },
    { id: 'ad2', adset: 'set1', adsetName: 'Frio', spend: '30', name: 'Carrossel' },
  ];
  await facts.spend({ day: '2026-11-02', spend: '50', source: 'facebook/238', ads });
  await facts.spend({ day: '2026-11-03', spend: '10', source: 'google', campaignId: other });
  await facts.spend({ day: '2026-10-03', spend: '80', source: 'facebook/238' });
});

const NOVEMBER = 'from=2026-11-01&to=2026-11-30';
const get = async (query: string) => await tenant.viewer.ask(`/api/figures?${query}`);
async function ask(query: string): Promise<FigureAnswer> {
  const response = await get(`${NOVEMBER}&${query}`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}
/** The values of each group, by its keys. */
const groups = ({ rows }: FigureAnswer) =>
  Object.fromEntries(rows.map(({ keys, values }) => [keys.map((key) => key ?? '–').join(' · '), values]));
const keysOf = ({ rows }: FigureAnswer) => rows.map(({ keys }) => keys[0]);

describe('filters of figures', () => {
  const byAd = (filters: string) => ask(`by=ad&metrics=revenue&${filters}`).then(keysOf);

  test('keep exactly the values of is, and any of several', async () => {
    expect(await byAd('f=ad:is:ad1')).toEqual(['ad1']);
    expect(await byAd('f=ad:is:ad1,ad2')).toEqual(['ad1', 'ad2']);
    expect(await byAd('f=ad:is:ad')).toEqual([]);
  });

  test('leave out the values of not, and keep what has none', async () => {
    expect(await byAd('f=ad:not:ad1')).toEqual(['ad2', null]);
  });

  test('find with has in any case and accents, of the filter and of the fact', async () => {
    expect((await ask('metrics=clicks&f=region:has:SAO%20PAU')).total.values).toEqual({ clicks: 2 });
    expect((await ask('metrics=clicks&f=city:has:ribeirão,lisb')).total.values).toEqual({ clicks: 3 });
    expect((await ask('metrics=clicks&f=city:has:bauru')).total.values).toEqual({ clicks: 0 });
  });

  test('keep with none what lacks the dimension', async () => {
    expect(await byAd('f=ad:none')).toEqual([null]);
    expect((await ask('metrics=conversions&f=coupon:none')).total.values).toEqual({ conversions: 1 });
  });

  test('must all hold', async () => {
    expect(await byAd('f=ad:is:ad1,ad2&f=payment:is:boleto')).toEqual(['ad2']);
    expect(await byAd('f=source:is:direct&f=country:is:PT')).toEqual([null]);
  });

  test('take values with commas and colons by POST', async () => {
    const payload = {
      ...{ from: '2026-11-01', to: '2026-11-30', by: ['product'], metrics: ['revenue'], order: '-revenue' },
      filters: [{ dim: 'product', op: 'is', values: ['Curso, nível 1', 'a:b'] }],
    };
    const response = await tenant.viewer.ask({ method: 'POST', url: '/api/figures', payload });
    expect(response.json().rows).toMatchObject([{ keys: ['Curso, nível 1'], values: { revenue: 50 } }]);
  });
});

describe('groups of figures', () => {
  test('have up to three dimensions, each with its label', async () => {
    const { rows, groups: count } = await ask('by=campaign,payment,hour&metrics=revenue');
    expect(count).toBe(3);
    expect(rows).toMatchObject([
      { keys: ['black-friday', 'pix', '13'], labels: ['Campanha principal', 'Pix', '13h'], values: { revenue: 100 } },
      { keys: ['black-friday', 'boleto', '13'], labels: ['Campanha principal', 'Boleto', '13h'] },
      { keys: [other, null, '20'], labels: ['Remarketing', 'Sem forma de pagamento', '20h'] },
    ]);
  });

  test.each([
    ['source', { direct: 'Direct', facebook: 'facebook', google: 'google' }],
    ['device', { mobile: 'Celular', desktop: 'Computador' }],
    ['checkout', { kiwify: 'Kiwify', generic: 'Genérico' }],
    ['weekday', { 1: 'segunda-feira', 2: 'terça-feira' }],
    ['country', { BR: 'Brasil', PT: 'Portugal' }],
    ['city', { 'Ribeirao Preto': 'Ribeirão Preto', Lisboa: 'Lisboa' }],
    ['day', { '2026-11-02': '02/11/2026', '2026-11-03': '03/11/2026' }],
    ['week', { '2026-11-01': 'Semana de 01/11/2026' }],
    ['month', { '2026-11': '11/2026' }],
    ['ad', { ad1: 'Vídeo da Ação', ad2: 'Carrossel', null: 'Sem anúncio' }],
  ])('by %s are labelled in Portuguese', async (dimension, labels) => {
    const { rows } = await ask(`by=${dimension}&metrics=clicks,revenue`);
    expect(Object.fromEntries(rows.map((row) => [row.keys[0], row.labels[0]]))).toEqual(labels);
  });

  test('are ordered by a ratio, unknown values last, and counted beyond the limit', async () => {
    expect(groups(await ask('by=source&metrics=spend,roas'))).toEqual({
      facebook: { spend: 50, roas: 3.2 },
      google: { spend: 10, roas: 0 },
      direct: { spend: null, roas: null },
    });
    expect(keysOf(await ask('by=source&metrics=revenue&order=-roas'))).toEqual(['facebook', 'google', 'direct']);
    expect(keysOf(await ask('by=source&metrics=roas&order=roas'))).toEqual(['google', 'facebook', 'direct']);
    const first = await ask('by=source&metrics=roas&order=roas&limit=1');
    expect([keysOf(first), first.groups]).toEqual([['google'], 3]);
  });

  test('are ordered by a sum in both directions', async () => {
    expect(keysOf(await ask('by=ad&metrics=revenue&order=revenue'))).toEqual([null, 'ad2', 'ad1']);
    expect(keysOf(await ask('by=ad&metrics=spend&order=-spend'))).toEqual(['ad2', 'ad1', null]);
  });
});

describe('unknown figures', () => {
  test('are null where the facts cannot be split, and known in the total', async () => {
    const byProduct = await ask('by=product&metrics=clicks,revenue,conversionRate');
    expect(groups(byProduct)).toEqual({
      p1: { clicks: null, revenue: 160, conversionRate: null },
      'Curso, nível 1': { clicks: null, revenue: 50, conversionRate: null },
    });
    expect(byProduct.total.values).toMatchObject({ clicks: 3, revenue: 210 });
    const byCountry = await ask('by=country&metrics=spend,roas,revenue');
    expect(groups(byCountry)).toEqual({
      BR: { spend: null, roas: null, revenue: 160 },
      PT: { spend: null, roas: null, revenue: 50 },
    });
    expect(byCountry.total.values).toEqual({ spend: 60, roas: 3.5, revenue: 210 });
  });

  test('are null in the total, too, under a filter that the facts do not know', async () => {
    const { total } = await ask('metrics=spend,revenue&f=country:is:PT');
    expect(total.values).toEqual({ spend: null, revenue: 50 });
  });

  test('are null of a ratio over zero, but for ROAS', async () => {
    const { total } = await ask('metrics=roas,roi,cpa&f=day:is:2026-11-20');
    expect(total.values).toEqual({ roas: 0, roi: null, cpa: null });
  });
});

describe('compared figures', () => {
  const compared = async (query: string) => {
    const { compare, total, rows } = await ask(`metrics=clicks,spend&${query}`);
    return { compare, total: total.previous, rows: rows.map(({ keys, previous }) => [keys[0], previous]) };
  };

  test.each([
    ['previous', '2026-10-02', '2026-10-31', { clicks: 1, spend: 80 }],
    ['week', '2026-10-25', '2026-11-23', { clicks: 3, spend: 60 }],
    ['month', '2026-10-01', '2026-10-30', { clicks: 1, spend: 80 }],
    ['year', '2025-11-01', '2025-11-30', { clicks: 1, spend: 0 }],
    ['2025-01-01,2025-12-31', '2025-01-01', '2025-12-31', { clicks: 1, spend: 0 }],
  ])('with %s are those from %s to %s', async (compare, from, to, previous) => {
    const none = { clicks: 0, spend: 0 };
    expect(await compared(`by=campaign&compare=${compare}`)).toEqual({
      ...{ compare: { from, to }, total: previous },
      rows:
        compare === 'week'
          ? expect.anything()
          : expect.arrayContaining([
              ['black-friday', previous],
              [other, none],
            ]),
    });
  });

  test('by day are those of the day at the same place', async () => {
    const { rows } = await compared('by=day&compare=month');
    expect(rows).toEqual([
      ['2026-11-03', { clicks: 1, spend: 80 }],
      ['2026-11-02', { clicks: 0, spend: 0 }],
    ]);
  });

  test('have no previous values when nothing is compared', async () => {
    const { compare, rows, total } = await ask('by=campaign&metrics=clicks');
    expect([compare, rows[0]?.previous, total.previous]).toEqual([null, null, null]);
  });
});

test('names the period, the first tracked day, and whether a rollup knows what was asked', async () => {
  expect(await ask('by=campaign&metrics=clicks')).toMatchObject({
    ...{
      period: { from: '2026-11-01', to: '2026-11-30' },
      trackedSince: '2025-11-03',
      source: 'rollup',
      groups: 2,
      isCut: false,
    },
  });
  expect(await ask('by=campaign&metrics=clicks&limit=1')).toMatchObject({ groups: 2, isCut: true });
  expect((await ask('by=city&metrics=clicks')).source).toBe('facts');
  expect((await ask('metrics=clicks&f=city:has:lisboa')).source).toBe('facts');
  expect((await ask('by=utmTerm&metrics=revenue')).source).toBe('facts');
});

describe('invalid questions', () => {
  const OK = `${NOVEMBER}&metrics=clicks`;
  test.each([
    [`${NOVEMBER}&metrics=lucro`, 'metrics.0'],
    [`${NOVEMBER}&metrics=`, 'metrics'],
    [`${NOVEMBER}&metrics=clicks,clicks`, 'metrics'],
    [NOVEMBER, 'metrics'],
    ['metrics=clicks&to=2026-11-30', 'from'],
    ['metrics=clicks&from=2026-11-31&to=2026-11-30', 'from'],
    ['metrics=clicks&from=2026-11-30&to=2026-11-01', 'from'],
    ['metrics=clicks&from=2020-11-30&to=2026-11-01', 'from'],
    ['metrics=clicks&from=1960-01-01&to=1971-01-01', 'from'],
    [`${OK}&by=cor`, 'by.0'],
    [`${OK}&by=ad,ad`, 'by'],
    [`${OK}&by=ad,adset,hour,day`, 'by'],
    [`${OK}&f=cor:is:azul`, 'filters.0.dim'],
    [`${OK}&f=ad:like:azul`, 'filters.0.op'],
    [`${OK}&f=ad:is:x&f=day:has:2026`, 'filters.1.op'],
    [`${OK}&f=ad:is`, 'filters.0.values'],
    [`${OK}&f=ad:none:x`, 'filters.0.values'],
    [`${OK}&f=ad:is:${Array(21).fill('x').join()}`, 'filters.0.values'],
    [`${OK}${'&f=ad:none'.repeat(7)}`, 'filters'],
    [`${OK}&compare=ontem`, 'compare'],
    [`${OK}&compare=2026-11-30,2026-11-01`, 'compare.from'],
    [`${OK}&order=-lucro`, 'order'],
    [`${OK}&order=--clicks`, 'order'],
    [`${OK}&limit=0`, 'limit'],
    [`${OK}&limit=1001`, 'limit'],
    [`${OK}&limit=muitos`, 'limit'],
  ])('are refused with 400 and what is wrong: %s', async (query, field) => {
    const response = await get(query);
    const { error, details, fields, message } = response.json();
    expect([response.statusCode, error, fields], response.body).toEqual([400, 'invalid-question', undefined]);
    expect(Object.keys(details)).toEqual([field]);
    expect(details[field]).toBe(message);
  });

  test('are refused for a character that no store takes', async () => {
    const response = await get(`${OK}&f=ad:is:a%00b`);
    expect([response.statusCode, response.json().error]).toEqual([400, 'invalid-character']);
  });

  test('are refused alike by POST and for values', async () => {
    const payload = { from: '2026-11-01', to: '2026-11-30', metrics: ['lucro'], by: [], filters: 7, other: 1 };
    const posted = await tenant.viewer.ask({ method: 'POST', url: '/api/figures', payload });
    expect([posted.statusCode, posted.json().error]).toEqual([400, 'invalid-question']);
    expect(posted.json().details).toMatchObject({ 'metrics.0': expect.any(String), filters: expect.any(String) });
    const values = await tenant.viewer.ask(`/api/figures/values?dim=cor&${NOVEMBER}`);
    expect([values.statusCode, values.json().error]).toEqual([400, 'invalid-question']);
    expect(values.json().details).toEqual({ dim: expect.any(String) });
  });
});

describe('values of a dimension', () => {
  type Values = z.infer<(typeof figureValues)['response']>;
  const values = async (query: string): Promise<Values> => {
    const response = await tenant.viewer.ask(`${figureValues.path}?${NOVEMBER}&${query}`);
    expect(response.statusCode, response.body).toBe(200);
    return response.json();
  };

  test('come most clicked first, or most sold first where no click knows them', async () => {
    expect(await values('dim=campaign')).toEqual([
      { key: 'black-friday', label: 'Campanha principal' },
      { key: other, label: 'Remarketing' },
    ]);
    expect(await values('dim=product')).toEqual([
      { key: 'p1', label: 'Livro' },
      { key: 'Curso, nível 1', label: 'Curso, nível 1' },
    ]);
    expect(await values('dim=campaign&limit=1')).toHaveLength(1);
  });

  test('are found by a part of their key or name, in any case and accents', async () => {
    const acao = [{ key: 'ad1', label: 'Vídeo da Ação' }];
    expect(await values('dim=ad&q=acao')).toEqual(acao);
    expect(await values('dim=ad&q=VÍDEO')).toEqual(acao);
    expect(await values('dim=ad&q=ad1')).toEqual(acao);
    expect(await values('dim=country&q=brasil')).toEqual([{ key: 'BR', label: 'Brasil' }]);
    expect(await values('dim=payment&q=bol')).toEqual([{ key: 'boleto', label: 'Boleto' }]);
    expect(await values('dim=ad&q=nada')).toEqual([]);
  });
});

test('lists dimensions and metrics with the facts that decide which go together', async () => {
  const response = await tenant.viewer.ask(figureDimensions.path);
  const { dimensions, metrics } = response.json<z.infer<(typeof figureDimensions)['response']>>();
  const knownBy = (id: string) => dimensions.find((one) => one.id === id)?.knownBy;
  expect(knownBy('product')).toEqual(['sales', 'orders']);
  expect(dimensions).toContainEqual(
    expect.objectContaining({ id: 'ad', label: 'Anúncio', absent: 'Sem anúncio', isText: true }),
  );
  expect(metrics).toContainEqual({ id: 'cpa', label: 'CPA', unit: 'money', facts: ['spend', 'sales'] });
  // Each pair is answered as the tables say, of a company whose facts are known wherever they can be split.
  for (const { id } of dimensions) {
    const { rows } = await ask(`by=${id}&metrics=clicks,conversions,leads`);
    for (const { values } of rows) {
      const known = (fact: 'clicks' | 'sales' | 'leads') => knownBy(id)?.includes(fact);
      expect([values.clicks !== null, values.conversions !== null, values.leads !== null], id).toEqual([
        ...[known('clicks'), known('sales'), known('leads')],
      ]);
    }
  }
});

describe('examples of the documents', () => {
  test.each(FIGURE_EXAMPLES)('are answered: $summary', async ({ summary }) => {
    const { paths } = (await api.ask('/api/openapi.json')).json();
    const { description, parameters } = paths[askFigures.path].get;
    const [, url = ''] = description
      .split('\n')
      .find((line: string) => line.includes(`[${summary}]`))
      .match(/\((.*)\)$/);
    const answer = await tenant.viewer.ask(url);
    expect(answer.statusCode, answer.body).toBe(200);
    const { rows } = FigureAnswer.parse(answer.json());
    expect(rows.length).toBeGreaterThan(0);
    const values = rows.flatMap((row) => Object.values(row.values));
    expect(values.filter((value) => value !== null && value !== 0)).not.toEqual([]);
    // The same in each parameter's own examples, and as the body of the POST.
    for (const [name, value] of new URL(url, 'https://x.example').searchParams) {
      const [shown] = parameters.filter((one: { name: string }) => one.name === name);
      expect([shown.examples[summary].value].flat()).toContain(value);
    }
    const payload = paths[askFigures.path].post.requestBody.content['application/json'].examples[summary].value;
    const posted = await tenant.viewer.ask({ method: 'POST', url: askFigures.path, payload });
    expect(posted.json()).toEqual(answer.json());
  });
});

describe('API keys that ask for figures', () => {
  test('need the scope read, by GET and by POST', async () => {
    const url = `/api/figures?${NOVEMBER}&metrics=revenue`;
    const payload = { from: '2026-11-01', to: '2026-11-30', metrics: ['revenue'] };
    const [reader, writer] = [
      await createKey(api, tenant, ['read']),
      await createKey(api, tenant, ['capture', 'spend']),
    ];
    const answer = await reader.ask(url);
    expect(answer.json().total).toEqual({ values: { revenue: 210 }, previous: null });
    expect((await reader.ask({ method: 'POST', url: '/api/figures', payload })).json()).toEqual(answer.json());
    expect((await writer.ask(url)).statusCode).toBe(403);
    expect((await writer.ask({ method: 'POST', url: '/api/figures', payload })).statusCode).toBe(403);
  });

  test('wait for each other where events of all days are read, and are refused when many wait', async () => {
    const key = await createKey(api, tenant, ['read']);
    const { promise: opened, resolve: open } = Promise.withResolvers<void>();
    const { clickhouse, logger } = api.deps;
    const query = async <Row>(request: QueryRequest): Promise<Row[]> => {
      await opened;
      return clickhouse.query<Row>(request);
    };
    const app = createServer({ logger, trustProxy: false });
    await registerApi(app, { ...api.deps, clickhouse: { ...clickhouse, query } });
    try {
      const url = `/api/figures?${NOVEMBER}&by=city&metrics=clicks`;
      const headers = { authorization: `Bearer ${key.key}` };
      const asked = Array.from({ length: 1 + FACTS_WAITING_OF_ONE_MAX + 1 }, () => app.inject({ url, headers }));
      const refused = await Promise.race(asked);
      expect([refused.statusCode, refused.json().error]).toEqual([429, 'too-many-questions']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      open();
      const statuses = (await Promise.all(asked)).map(({ statusCode }) => statusCode);
      expect(statuses.sort()).toEqual([...Array(asked.length - 1).fill(200), 429]);
    } finally {
      open();
      await app.close();
    }
  });
});

test('a file has all groups, more than an answer reads, in its order and with their comparison', async () => {
  const owner = await api.tenant();
  const count = SORTED_GROUPS_MAX + 3;
  const at = (day: string, index: number) => ({
    ...{ at: `${day}T12:00:00Z`, campaign_id: owner.campaignId, utm_content: `anuncio-${index}` },
  });
  const numbers = Array.from({ length: count }, (_, index) => index);
  const facts = factsOf(() => api.stack.clickhouse, owner);
  // The last three were clicked on the day before, too, and twice now.
  await facts.clicks([
    ...numbers.map((index) => at('2036-11-19', index)),
    ...numbers.slice(-3).flatMap((index) => [at('2036-11-19', index), at('2036-11-18', index)]),
  ]);
  const fileOf = async (search: string) => {
    const file = await owner.viewer.ask(`/api/figures/export?from=2036-11-19&to=2036-11-19&metrics=clicks&${search}`);
    expect(file.headers['content-disposition']).not.toContain('primeiras');
    return file.body.trimEnd().split('\r\n');
  };
  const names = [...numbers.slice(0, -3).map((index) => `anuncio-${index}`)].sort();
  const last = numbers.slice(-3).map((index) => `anuncio-${index}`);
  const line = (name: string, ...rest: readonly unknown[]) => [name, name, ...rest].join();

  const byDefault = await fileOf('by=utmContent');
  expect(byDefault.slice(1)).toEqual([...last.map((name) => line(name, 2)), ...names.map((name) => line(name, 1))]);
  const leastFirst = await fileOf('by=utmContent&order=clicks');
  expect(leastFirst.slice(1)).toEqual([...names.map((name) => line(name, 1)), ...last.map((name) => line(name, 2))]);
  const compared = await fileOf('by=utmContent,day&compare=previous');
  expect(compared.slice(2, 6)).toEqual([
    ...last.map((name) => [name, name, compared[2]?.split(',')[2], '2036-11-19', 2, 1, 100].join()),
    [names[0], names[0], compared[2]?.split(',')[2], '2036-11-19', 1, 0, ''].join(),
  ]);
  expect(compared).toHaveLength(2 + count);
});
