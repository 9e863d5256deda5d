// Lists are counted from the rollups of finalized days and paged from the facts: no row is lost or repeated.
import { createClickService } from '@tracker/api/features/click-logs/click-list';
import { createPageViewService } from '@tracker/api/features/click-logs/page-views';
import type { Insider } from '@tracker/api/http/access';
import type { Page } from '@tracker/api/http/page';
import { askerOfWorker } from '@tracker/figures/make-asker';
import { buildRollups, finalizeDays } from '@tracker/infra/rollups/build-rollups';
import { findOpenDays } from '@tracker/infra/rollups/open-days';
import { DEFAULT_TIME_ZONE } from '@tracker/schemas/primitives/time';
import { expect, onTestFinished, test } from 'vitest';
import { useStack } from '../kit/stack.ts';
import { createTenant } from '../kit/tenant-fixture.ts';

const stack = useStack();
const NOW = Date.parse('2036-11-20T15:00:00Z');
const DAYS = 4;
const ROWS = 5_100;

/** Most within two hours of each day, in bursts within a millisecond; some alone. */
const MOMENTS = `(
      SELECT number, toInt64(${NOW} - (number % ${DAYS}) * 86400000 - if(number % 40 = 0, number * 900, intDiv(number, 7) % 7200 * 1000)) AS ms,
        concat('mc_c1_', toString(ms), leftPad(toString(number), 6, '0')) AS click
      FROM numbers(${ROWS})
    )`;

/** A tenant with clicks, a third of them from Google, with a page view each, and finalized days. */
async function setUp() {
  const { tenantId, campaignId } = await createTenant(stack, { timeZone: DEFAULT_TIME_ZONE });
  await stack.clickhouse.command(`
    INSERT INTO clicks (tenant_id, ts, click_id, campaign_id, event_id, received_at, source, ver)
    SELECT '${tenantId}', fromUnixTimestamp64Milli(ms) AS ts, click, '${campaignId}', toString(number), ts,
      if(number % 3 = 0, 'google', 'facebook'), 1
    FROM ${MOMENTS}`);
  await stack.clickhouse.command(`
    INSERT INTO page_views (tenant_id, ts, view_id, click_id, campaign_id, source, channel, received_at, ver)
    SELECT '${tenantId}', fromUnixTimestamp64Milli(ms) AS ts, toString(UUIDNumToString(toFixedString(unhex(leftPad(hex(number), 32, '0')), 16))),
      click, '${campaignId}', if(number % 3 = 0, 'google', 'facebook') AS source, source, ts, 1
    FROM ${MOMENTS}`);
  const tenant = { tenantId, timeZone: DEFAULT_TIME_ZONE };
  for (const run of await findOpenDays(stack.clickhouse, { ...tenant, nowMs: NOW, partFactsMin: 1 })) {
    await finalizeDays(stack.clickhouse, await buildRollups(stack.clickhouse, run, NOW));
  }
  const clock = { now: () => NOW };
  const addresses = await stack.openAddresses(clock);
  onTestFinished(() => addresses.close());
  return {
    principal: { ...tenant, role: 'admin', asker: askerOfWorker(tenant) } as Insider,
    deps: { ...stack, clock, addresses },
  };
}

type Cursor = Page<unknown>['next'];

/** Each row once, newest first, with the right total on each page. */
async function expectWhole(read: (cursor: Cursor) => Promise<Page<{ id: string; createdAt: string }>>): Promise<void> {
  const seen: string[] = [];
  let cursor: Cursor;
  do {
    const page = await read(cursor);
    expect(page.total).toBe(ROWS);
    seen.push(...page.items.map(({ createdAt, id }) => `${createdAt} ${id}`));
    cursor = page.next;
  } while (cursor);
  expect(new Set(seen).size).toBe(ROWS);
  expect(seen).toEqual([...seen].sort().reverse());
}

test('lists each click once, newest first, across finalized and open days, with the right total', async () => {
  const { principal, deps } = await setUp();
  const service = createClickService({ ...deps, campaignNames: async () => new Map() });
  await expectWhole((cursor) => service.list(principal, { limit: 250, cursor, bots: '1' }));

  const ofGoogle = await service.list(principal, { limit: 10, source: 'google' });
  expect(ofGoogle.total).toBe(ROWS / 3);
});

test('lists each page view once, newest first, and filters by the source of its click', async () => {
  const { principal, deps } = await setUp();
  const service = createPageViewService(deps);
  await expectWhole((cursor) => service.list(principal, { limit: 250, cursor }));

  const ofGoogle = await service.list(principal, { limit: 10, source: 'google' });
  expect(ofGoogle).toMatchObject({ total: ROWS / 3, items: { length: 10 } });
});
