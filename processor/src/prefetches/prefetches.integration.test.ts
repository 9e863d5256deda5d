import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { DAY_STATES, insertFinalizedDays } from '@tracker/infra/clickhouse/tables/finalized-days';
import type { ClickEvent } from '@tracker/schemas/events/click';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import { within } from '@tracker/test/kit/machine';
import { useStack } from '@tracker/test/kit/stack';
import { STORIES } from '@tracker/test/kit/stories';
import { createTenant, type TestTenant } from '@tracker/test/kit/tenant-fixture';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createBatchKit } from '../testing/batch-kit.ts';
import {
  click,
  clickIdOf,
  delivery,
  identification,
  NOON,
  openedCheckout,
  pageView,
  record,
} from '../testing/events.ts';

vi.setConfig({ testTimeout: within(120_000 * STORIES) });

const stack = useStack();
const kit = createBatchKit(stack);
const MINUTE = 60_000;

function prefetch(owner: TestTenant, atMs = NOON): ClickEvent {
  const event = click(owner, { atMs, clickId: clickIdOf(owner, atMs), source: 'facebook', sub1: 'ad-1' });
  return { ...event, payload: { ...event.payload, isPrefetch: true } };
}

function view(owner: TestTenant, { payload }: ClickEvent, atMs: number, userAgent?: string) {
  const event = pageView(owner, { atMs });
  const request = { ...event.payload.request, ...(userAgent !== undefined && { userAgent }) };
  return { ...event, payload: { ...event.payload, clickId: payload.clickId, request } };
}

const conversion = (owner: TestTenant, { payload }: ClickEvent, atMs: number, change: Record<string, unknown> = {}) =>
  delivery(
    owner,
    { transaction_id: `T-${atMs}`, amount: 97.9, status: 'approved', click_id: payload.clickId, ...change },
    atMs,
  );

/** What counts in figures, by the time at which it counts. */
async function counted({ tenantId }: TestTenant, store?: ClickHouse) {
  const rows = await kit.rows(tenantId, 'clicks', store);
  return rows.filter(({ is_prefetch }) => !is_prefetch);
}
const at = (ms: number) => instantFromMs(ms).replace('T', ' ').replace('Z', '');

describe('prefetched click', () => {
  it('is in no figure as long as no person saw it', async () => {
    const tenant = await createTenant(stack);
    const fetched = prefetch(tenant);
    const robot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
    await kit.process([record(fetched), record(view(tenant, fetched, NOON + MINUTE, robot))]);
    await kit.process([record(conversion(tenant, fetched, NOON + MINUTE, { test: true }))]);
    await kit.process([record(fetched), record(view(tenant, prefetch(tenant, NOON + 1), NOON + 2 * MINUTE))]);
    expect(await counted(tenant)).toEqual([]);
  });

  it.each([
    ['a page view', (owner: TestTenant, of: ClickEvent, ms: number) => view(owner, of, ms)],
    ['an identity', (_: TestTenant, of: ClickEvent, ms: number) => identification(of, { fbp: 'fb.1.2.3' }, ms)],
    [
      'an opened checkout',
      (_: TestTenant, of: ClickEvent, ms: number) => openedCheckout(of, 'https://pay.kiwify.com.br/a', ms),
    ],
    ['a conversion', (owner: TestTenant, of: ClickEvent, ms: number) => conversion(owner, of, ms)],
  ])('is one click at the time of %s, before it or after it, and when both come again', async (_name, proofAt) => {
    const tenant = await createTenant(stack);
    const [early, late] = [prefetch(tenant), prefetch(tenant, NOON + MINUTE)];
    const seenMs = NOON + 4 * MINUTE;
    const [ofEarly, ofLate] = [proofAt(tenant, early, seenMs), proofAt(tenant, late, seenMs + 1)];
    await kit.process([record(early), record(ofLate)]);
    await kit.process([record(late), record(ofEarly)]);
    const expected = [
      { click_id: early.payload.clickId, ts: at(seenMs), source: 'facebook', ad_id: 'ad-1', is_bot: 0 },
      { click_id: late.payload.clickId, ts: at(seenMs + 1), source: 'facebook', ad_id: 'ad-1', is_bot: 0 },
    ];
    expect(await counted(tenant)).toMatchObject(expected);
    await kit.process([record(early), record(ofEarly), record(ofLate), record(late)]);
    expect(await counted(tenant)).toMatchObject(expected);
  });

  it('counts on the day on which it was seen, and a finalized day is counted again', async () => {
    const tenant = await createTenant(stack);
    /** Midnight in São Paulo. */
    const midnight = Date.UTC(2026, 10, 21, 3);
    const fetched = prefetch(tenant, midnight - MINUTE);
    await kit.process([record(fetched)]);
    await insertFinalizedDays.run(
      stack.clickhouse,
      [midnight - 24 * 60 * MINUTE, midnight].map((startMs, index) => ({
        ...{ tenant_id: tenant.tenantId, half: 'traffic' as const, time_zone: 'America/Sao_Paulo' },
        day_start: instantFromMs(startMs),
        day_end: instantFromMs(startMs + 24 * 60 * MINUTE),
        ...{ build_id: BigInt(index + 1), state: DAY_STATES.finalized },
      })),
    );
    await kit.process([record(view(tenant, fetched, midnight + MINUTE))]);
    expect(await counted(tenant)).toMatchObject([{ ts: at(midnight + MINUTE) }]);
    const days = await stack.clickhouse.query({
      name: 'test-days',
      sql: `SELECT toString(day_start) AS day, state FROM finalized_days FINAL WHERE tenant_id = {tenantId:String} ORDER BY day`,
      params: { tenantId: tenant.tenantId },
    });
    expect(days).toMatchObject([{ state: DAY_STATES.finalized }, { state: DAY_STATES.reopened }]);
  });

  it('is named by its conversion as before, and the conversion by a click that counts', async () => {
    const tenant = await createTenant(stack);
    const fetched = prefetch(tenant);
    await kit.process([record(fetched)]);
    for (const minute of [2, 3]) await kit.process([record(conversion(tenant, fetched, NOON + minute * MINUTE))]);
    const conversions = await kit.rows(tenant.tenantId, 'conversions');
    expect(conversions).toMatchObject([{ click_id: fetched.payload.clickId }, { click_id: fetched.payload.clickId }]);
    expect(await counted(tenant)).toMatchObject([{ ts: at(NOON + 2 * MINUTE) }]);
  });

  it('is no longer made of proofs before the limit of the retention, of which no day can be counted again', async () => {
    const tenant = await createTenant(stack);
    const [before, after] = [prefetch(tenant), prefetch(tenant, NOON + 2 * MINUTE)];
    await kit.process([record(before), record(after)]);
    await stack.postgres.withTenant(tenant.tenantId, (trx) =>
      trx
        .insertInto('retention')
        .values({ tenant_id: tenant.tenantId, clicks_months: 1, clicks_kept_from: new Date(NOON + MINUTE) })
        .execute(),
    );
    const keptFrom = async () => (await stack.caches.tenants.find(tenant.tenantId))?.clicksKeptFromMs;
    await expect.poll(keptFrom).toBe(NOON + MINUTE);
    await kit.process(
      [before, after].map((one) => record(conversion(tenant, one, NOON + 3 * MINUTE, { transaction_id: one.id }))),
    );
    expect(await counted(tenant)).toMatchObject([{ click_id: after.payload.clickId }]);
  });

  it('stays one click when two processors store its proofs at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const tenant = await createTenant(stack);
      const fetched = prefetch(tenant);
      await kit.process([record(fetched)]);
      await Promise.all(
        [3, 2, 4].map((minute) => kit.process([record(view(tenant, fetched, NOON + minute * MINUTE))])),
      );
      expect(await counted(tenant)).toMatchObject([{ ts: at(NOON + 2 * MINUTE) }]);
    }
  });
});

it('gives the same clicks for any order, cut and repetition of the events, also after a replay', async () => {
  const proof = fc.record({
    of: fc.constantFrom('view', 'identity', 'checkout', 'conversion', 'prefetch', 'click'),
    click: fc.integer({ min: 0, max: 1 }),
    minute: fc.integer({ min: 0, max: 4 }),
  });
  const story = fc.array(proof, { minLength: 2, maxLength: 10 }).chain((events) =>
    fc.record({
      events: fc.constant(events),
      order: fc.array(fc.nat({ max: events.length - 1 }), { maxLength: 5 }).chain((again) => {
        const all = [...events.keys(), ...again];
        return fc.shuffledSubarray(all, { minLength: all.length });
      }),
      cut: fc.integer({ min: 1, max: 4 }),
    }),
  );
  await fc.assert(
    fc.asyncProperty(story, async ({ events, order, cut }) => {
      const tenant = await createTenant(stack);
      const records = events.map(({ of, click: number, minute }) => {
        const clickedMs = NOON + number * MINUTE;
        const fetched = prefetch(tenant, clickedMs);
        // A checkout's clock may be slow: a conversion may be reported before its click.
        const seenMs = NOON + minute * MINUTE + (of === 'conversion' ? -30_000 : 90_000);
        if (of === 'prefetch') return record(fetched);
        if (of === 'click') return record(click(tenant, { atMs: clickedMs, clickId: clickIdOf(tenant, clickedMs, 7) }));
        if (of === 'view') return record(view(tenant, fetched, seenMs));
        if (of === 'identity') return record(identification(fetched, { fbp: 'fb.1.2.3' }, seenMs));
        if (of === 'checkout') return record(openedCheckout(fetched, 'https://pay.kiwify.com.br/a', seenMs));
        return record(conversion(tenant, fetched, NOON + 6 * MINUTE, { event_time: instantFromMs(seenMs) }));
      });
      await kit.process(records);
      const whole = await counted(tenant);
      const ids = new Set(whole.map(({ click_id }) => click_id));
      expect(whole.length).toBe(ids.size);
      await kit.onEmptyTables(async (empty) => {
        for (let start = 0; start < order.length; start += cut) {
          const batch = order.slice(start, start + cut).map((index) => records[index] as (typeof records)[number]);
          await kit.process(batch, empty);
        }
        expect(await counted(tenant, empty)).toEqual(whole);
      });
    }),
    { numRuns: 5 * STORIES },
  );
});
