// A list of clicks is counted from the cells of its sealed days and paged out of the facts: neither loses a click, nor shows one twice.
import { createClickService } from '@tracker/api/features/activity/click-service';
import type { Principal } from '@tracker/api/http/access';
import { useStack } from '@tracker/infra/testing/stack';
import { createTenant } from '@tracker/infra/testing/tenant-fixture';
import { countDays, sealDays } from '@tracker/processor/rollups/count-days';
import { findOpenDays } from '@tracker/processor/rollups/open-days';
import { DEFAULT_TIME_ZONE } from '@tracker/schemas/primitives/time';
import { expect, test } from 'vitest';

const stack = useStack();
const NOW = Date.parse('2036-11-20T15:00:00Z');
const DAYS = 4;
const CLICKS = 21_000;

/** Most within two hours of each day, in bursts of one millisecond; some alone. */
async function writeClicks(tenantId: string, campaignId: string): Promise<void> {
  await stack.clickhouse.command(`
    INSERT INTO clicks (tenant_id, ts, click_id, campaign_id, event_id, received_at, source, ver)
    SELECT '${tenantId}', fromUnixTimestamp64Milli(ms) AS ts, concat('mc_c1_', toString(ms), leftPad(toString(number), 6, '0')),
      '${campaignId}', toString(number), ts, if(number % 3 = 0, 'google', 'facebook'), 1
    FROM (
      SELECT number, toInt64(${NOW} - (number % ${DAYS}) * 86400000 - if(number % 40 = 0, number * 900, intDiv(number, 7) % 7200 * 1000)) AS ms
      FROM numbers(${CLICKS})
    )`);
}

test('the pages of a list hold each click once, newest first, over sealed days and open ones, and its total is all of them', async () => {
  const { tenantId, campaignId } = await createTenant(stack, { timeZone: DEFAULT_TIME_ZONE });
  await writeClicks(tenantId, campaignId);
  const company = { tenantId, timeZone: DEFAULT_TIME_ZONE };
  const clock = { now: () => NOW };
  const addresses = await stack.openAddresses(clock);
  const service = createClickService({ ...stack, clock, addresses });
  const principal = { ...company, role: 'admin' } as Principal;
  for (const run of await findOpenDays(stack.clickhouse, { ...company, nowMs: NOW })) {
    await sealDays(stack.clickhouse, await countDays(stack.clickhouse, run, NOW));
  }

  const seen: string[] = [];
  let cursor: Parameters<typeof service.list>[1]['cursor'];
  do {
    const page = await service.list(principal, { limit: 1_000, cursor, bots: '1' });
    expect(page.total).toBe(CLICKS);
    seen.push(...page.items.map(({ createdAt, clickId }) => `${createdAt} ${clickId}`));
    cursor = page.next;
  } while (cursor);
  expect(new Set(seen).size).toBe(CLICKS);
  expect(seen).toEqual([...seen].sort().reverse());

  const ofGoogle = await service.list(principal, { limit: 10, source: 'google' });
  expect(ofGoogle.total).toBe(CLICKS / 3);
  addresses.close();
});
