import type { ClickRow } from '@tracker/infra/clickhouse/tables/clicks';
import type { FunnelAnswer } from '@tracker/schemas/contracts/funnel.contract';
import { FUNNEL_STEPS } from '@tracker/schemas/figures/funnel';
import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Facts, factsOf } from '../../testing/facts.ts';
import { NOW, type StaffedTenant, useApi } from '../../testing/use-api.ts';

const api = useApi();
beforeEach(() => api.clock.set(NOW));

const HOUR = 3_600_000;
const FIRST = Date.parse('2036-11-02T12:00:00Z');

/** What became of a click, in hours after it; undefined: nothing. */
interface Life {
  readonly channel: string;
  readonly clickedAt: number;
  readonly page: number | undefined;
  readonly checkout: number | undefined;
  readonly order: number | undefined;
  readonly status: 'pending' | 'approved' | 'refunded';
}

const hours = fc.option(fc.constantFrom(0.25, 1, 30, 200), { nil: undefined });
const life = fc.record<Life>({
  channel: fc.constantFrom('facebook', 'google'),
  clickedAt: fc.integer({ min: 0, max: 5 }).map((day) => FIRST + day * 24 * HOUR),
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
    lives.map(({ clickedAt, channel }) => ({ at: new Date(clickedAt).toISOString(), channel, source: channel })),
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

async function ask(more = ''): Promise<FunnelAnswer> {
  const response = await tenant.viewer.ask(`/api/analytics/funnel?from=2036-11-01&to=2036-11-10${more}`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}
const counted = (steps: FunnelAnswer['steps']) => steps.map(({ id, clicks, unseen }) => ({ id, clicks, unseen }));
const of = (channel: string) => lives.filter((one) => one.channel === channel);

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

  test('never has more clicks in a step than in the one before, under any filter', async () => {
    for (const filter of ['', '&f=channel:is:google', '&f=device:none', '&f=weekday:is:0,1', '&f=day:is:2036-11-03']) {
      const { steps } = await ask(filter);
      steps.slice(1).forEach(({ clicks, ofPrevious }, index) => {
        const before = steps[index]?.clicks ?? 0;
        expect(clicks).toBeLessThanOrEqual(before);
        expect(ofPrevious).toBe(before === 0 ? null : (clicks / before) * 100);
      });
    }
  });

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

  test.each(['by=product', 'by=coupon', 'by=channel,ad', 'f=coupon:none', 'window=3', 'f=channel:is', 'by=nothing'])(
    'refuses %s with 400',
    async (query) => {
      const response = await tenant.viewer.ask(`/api/analytics/funnel?from=2036-11-01&to=2036-11-10&${query}`);
      expect(response.statusCode).toBe(400);
      expect(response.json().error).toBe('invalid-question');
    },
  );
});
