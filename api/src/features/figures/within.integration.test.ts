// A link shows what was shared with it: its answers are those of the filtered question, and what lies outside is refused (ADR 164).

import { askFigures } from '@tracker/figures/ask-figures';
import { askValues } from '@tracker/figures/ask-values';
import { EVERYTHING, type Within } from '@tracker/figures/asker';
import { dayRange } from '@tracker/figures/day-range';
import { askerOfLink } from '@tracker/figures/make-asker';
import { rowFilters } from '@tracker/figures/row-filters';
import { withAnswerCache } from '@tracker/infra/clickhouse/answer-cache';
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { createFigureVersions } from '@tracker/infra/postgres/figure-versions';
import type { Contract } from '@tracker/schemas/contracts/define-contract';
import type { FigureAnswer } from '@tracker/schemas/contracts/figures.contract';
import { CONTRACTS } from '@tracker/schemas/contracts/registry';
import { FIGURE_DIMENSION_NAMES, type FigureDimension } from '@tracker/schemas/figures/dimensions';
import { type FigureFilter, FigureQuery, filterToText } from '@tracker/schemas/figures/figure-query';
import { FIGURE_METRIC_NAMES, type FigureMetric } from '@tracker/schemas/figures/metrics';
import { addDays, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { DEFAULT_TIME_ZONE } from '@tracker/schemas/primitives/time';
import { STORIES, tries } from '@tracker/test/kit/stories';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { factsOf } from '../../testing/facts.ts';
import { type Ask, NOW, requestFor, type StaffedTenant, useApi } from '../../testing/use-api.ts';

const api = useApi();
let tenant: StaffedTenant;
const FIRST = '2036-11-01' as TenantDay;
const LAST = '2036-11-06' as TenantDay;

beforeAll(async () => {
  api.clock.set(NOW);
  tenant = await api.tenant();
  const facts = factsOf(() => api.stack.clickhouse, tenant);
  const places = [
    { country_code: 'BR', region: 'Bahia', city: 'Salvador', device_type: 'mobile' },
    { country_code: 'PT', region: 'Lisboa', city: 'Lisboa', device_type: 'desktop' },
  ] as const;
  for (const [index, source] of ['facebook', 'google', '', 'facebook', 'tiktok', 'google'].entries()) {
    const day = addDays(FIRST, index);
    const at = `${day}T15:00:00Z`;
    const ad = { ad_campaign_id: `${7 + (index % 2)}`, adset_id: `s${index % 2}`, ad_id: `a${index % 3}` };
    const link = { campaign_id: index % 2 ? tenant.campaignId : 'outra', source, channel: source || 'direct', ...ad };
    const click = await facts.click({ at, ...link, ...places[index % 2] });
    await facts.pageView({
      at,
      url: `https://loja.example/p${index % 2}`,
      source,
      channel: source || 'direct',
      ...places[index % 2],
    });
    if (index % 3 === 0) continue;
    const sold = { product_id: `p${index % 2}`, payment_method: index % 2 ? 'pix' : 'credit_card' } as const;
    await facts.conversion({ at, amount: `${10 * index + 5}`, click, ...sold });
    const ads = [{ id: ad.ad_id, adset: ad.adset_id, spend: `${index}` }];
    await facts.spend({ day, spend: `${index + 1}`, source: `facebook/${ad.ad_campaign_id}`, ads });
  }
  await facts.conversion({ at: `${LAST}T16:00:00Z`, amount: '7', product_id: 'p0', coupon: 'NATAL' });
  const change = { targetCpa: '10.00' };
  await tenant.admin.ask({ method: 'PATCH', url: `/api/tenants/${tenant.tenantId}`, payload: change });
});

const f = (filters: readonly FigureFilter[]) =>
  filters.map((filter) => `&f=${encodeURIComponent(filterToText(filter))}`).join('');

// --- Random links and questions

const VALUES: Partial<Record<FigureDimension, readonly string[]>> = {
  source: ['facebook', 'google', 'direct'],
  country: ['BR', 'PT'],
  city: ['Lisboa', 'Salvador'],
  device: ['mobile'],
  ad: ['a0', 'a1'],
  platformCampaign: ['7', '8'],
  product: ['p0', 'p1'],
  payment: ['pix'],
  coupon: ['NATAL'],
  weekday: ['0', '1', '2'],
  landing: ['https://loja.example/p0'],
};
const filter = fc.constantFrom(...(Object.keys(VALUES) as FigureDimension[])).chain((dim) =>
  fc.oneof(
    fc.constant<FigureFilter>({ dim, op: 'none', values: [] }),
    fc.record({
      dim: fc.constant(dim),
      op: fc.constantFrom('is' as const, 'not' as const),
      values: fc.subarray([...(VALUES[dim] ?? [])], { minLength: 1 }),
    }),
  ),
);
/** Some are hidden. */
const allBut = <Name>(names: readonly Name[]) =>
  fc.subarray([...names], { maxLength: 12 }).map((hidden) => names.filter((name) => !hidden.includes(name)));
const within = fc.record({
  filters: fc.array(filter, { maxLength: 3 }),
  metrics: fc.option(allBut(FIGURE_METRIC_NAMES)),
  dimensions: fc.option(allBut(FIGURE_DIMENSION_NAMES)),
  from: fc.integer({ min: -12, max: 3 }).map((days) => addDays(FIRST, days)),
});
const question = fc.record({
  by: fc.subarray([...FIGURE_DIMENSION_NAMES], { maxLength: 2 }),
  metrics: fc.subarray([...FIGURE_METRIC_NAMES], { minLength: 1, maxLength: 4 }),
  filters: fc.array(filter, { maxLength: 2 }),
  from: fc.integer({ min: 0, max: 4 }).map((days) => addDays(FIRST, days)),
  isCompared: fc.boolean(),
});
type Question = typeof question extends fc.Arbitrary<infer Value> ? Value : never;
type Shared = typeof within extends fc.Arbitrary<infer Value> ? Value : never;

/** As a person reads what was shared, and not as the product does. */
function isInside(shared: Shared, asked: Question): boolean {
  const days = LAST < asked.from ? [] : [asked.from];
  if (asked.isCompared) days.push(addDays(asked.from, -daysBetween(asked.from, LAST)));
  return (
    asked.metrics.every((metric) => !shared.metrics || shared.metrics.includes(metric)) &&
    [...asked.by, ...asked.filters.map(({ dim }) => dim)].every(
      (dim) => !shared.dimensions || shared.dimensions.includes(dim),
    ) &&
    days.every((day) => day >= shared.from)
  );
}
const daysBetween = (from: TenantDay, to: TenantDay) => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;

const pathOf = ({ by, metrics, from, isCompared }: Question, filters: readonly FigureFilter[]) =>
  `/api/figures?from=${from}&to=${LAST}&by=${by.join(',')}&metrics=${metrics.join(',')}&limit=1000${isCompared ? '&compare=previous' : ''}${f(filters)}`.replace(
    'by=&',
    '',
  );

type Values = FigureAnswer['total']['values'];
const isNothing = (values: Values | null) => Object.values(values ?? {}).every((value) => !value);

describe('a link', () => {
  test('answers as the filtered question does, and refuses what lies outside', async () => {
    let inside = 0;
    await fc.assert(
      fc.asyncProperty(within, question, async (shared, asked) => {
        const ask = api.reader(tenant, shared);
        const answer = await ask(pathOf(asked, asked.filters));
        if (!isInside(shared, asked)) {
          expect(answer.statusCode, answer.body).toBe(403);
          expect(answer.json()).toMatchObject({ error: 'outside-of-access' });
          return;
        }
        inside += 1;
        expect(answer.statusCode, answer.body).toBe(200);
        const whole = await tenant.viewer.ask(pathOf(asked, [...asked.filters, ...shared.filters]));
        expect(whole.statusCode, whole.body).toBe(200);
        const [own, filtered] = [answer.json<FigureAnswer>(), whole.json<FigureAnswer>()];
        expect(own.total).toEqual(filtered.total);
        expect(own.period).toEqual(filtered.period);
        expect(own.compare).toEqual(filtered.compare);
        if (shared.metrics === null) {
          expect(own).toEqual(filtered);
          return;
        }
        // Groups that have nothing of what is shared are not there: that they exist would say that they had something else.
        const byKeys = new Map(filtered.rows.map((row) => [JSON.stringify(row.keys), row]));
        for (const { keys, labels, values, previous, ...rest } of own.rows) {
          expect(byKeys.get(JSON.stringify(keys))).toMatchObject({ keys, labels, values, previous });
          byKeys.delete(JSON.stringify(keys));
          expect(rest).toEqual({});
        }
        for (const row of byKeys.values()) expect(isNothing(row.values), JSON.stringify(row)).toBe(true);
      }),
      { numRuns: tries(40, 60 * STORIES) },
    );
    expect(inside).toBeGreaterThan(3);
  });

  test('ranks by nothing that it does not show', async () => {
    const ask = api.reader(tenant, { metrics: ['clicks'] });
    const days = `from=${FIRST}&to=${LAST}`;
    const rows = (await ask(`/api/figures?${days}&by=source&metrics=clicks`)).json<FigureAnswer>().rows;
    const order = rows.map(({ keys, values }) => [values.clicks, keys[0]] as const);
    const clicksThenKeys = order.toSorted(
      ([one, key], [other, otherKey]) => (other ?? 0) - (one ?? 0) || ((key ?? '') < (otherKey ?? '') ? -1 : 1),
    );
    expect(order).toEqual(clicksThenKeys);
    expect((await ask(`/api/figures?${days}&by=source&metrics=clicks&order=-revenue`)).statusCode).toBe(403);
  });

  test('shows a verdict only with all metrics, since targets follow from it', async () => {
    const url = `/api/figures?from=${FIRST}&to=${LAST}&by=ad&metrics=spend`;
    const verdictsOf = async (ask: Ask) =>
      (await ask(url)).json<FigureAnswer>().rows.map(({ verdict }) => verdict !== undefined);
    expect(await verdictsOf(api.reader(tenant))).toContain(true);
    const metrics: FigureMetric[] = ['spend', 'verifiedConversions', 'verifiedRevenue'];
    expect(await verdictsOf(api.reader(tenant, { metrics }))).not.toContain(true);
  });
});

describe('next to its figures', () => {
  const link = (shared: Partial<Within>) =>
    askerOfLink({ ...tenant, timeZone: DEFAULT_TIME_ZONE }, { ...EVERYTHING, ...shared });
  const depsOn = (clickhouse: ClickHouse) => ({ ...api.deps, clickhouse, campaignNames: async () => new Map() });
  const only = (source: string): Partial<Within> => ({ filters: [{ dim: 'source', op: 'is', values: [source] }] });
  const days = { from: FIRST, to: LAST };

  test('a link lists the values of its own rows alone, by name where it hides how often they came', async () => {
    const valuesOf = async (shared: Partial<Within>) => {
      const asked = { ...days, dim: 'city', limit: 20 } as const;
      return (await askValues(depsOn(api.stack.clickhouse), link(shared), asked)).items.map(({ key }) => key);
    };
    expect(await valuesOf(only('tiktok'))).toEqual(['Salvador']);
    expect((await valuesOf({})).toSorted()).toEqual(['Lisboa', 'Salvador']);
    expect(await valuesOf({ metrics: ['revenue'] })).toEqual(['Lisboa', 'Salvador']);
  });

  test('a list has the rows of its asker, and none for one that hides anything of them', async () => {
    const filtersOf = (shared: Partial<Within>, fact: 'clicks' | 'sales') =>
      rowFilters(depsOn(api.stack.clickhouse), link(shared), {
        fact,
        filters: [],
        range: dayRange(FIRST, LAST, DEFAULT_TIME_ZONE),
      });
    expect(await filtersOf({}, 'clicks')).toBeUndefined();
    expect((await filtersOf(only('tiktok'), 'sales'))?.values).toMatchObject({ filter1: ['tiktok'] });
    await expect(filtersOf({ metrics: ['clicks'] }, 'clicks')).resolves.toBeUndefined();
    for (const hidden of [{ metrics: ['clicks'] }, { dimensions: ['source'] }, { from: LAST }] as Partial<Within>[]) {
      await expect(filtersOf(hidden, 'sales')).rejects.toMatchObject({ code: 'outside-of-access' });
    }
  });

  test('two links share no kept answer', async () => {
    const cached = withAnswerCache(api.stack.clickhouse, createFigureVersions(api.stack.postgres.sql));
    const question = FigureQuery.parse({ ...days, metrics: ['clicks'] });
    const clicksOf = async (shared: Partial<Within>) =>
      (await askFigures(depsOn(cached), link(shared), question)).total.values.clicks;
    expect([await clicksOf({}), await clicksOf(only('tiktok')), await clicksOf(only('google'))]).toEqual([6, 1, 2]);
    expect([await clicksOf(only('google')), await clicksOf({})]).toEqual([2, 6]);
  });

  test('a link is answered with its filters in no word', async () => {
    const body = (await api.reader(tenant, only('tiktok'))(`/api/figures?from=${FIRST}&to=${LAST}&metrics=clicks`))
      .body;
    expect(body).not.toContain('tiktok');
  });
});

// --- All contracts

const PERIODS = [
  { from: FIRST, to: LAST },
  { startDate: FIRST, endDate: LAST },
] as const;

/** A question of the contract about these days, with what it needs of its example. */
function requestsOf(contract: Contract, days: { readonly first: TenantDay; readonly last: TenantDay }) {
  const fields = Object.keys(contract.query?.shape ?? {});
  const [period] = PERIODS.filter((names) => Object.keys(names).every((name) => fields.includes(name)));
  expect(period, `${contract.name} has days`).toBeDefined();
  const names = Object.keys(period ?? {});
  return requestFor(contract, { query: { [names[0] ?? '']: days.first, [names[1] ?? '']: days.last } });
}

const shared = (CONTRACTS as readonly Contract[]).filter((contract) => contract.shared);

describe.each(shared.map((contract) => [contract.name, contract] as const))(
  '%s, which a reader may call',
  (_, contract) => {
    const days = { first: FIRST, last: LAST };
    const statusFor = async (limits: Parameters<typeof api.reader>[1]) =>
      (await api.reader(tenant, limits)(requestsOf(contract, days))).statusCode;

    test('answers a link that shows everything', async () => {
      expect(await statusFor({})).toBe(200);
    });

    test('refuses metrics, dimensions and days that the link does not show', async () => {
      expect(await statusFor({ metrics: ['chargebacks'] })).toBe(403);
      expect(await statusFor({ dimensions: ['affiliate'] })).toBe(403);
      expect(await statusFor({ from: addDays(FIRST, 1) })).toBe(403);
      // An example may compare with the month before.
      expect(await statusFor({ from: addDays(FIRST, -31) })).toBe(200);
    });

    test('counts only the rows of the link', async () => {
      const none: FigureFilter = { dim: 'campaign', op: 'is', values: ['nenhuma'] };
      const answer = await api.reader(tenant, { filters: [none] })(requestsOf(contract, days));
      expect(answer.statusCode, answer.body).toBe(200);
      expect(numbersIn(answer.json()).filter((value) => value !== 0)).toEqual([]);
      const everything = await api.reader(tenant)(requestsOf(contract, days));
      expect(numbersIn(everything.json()).filter((value) => value !== 0)).not.toEqual([]);
    });
  },
);

/** All figures of an answer; the number of groups is none. */
function numbersIn(answer: unknown): number[] {
  if (typeof answer === 'number') return [answer];
  if (typeof answer !== 'object' || answer === null) return [];
  return Object.entries(answer).flatMap(([name, value]) => (name === 'groups' ? [] : numbersIn(value)));
}
