import type { FigureAnswer } from '@tracker/schemas/contracts/figures.contract';
import {
  dimensionOf,
  FIGURE_DIMENSION_NAMES,
  type FigureDimension,
  isKnownBy,
} from '@tracker/schemas/figures/dimensions';
import { folded } from '@tracker/schemas/primitives/text';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { factsOf } from '../../testing/facts.ts';
import { NOW, type StaffedTenant, useApi } from '../../testing/use-api.ts';

const api = useApi();
let tenant: StaffedTenant;
const DAY = '2036-11-10';
const BEFORE = '2036-11-09';
const PERIOD = `from=${DAY}&to=${DAY}`;
const LIST = `startDate=${DAY}&endDate=${DAY}`;

const named = (id: string, name: string) => ({
  ...{ ad_id: id, ad_name: name, adset_id: `s${id}`, adset_name: `Conjunto ${name}` },
  ...{ ad_campaign_id: `p${id}`, ad_campaign_name: `Campanha ${name}` },
});

beforeAll(async () => {
  api.clock.set(NOW);
  tenant = await api.tenant();
  await tenant.admin.ask({
    method: 'PATCH',
    url: `/api/campaigns/${tenant.campaignId}`,
    payload: { name: 'Lançamento Verão' },
  });
  const facts = factsOf(() => api.stack.clickhouse, tenant);
  const at = `${DAY}T15:00:00Z`;
  const place = { country_code: 'BR', region: 'Sao Paulo', city: 'Sao Paulo', device_type: 'mobile' };
  const beach = await facts.click({ at, ...named('9001', 'Vídeo Praia'), ...place, placement: 'instagram_stories' });
  const elsewhere = { country_code: 'US', region: 'Texas', city: 'Austin', device_type: 'desktop', placement: 'feed' };
  const sea = await facts.click({ at, ...named('9002', 'Vídeo Mar'), ...elsewhere });
  // Renamed: people see the latest name.
  await facts.click({ at: `${DAY}T12:00:00Z`, ...named('9002', 'Praia antiga') });
  await facts.click({ at: `${DAY}T12:00:00Z`, ...named('praia', '') });
  await facts.click({ at: `${BEFORE}T12:00:00Z`, ...named('9002', 'Praia antiga') });
  await facts.click({ at: `${BEFORE}T12:00:00Z`, ...named('9003', 'Só ontem, praia') });
  await facts.conversion({ at, amount: '100', click: beach, product_id: 'p1', product_name: 'Curso de Violão' });
  await facts.conversion({ at, amount: '40', click: sea, product_id: 'p2', product_name: 'Mentoria' });
  await facts.conversion({ at, amount: '7', payment_method: 'pix' });
  await facts.spend({ day: DAY, spend: '10', source: 'facebook/p9001', ads: [{ id: '9001', spend: '10' }] });
  await facts.pageView({ at, click: beach });
});

async function json<Answer>(url: string): Promise<Answer> {
  const answer = await tenant.viewer.ask(url);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}
const filterOf = (...parts: string[]) => `f=${encodeURIComponent(parts.join(':'))}`;
const totalOf = async (filter: string, more = '') =>
  (await json<FigureAnswer>(`/api/figures?${PERIOD}&metrics=clicks,revenue,spend&${filter}${more}`)).total;

describe('a filter by what people see', () => {
  test.each([
    ['ad', 'praia', 100],
    ['ad', '9001', 100],
    ['ad', 'VIDEO', 140],
    ['adset', 'conjunto video p', 100],
    ['platformCampaign', 'campanha video', 140],
    ['product', 'violao', 100],
    ['product', 'p2', 40],
    ['campaign', 'verao', 147],
    ['country', 'brasil', 100],
    ['placement', 'instagram stories', 100],
    ['city', 'são paulo', 100],
  ])('finds %s that contains %j', async (dim, text, revenue) => {
    expect((await totalOf(filterOf(dim, 'has', text))).values.revenue).toBe(revenue);
  });

  test.each([
    ['ad', 'Vídeo Praia', 100],
    ['ad', '9001', 100],
    ['adset', 'Conjunto Vídeo Mar', 40],
    ['platformCampaign', 'Campanha Vídeo Mar', 40],
    ['product', 'Mentoria', 40],
    ['campaign', 'Lançamento Verão', 147],
    ['country', 'Brasil', 100],
    ['device', 'Celular', 100],
    ['payment', 'Pix', 7],
    ['region', 'São Paulo', 100],
    ['ad', 'Praia antiga', 0],
  ])('takes %s that is %j', async (dim, text, revenue) => {
    expect((await totalOf(filterOf(dim, 'is', text))).values.revenue).toBe(revenue);
    expect((await totalOf(filterOf(dim, 'not', text))).values.revenue).toBe(147 - revenue);
  });

  test('takes a campaign by both of its ids, and finds none by a part of the random one', async () => {
    const campaigns = await json<{ id: string; campaignId: string }[]>('/api/campaigns');
    const id = campaigns.find(({ campaignId }) => campaignId === tenant.campaignId)?.id ?? '';
    expect(id).toMatch(/^cp_/);
    for (const called of [id, tenant.campaignId]) {
      expect((await totalOf(filterOf('campaign', 'is', called))).values.revenue).toBe(147);
      expect((await totalOf(filterOf('campaign', 'not', called))).values.revenue).toBe(0);
    }
    expect((await totalOf(filterOf('campaign', 'has', 'cp_'))).values.revenue).toBe(0);
  });

  test('asks of a compared period the same keys, and those that are there alone by their name then', async () => {
    const { values, previous } = await totalOf(filterOf('ad', 'has', 'mar,praia'), '&compare=previous');
    expect([values.clicks, previous?.clicks]).toEqual([4, 2]);
    const renamed = await totalOf(filterOf('ad', 'has', 'antiga'), '&compare=previous');
    expect([renamed.values.clicks, renamed.previous?.clicks]).toEqual([0, 0]);
  });

  test('holds in the lists, their totals and files, the funnel, the places and the file of figures alike', async () => {
    const filter = filterOf('ad', 'has', 'praia');
    expect(await json<object[]>(`/api/clicks?${LIST}&${filter}`)).toHaveLength(2);
    expect(await json(`/api/clicks/totals?${LIST}&${filter}`)).toMatchObject({ clicks: 2 });
    expect((await tenant.viewer.ask(`/api/clicks/export?${LIST}&${filter}`)).body).toContain('Vídeo Praia');
    expect(await json<object[]>(`/api/conversions?${LIST}&${filter}`)).toHaveLength(1);
    expect(await json<object[]>(`/api/conversions?${LIST}&${filterOf('product', 'is', 'Mentoria')}`)).toHaveLength(1);
    const { steps } = await json<{ steps: { clicks: number }[] }>(`/api/analytics/funnel?${PERIOD}&${filter}`);
    expect(steps[0]?.clicks).toBe(2);
    const { countries } = await json<{ countries: object[] }>(`/api/analytics/geography?${LIST}&${filter}`);
    expect(countries).toEqual([expect.objectContaining({ countryCode: 'BR' })]);
    const file = await tenant.viewer.ask(`/api/figures/export?${PERIOD}&by=ad&metrics=revenue&${filter}`);
    expect(file.body).toContain('9001');
  });
});

describe('the list of values and the filter agree', () => {
  const rankedBy = (dim: FigureDimension) =>
    isKnownBy('clicks', dim) ? 'clicks' : isKnownBy('pageViews', dim) ? 'pageViews' : 'conversions';
  const dims = FIGURE_DIMENSION_NAMES.map((dim) => [dim] as const);

  test.each(dims)('of %s', async (dim) => {
    const metric = rankedBy(dim);
    const sumOf = async (filters: string) =>
      (await json<FigureAnswer>(`/api/figures?${PERIOD}&metrics=${metric}&${filters}`)).total.values[metric];
    const valuesWith = (q: string) =>
      json<{ key: string; label: string }[]>(`/api/figures/values?${PERIOD}&dim=${dim}&limit=100${q && `&q=${q}`}`);
    const all = await valuesWith('');
    // What people see, or the key, takes the rows of that value alone.
    for (const { key, label } of all) {
      const same = all.filter((one) => one.label === label || one.key === label);
      if (same.length === 1) {
        const escaped = label.replaceAll('%', '%25').replaceAll(',', '%2C');
        expect(await sumOf(filterOf(dim, 'is', escaped)), label).toBe(await sumOf(filterOf(dim, 'is', key)));
      }
    }
    if (dimensionOf(dim).isText !== true || all.length === 0) return;
    const part = fc
      .constantFrom(...all.flatMap(({ key, label }) => [key, label]))
      .chain((text) => fc.tuple(fc.constant(text), fc.nat(text.length - 1), fc.integer({ min: 1, max: 8 })))
      .map(([text, from, length]) => folded(text.slice(from, from + length)).trim())
      .filter((text) => text !== '' && !/[,:%]/.test(text));
    await fc.assert(
      fc.asyncProperty(part, async (text) => {
        const listed = await valuesWith(encodeURIComponent(text));
        const is = filterOf(
          dim,
          'is',
          listed.map(({ key }) => key.replaceAll('%', '%25').replaceAll(',', '%2C')).join(','),
        );
        expect(await sumOf(filterOf(dim, 'has', text)), text).toBe(await sumOf(is));
      }),
      { numRuns: 4 },
    );
  });
});
