import { PROCESSOR_GROUP } from '@tracker/infra/event-log/event-log';
import { buildRollups, finalizeDays } from '@tracker/infra/rollups/build-rollups';
import type { Processor } from '@tracker/processor/app';
import { click, clickIdOf, delivery, NOON } from '@tracker/processor/testing/events';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import { dayBounds } from '@tracker/schemas/primitives/day-bounds';
import { DAY_MS, MINUTE_MS } from '@tracker/schemas/primitives/durations';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { eventually } from '@tracker/test/kit/eventually';
import { type OpsKit, openOpsKit } from '@tracker/test/kit/ops-kit';
import { createTenant, type TestTenant } from '@tracker/test/kit/tenant-fixture';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXIT } from '../command.ts';
import { compareRollups, type RollupComparison } from './compare-rollups.ts';

// It finalizes days and changes them by hand.

const ZONE = 'America/Sao_Paulo' as TimeZone;
const DAYS = ['2026-11-18', '2026-11-19', '2026-11-20'] as TenantDay[];
const TABLES = [
  ...['traffic_daily', 'traffic_daily_by_hour', 'clicks_daily_by_place', 'traffic_daily_by_ad'],
  ...['traffic_daily_by_campaign', 'money_daily', 'money_daily_by_ad', 'money_daily_by_campaign'],
  'money_daily_by_product',
];

let kit: OpsKit;
let processor: Processor;
let tenant: TestTenant;

beforeAll(async () => {
  kit = await openOpsKit();
  processor = await kit.processor();
  tenant = await createTenant(kit);
  const events = DAYS.flatMap((_, back) =>
    Array.from({ length: 40 }, (_one, index) => {
      const atMs = NOON - back * DAY_MS + index * 7 * MINUTE_MS;
      const clickId = clickIdOf(tenant, atMs, index);
      const sold = delivery(
        tenant,
        { transaction_id: `T-${back}-${index}`, amount: 97.9, status: 'approved', click_id: clickId },
        atMs + 500,
      );
      const clicked = click(tenant, { atMs, clickId, source: index % 3 === 0 ? 'facebook' : 'google' });
      return index % 4 === 0 ? [clicked, sold] : [clicked];
    }).flat(),
  );
  await kit.append(events);
  await eventually(async () => expect(await kit.log.lag(EVENTS_TOPIC, PROCESSOR_GROUP)).toBe(0n));
  const bounds = dayBounds(DAYS[0]!, DAYS[2]!, ZONE);
  for (const half of ['traffic', 'money'] as const) {
    const days = { tenantId: tenant.tenantId, timeZone: ZONE, half, bounds };
    const built = await buildRollups(kit.clickhouse, days, Date.now());
    expect(await finalizeDays(kit.clickhouse, built)).toBe(3);
  }
});

afterAll(async () => {
  await processor?.stop();
  await kit?.close();
});

const reconcile = async (day: TenantDay) => {
  const { exitCode = EXIT.ok, data, lines } = await kit.run('reconcile', { day });
  return { exitCode, rollups: (data as { rollups: RollupComparison }).rollups, text: lines.join('\n') };
};

test('finds each rollup equal to the facts that it sums up', async () => {
  expect(await reconcile(DAYS[1]!)).toMatchObject({ exitCode: EXIT.ok, rollups: { days: 2, differences: [] } });
  await kit.run('replay run', { fresh: true, yes: true });
  expect(await kit.run('replay verify')).toMatchObject({
    exitCode: EXIT.ok,
    data: { same: true, rollups: { days: 6, differences: [] } },
  });
});

test.each(TABLES)('names table, company and day of a day that was doubled by hand in %s', async (table) => {
  const figure = table.startsWith('money') ? 'conversions' : 'clicks';
  const copy = `${table}_kept`;
  const of = `tenant_id = '${tenant.tenantId}' AND toDate(day_start) = '2026-11-19'`;
  await kit.clickhouse.command(`CREATE TABLE ${copy} AS ${table}`);
  await kit.clickhouse.command(`INSERT INTO ${copy} SELECT * FROM ${table}`);
  await kit.clickhouse.command(
    `ALTER TABLE ${copy} UPDATE ${figure} = 2 * ${figure} WHERE ${of} SETTINGS mutations_sync = 1`,
  );
  await kit.clickhouse.command(`EXCHANGE TABLES ${table} AND ${copy}`);
  try {
    const { differences } = await compareRollups({ ...kit.deps, signal: new AbortController().signal });
    expect(differences).toMatchObject([{ table, tenantId: tenant.tenantId, day: '2026-11-19' }]);
    const [difference] = differences;
    expect(Number(difference?.rollup[figure])).toBe(2 * Number(difference?.facts[figure]));
    if (table !== 'money_daily_by_campaign') return;
    const { exitCode, rollups, text } = await reconcile('2026-11-19' as TenantDay);
    expect([exitCode, rollups.differences]).toEqual([EXIT.failed, differences]);
    expect(text).toContain(table);
    expect((await reconcile('2026-11-18' as TenantDay)).rollups.differences).toEqual([]);
    expect(await kit.run('replay verify')).toMatchObject({
      exitCode: EXIT.failed,
      data: { same: false, rollups: { differences: [{ table }] } },
    });
  } finally {
    await kit.clickhouse.command(`EXCHANGE TABLES ${table} AND ${copy}`);
    await kit.clickhouse.command(`DROP TABLE ${copy}`);
  }
});
