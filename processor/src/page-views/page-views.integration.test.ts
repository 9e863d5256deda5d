import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { insertUnattributedPageViews } from '@tracker/infra/clickhouse/tables/unattributed-page-views';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import { within } from '@tracker/test/kit/machine';
import { useStack } from '@tracker/test/kit/stack';
import { STORIES } from '@tracker/test/kit/stories';
import { createTenant, type TestTenant } from '@tracker/test/kit/tenant-fixture';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { WAITING_MAX } from '../batch/waiting-for-clicks.ts';
import { createBatchKit } from '../testing/batch-kit.ts';
import { click, clickIdOf, NOON, pageView, record } from '../testing/events.ts';

vi.setConfig({ testTimeout: within(120_000 * STORIES) });

const stack = useStack();
const kit = createBatchKit(stack);
const MINUTE = 60_000;

const viewsOf = ({ tenantId }: TestTenant, store?: ClickHouse) => kit.rows(tenantId, 'page_views', store);
const clickAt = (owner: TestTenant, atMs = NOON, tags: Parameters<typeof click>[1] = {}) =>
  click(owner, { atMs, clickId: clickIdOf(owner, atMs), source: 'facebook', sub1: 'ad-1', sub7: 'Stories', ...tags });
const OF_CLICK = { source: 'facebook', channel: 'facebook', ad_id: 'ad-1', adset_id: '', placement: 'Stories' };
const OF_NONE = { source: '', channel: '', ad_id: '', adset_id: '', placement: '' };

describe('page view', () => {
  it('knows source, channel and ad of its click, stored before it or with it', async () => {
    const tenant = await createTenant(stack);
    await kit.process([record(clickAt(tenant))]);
    await kit.process([record(pageView(tenant))]);
    const later = NOON + 5 * MINUTE;
    await kit.process([record(pageView(tenant, { atMs: later })), record(clickAt(tenant, later))]);
    expect(await viewsOf(tenant)).toMatchObject([OF_CLICK, OF_CLICK]);
  });

  it('knows its click when the click comes later, and a repeated batch changes nothing', async () => {
    const tenant = await createTenant(stack);
    const view = record(pageView(tenant));
    await kit.process([view]);
    expect(await viewsOf(tenant)).toMatchObject([OF_NONE]);
    await kit.process([record(clickAt(tenant))]);
    const complete = await viewsOf(tenant);
    expect(complete).toMatchObject([OF_CLICK]);
    await kit.process([view]);
    expect(await viewsOf(tenant)).toEqual(complete);
  });

  it('has no click that is younger than itself, nor one of another tenant', async () => {
    const [tenant, other] = [await createTenant(stack), await createTenant(stack)];
    const view = pageView(tenant);
    const naming = (clickId: string) => record({ ...view, payload: { ...view.payload, clickId } });
    const young = clickAt(tenant, NOON + 26 * 60 * MINUTE);
    const foreign = clickAt(other);
    await kit.process([record(young), record(foreign)]);
    await kit.process([naming(young.payload.clickId)]);
    expect(await viewsOf(tenant)).toMatchObject([OF_NONE]);
    await kit.process([naming(foreign.payload.clickId)]);
    expect(await viewsOf(tenant)).toMatchObject([OF_NONE]);
    await kit.process([record(young), naming('no click id')]);
    expect(await viewsOf(tenant)).toMatchObject([OF_NONE]);
  });

  it('is found by its click in a minute with more waiting views than an answer holds', async () => {
    const tenant = await createTenant(stack);
    const flood = Array.from({ length: WAITING_MAX + 1 }, (_, number) => ({
      tenant_id: tenant.tenantId,
      click_minute: instantFromMs(NOON),
      click_id: `flood ${number}`,
      view_ts: instantFromMs(NOON),
      view_id: `flood ${number}`,
    }));
    await insertUnattributedPageViews.run(stack.clickhouse, flood);
    await kit.process([record(pageView(tenant))]);
    await kit.process([record(clickAt(tenant))]);
    expect(await viewsOf(tenant)).toMatchObject([OF_CLICK]);
  });
});

it('gives the same page views for any order and cut of the events, also after a replay', async () => {
  const event = fc.record({
    isClick: fc.boolean(),
    minute: fc.integer({ min: 0, max: 2 }),
    number: fc.integer({ min: 0, max: 1 }),
  });
  const story = fc.array(event, { minLength: 2, maxLength: 10 }).chain((events) =>
    fc.record({
      events: fc.constant(events),
      order: fc.shuffledSubarray(
        events.map((_, index) => index),
        { minLength: events.length },
      ),
      cut: fc.integer({ min: 1, max: 4 }),
    }),
  );
  await fc.assert(
    fc.asyncProperty(story, async ({ events, order, cut }) => {
      const tenant = await createTenant(stack);
      const records = events.map(({ isClick, minute, number }) => {
        const atMs = NOON + minute * MINUTE;
        return record(isClick ? clickAt(tenant, atMs, { sub1: `ad-${minute}` }) : pageView(tenant, { atMs, number }));
      });
      await kit.process(records);
      const whole = await viewsOf(tenant);
      await kit.onEmptyTables(async (empty) => {
        for (let start = 0; start < order.length; start += cut) {
          const batch = order.slice(start, start + cut).map((index) => records[index] as (typeof records)[number]);
          await kit.process(batch, empty);
        }
        expect(await viewsOf(tenant, empty)).toEqual(whole);
      });
    }),
    { numRuns: 3 * STORIES },
  );
});

it('knows its click when a second processor stores the click at the same time', async () => {
  for (let round = 0; round < 5; round += 1) {
    const tenant = await createTenant(stack);
    await Promise.all([kit.process([record(pageView(tenant))]), kit.process([record(clickAt(tenant))])]);
    expect(await viewsOf(tenant)).toMatchObject([OF_CLICK]);
  }
});
