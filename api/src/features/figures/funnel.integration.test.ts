import type { ClickRow } from '@tracker/infra/clickhouse/tables/clicks';
import type { FunnelAnswer } from '@tracker/schemas/contracts/funnel.contract';
import {
  dimensionOf,
  FIGURE_DIMENSION_NAMES,
  type FigureDimension,
  isKnownBy,
} from '@tracker/schemas/figures/dimensions';
import { FUNNEL_STEPS } from '@tracker/schemas/figures/funnel';
import { folded } from '@tracker/schemas/primitives/text';
import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Facts, factsOf } from '../../testing/facts.ts';
import { NOW, type StaffedTenant, useApi } from '../../testing/use-api.ts';

const api = useApi();
beforeEach(() => api.clock.set(NOW));

const HOUR = 3_600_000;
const FIRST = Date.parse('2036-11-02T12:00:00Z');

/** By which column of clicks each dimension goes; those of time follow from the moment, and there is one campaign. */
const COLUMNS = {
  source: 'source',
  channel: 'channel',
  platformCampaign: 'ad_campaign_id',
  adset: 'adset_id',
  ad: 'ad_id',
  placement: 'placement',
  siteSource: 'site_source',
  utmSource: 'utm_source',
  utmMedium: 'utm_medium',
  utmCampaign: 'utm_campaign',
  utmContent: 'utm_content',
  utmTerm: 'utm_term',
  country: 'country_code',
  region: 'region',
  city: 'city',
  timezone: 'timezone',
  device: 'device_type',
  browser: 'browser',
  os: 'operating_system',
} as const satisfies Partial<Record<FigureDimension, keyof ClickRow>>;
type Attributes = Readonly<Record<(typeof COLUMNS)[keyof typeof COLUMNS], string>>;

/** What became of a click, in hours after it; undefined: nothing. */
interface Life {
  readonly attributes: Attributes;
  readonly clickedAt: number;
  readonly page: number | undefined;
  readonly checkout: number | undefined;
  readonly order: number | undefined;
  readonly status: 'pending' | 'approved' | 'refunded';
}

const hours = fc.option(fc.constantFrom(0.25, 1, 30, 200), { nil: undefined });
const life = fc.record<Life>({
  attributes: fc.record<Attributes>({
    ...(Object.fromEntries(Object.values(COLUMNS).map((column) => [column, fc.constantFrom('', 'Sé', 'B')])) as Record<
      keyof Attributes,
      fc.Arbitrary<string>
    >),
    channel: fc.constantFrom('facebook', 'google'),
    country_code: fc.constantFrom('', 'BR', 'PT'),
  }),
  clickedAt: fc.integer({ min: 0, max: 5 * 24 }).map((hour) => FIRST + hour * HOUR),
  ...{ page: hours, checkout: hours, order: hours },
  status: fc.constantFrom('pending', 'approved', 'refunded'),
});

let tenant: StaffedTenant;
let facts: Facts;
let lives: Life[];

beforeAll(async () => {
  tenant = await api.tenant();
  facts = factsOf(() => api.stack.clickhouse, tenant);
  [lives = []] = fc.sample(fc.array(life, { minLength: 40, maxLength: 40 }), { numRuns: 1, seed: 30 });
  const clicks = await facts.clicks(
    lives.map(({ clickedAt, attributes }) => ({ at: new Date(clickedAt).toISOString(), ...attributes })),
  );
  for (const [index, click] of clicks.entries()) await live(click, lives[index] as Life);
  // Of no click, of a bot and of a test: in no step.
  await facts.conversion({ at: '2036-11-03T12:00:00Z', amount: '10' });
  await facts.click({ at: '2036-11-03T12:00:00Z', is_bot: true });
  await facts.pageView({ at: '2036-11-03T12:00:00Z' });
});

async function live(click: ClickRow, { clickedAt, page, checkout, order, status }: Life): Promise<void> {
  const at = (after: number) => new Date(clickedAt + after * HOUR).toISOString();
  if (page !== undefined) await facts.pageView({ at: at(page), click });
  if (checkout !== undefined) await facts.openCheckout(click, { at: at(checkout), url: 'https://pay.example/p' });
  if (order === undefined) return;
  const isCounted = status === 'approved';
  await facts.conversion({ at: at(order), amount: '10', click, status, is_counted: isCounted });
  // A second one, of an upsell: the click still counts once.
  await facts.conversion({ at: at(order), amount: '5', click, status, is_counted: isCounted });
}

/** A naive recount. */
function recount(some: readonly Life[], days: number) {
  const within = (after: number | undefined) => after !== undefined && after * HOUR < days * 24 * HOUR;
  const seen = some.map(({ page, checkout, order, status }) => [
    ...[true, within(page), within(checkout), within(order)],
    ...[within(order) && status !== 'pending', within(order) && status === 'approved'],
  ]);
  return FUNNEL_STEPS.map((id, step) => ({
    id,
    clicks: seen.filter((steps) => steps.slice(step).includes(true)).length,
    unseen: seen.filter((steps) => !steps[step] && steps.slice(step).includes(true)).length,
  }));
}

async function ask(more = '', days = 'from=2036-11-01&to=2036-11-10'): Promise<FunnelAnswer> {
  const response = await tenant.viewer.ask(`/api/analytics/funnel?${days}${more}`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}
const counted = (steps: FunnelAnswer['steps']) => steps.map(({ id, clicks, unseen }) => ({ id, clicks, unseen }));
const of = (channel: string) => lives.filter(({ attributes }) => attributes.channel === channel);

/** The key of a click, made without SQL. */
function keyOf(dim: FigureDimension, { attributes, clickedAt, page }: Life): string {
  const local = new Date(clickedAt - 3 * HOUR);
  const day = local.toISOString().slice(0, 10);
  switch (dim) {
    case 'campaign':
      return tenant.campaignId;
    case 'day':
      return day;
    case 'week':
      return new Date(local.getTime() - local.getUTCDay() * 24 * HOUR).toISOString().slice(0, 10);
    case 'month':
      return day.slice(0, 7);
    case 'weekday':
      return String(local.getUTCDay());
    case 'hour':
      return String(local.getUTCHours());
    case 'source':
      return attributes.source || 'direct';
    case 'adAccount':
      return '';
    case 'landing':
      return page !== undefined && page < 24 ? 'https://loja.example/produto' : '';
    default:
      return attributes[COLUMNS[dim as keyof typeof COLUMNS]];
  }
}
const CLICKED = FIGURE_DIMENSION_NAMES.filter((dim) => isKnownBy('clicks', dim));

describe('funnel', () => {
  test.each([1, 7, 28])('counts within %i days what a naive recount counts', async (days) => {
    expect(counted((await ask(`&window=${days}`)).steps)).toEqual(recount(lives, days));
  });

  test('adds up over the groups of a dimension, and is each of them under its filter', async () => {
    const { groups } = await ask('&by=channel');
    expect(groups.map(({ key }) => key).sort()).toEqual(['facebook', 'google']);
    for (const { key, steps } of groups) {
      expect(counted(steps)).toEqual(recount(of(key ?? ''), 7));
      expect((await ask(`&f=channel:is:${key}`)).steps).toEqual(steps);
    }
  });

  interface Filter {
    readonly text: string;
    readonly passes: (life: Life) => boolean;
  }
  function filtersOf(dim: FigureDimension) {
    const filter = (text: string, passes: (key: string) => boolean): Filter => ({
      text: `${dim}:${text}`,
      passes: (life) => passes(keyOf(dim, life)),
    });
    const [first = 'none of these', second = ''] = keysOf(dim).filter((key) => key !== '');
    const some = [first, second].filter(Boolean);
    return {
      is: filter(`is:${some.join()}`, (key) => some.includes(key)),
      not: filter(`not:${first}`, (key) => key !== first),
      none: filter('none', (key) => key === ''),
      has: dimensionOf(dim).isText ? filter('has:sE', (key) => folded(key).includes('se')) : undefined,
    };
  }
  const keysOf = (dim: FigureDimension) => [...new Set(lives.map((one) => keyOf(dim, one)))];
  /** One question where both together leave some click. */
  const asked = (...filters: (Filter | undefined)[]): Filter[][] => {
    const given = filters.filter((one) => one !== undefined);
    return lives.some((life) => given.every(({ passes }) => passes(life))) ? [given] : given.map((one) => [one]);
  };

  /** In each group, and under each filter that a dimension can have, together with one of the next dimension. */
  test.each(CLICKED.map((dim, index) => [dim, CLICKED[(index + 1) % CLICKED.length] ?? dim] as const))(
    'counts by %s what a naive recount counts, and never more than in the step before, under filters with %s',
    async (dim, next) => {
      const expectSteps = (steps: FunnelAnswer['steps'], passes: (life: Life) => boolean) => {
        expect(counted(steps)).toEqual(recount(lives.filter(passes), 7));
        steps.slice(1).forEach(({ clicks, ofPrevious }, index) => {
          const before = steps[index]?.clicks ?? 0;
          expect(clicks).toBeLessThanOrEqual(before);
          expect(ofPrevious).toBe(before === 0 ? null : (clicks / before) * 100);
        });
      };
      const { groups } = await ask(`&by=${dim}`);
      expect(groups.map(({ key }) => key ?? '').sort()).toEqual(keysOf(dim).sort());
      for (const { key, steps } of groups) expectSteps(steps, (life) => keyOf(dim, life) === (key ?? ''));
      const [own, others] = [filtersOf(dim), filtersOf(next)];
      for (const filters of [...asked(own.is, others.not), ...asked(own.none, others.has)]) {
        const texts = filters.map(({ text }) => `&f=${encodeURIComponent(text)}`);
        expectSteps((await ask(texts.join(''))).steps, (life) => filters.every(({ passes }) => passes(life)));
      }
    },
  );

  test('gives the median time from the click to a step, and the conversions without a click', async () => {
    const { steps, direct, previous, open } = await ask('&window=28&compare=previous');
    const seconds = lives.flatMap(({ page }) => (page === undefined ? [] : page * 3600)).sort((a, b) => a - b);
    expect(steps[0]?.medianSeconds).toBeNull();
    expect(seconds).toContain(steps[1]?.medianSeconds);
    expect(direct).toBe(1);
    expect(previous?.every(({ clicks }) => clicks === 0)).toBe(true);
    // The clicks of the last days have 28 days still.
    expect(open).toBe(true);
    expect((await ask('&window=1')).open).toBe(false);
  });

  test('leaves a step that its clock puts before the click out of the median, not out of the count', async () => {
    const other = await api.tenant();
    const own = factsOf(() => api.stack.clickhouse, other);
    const soldAt = async (at: string) => {
      const click = await own.click({ at: '2036-11-03T12:00:00Z' });
      await own.conversion({ at, amount: '10', click });
    };
    const steps = async (): Promise<FunnelAnswer['steps']> =>
      (await other.viewer.ask('/api/analytics/funnel?from=2036-11-01&to=2036-11-10')).json().steps;
    await soldAt('2036-11-03T09:00:00Z');
    expect((await steps()).find(({ id }) => id === 'order')).toMatchObject({ clicks: 1, medianSeconds: null });
    await soldAt('2036-11-03T12:01:00Z');
    expect((await steps()).find(({ id }) => id === 'order')).toMatchObject({ clicks: 2, medianSeconds: 60 });
  });

  test('knows of no sale without a click which page a visitor saw first', async () => {
    for (const filter of ['landing:none', 'landing:has:oferta']) {
      expect((await ask(`&f=${encodeURIComponent(filter)}`)).direct).toBeNull();
    }
  });

  test.each(['by=product', 'by=coupon', 'by=channel,ad', 'f=coupon:none', 'window=3', 'f=channel:is', 'by=nothing'])(
    'refuses %s with 400',
    async (query) => {
      const response = await tenant.viewer.ask(`/api/analytics/funnel?from=2036-11-01&to=2036-11-10&${query}`);
      expect(response.statusCode).toBe(400);
      expect(response.json().error).toBe('invalid-question');
    },
  );

  test('counts the clicks whose window is not over, which may come further', async () => {
    for (const at of ['2036-11-12T12:00:00Z', '2036-11-14T12:00:00Z']) {
      await facts.conversion({ at, amount: '10', click: await facts.click({ at }) });
    }
    const young = async (more: string) =>
      (await ask(more, 'from=2036-11-12&to=2036-11-14')).steps.map((step) => [step.clicks, step.young]);
    expect(await young('')).toEqual(FUNNEL_STEPS.map(() => [2, 1]));
    expect(await young('&window=1')).toEqual(FUNNEL_STEPS.map(() => [2, 0]));
  });
});
