import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ClickHouse, openClickHouse } from '@tracker/infra/clickhouse/client';
import { migrateClickHouse } from '@tracker/infra/clickhouse/migrate';
import { type ClickRow, insertClicks } from '@tracker/infra/clickhouse/tables/clicks';
import { cutAddress } from '@tracker/infra/privacy/cut-address';
import { eventually } from '@tracker/infra/testing/eventually';
import { createFakeClock } from '@tracker/infra/testing/fake-clock';
import { useStack } from '@tracker/infra/testing/stack';
import { createTenant } from '@tracker/infra/testing/tenant-fixture';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { NOWHERE } from '../lookups/geo.ts';
import { createUserAgents } from '../lookups/user-agents.ts';
import { clickStream } from '../streams/click.ts';
import { click, clickIdOf } from '../testing/events.ts';
import { forgetAddresses, startHousekeeping } from './forget-addresses.ts';

const stack = useStack();
const DAY_MS = 86_400_000;
// An engine of this file's own, and sessions that are young by every clock: a processor of another test keeps house by its own time.
let clickhouse: ClickHouse;
const dataDir = mkdtempSync(join(tmpdir(), 'tracker-addresses-'));
beforeAll(async () => {
  clickhouse = await openClickHouse({ dataDir, logger: stack.logger });
  await migrateClickHouse(clickhouse, stack.logger);
});
afterAll(async () => {
  await clickhouse.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const clock = createFakeClock('2016-05-31T12:00:00Z');
const ADDRESSES = ['203.0.113.77', '203.0.113.100', '2001:db8:1:2::3', '::ffff:203.0.113.77', '2001:db8::1', ''];

test('after 30 days rows and keys know the network only; before, all is there; doing it again does nothing', async () => {
  const tenant = await createTenant(stack);
  const addresses = await stack.openAddresses(clock);
  const { postgres, logger } = stack;
  const housekeeping = { clickhouse, postgres, addresses, clock, logger };
  const streams = clickStream({
    ...stack.directories,
    addresses,
    geo: { place: () => NOWHERE },
    userAgents: createUserAgents(),
  });
  async function store(atMs: number) {
    const rows: ClickRow[] = [];
    for (const [index, ip] of ADDRESSES.entries()) {
      const event = click(tenant, { atMs, clickId: clickIdOf(tenant, atMs, index) });
      const request = { ...event.payload.request, ...addresses.seal(ip, atMs) };
      const outcome = await streams.run({ ...event, payload: { ...event.payload, request } });
      if (outcome.kind === 'ok') rows.push(outcome.value);
    }
    await insertClicks.run(clickhouse, rows);
  }
  const stored = async (atMs: number) => {
    const rows = await clickhouse.query<{ ip_address: string }>({
      name: 'test-addresses',
      sql: `SELECT ip_address FROM clicks FINAL
            WHERE tenant_id = {tenantId:String} AND ts = fromUnixTimestamp64Milli({atMs:Int64}, 'UTC') ORDER BY click_id`,
      params: { tenantId: tenant.tenantId, atMs: String(atMs) },
    });
    return rows.map(({ ip_address }) => ip_address);
  };

  const [old, young] = [clock.now(), clock.now() + DAY_MS];
  const whole = ADDRESSES.map((ip) => ip.replace('::ffff:', ''));
  await store(old);
  await store(young);
  expect([await stored(old), await stored(young)]).toEqual([whole, whole]);

  clock.advance(30 * DAY_MS);
  await forgetAddresses(housekeeping);
  expect(await stored(old)).toEqual(whole);

  clock.advance(DAY_MS);
  const stop = startHousekeeping(housekeeping);
  onTestFinished(stop);
  await eventually(async () => expect(await stored(old)).toEqual(whole.map(cutAddress)));
  expect(await stored(young)).toEqual(whole);

  // A replay finds no key, and writes the same.
  await store(old);
  expect(await stored(old)).toEqual(whole.map(cutAddress));
  await forgetAddresses(housekeeping);
  expect(await stored(old)).toEqual(whole.map(cutAddress));
  const mutations = await clickhouse.query<{ command: string }>({
    name: 'test-mutations',
    sql: `SELECT command FROM system.mutations WHERE table = 'clicks' AND command LIKE '%201605%'`,
  });
  expect(mutations).toHaveLength(1);
});

test('the addresses of sessions are cut, too', async () => {
  const tenant = await createTenant(stack);
  const { postgres, logger } = stack;
  await postgres.withTenant(tenant.tenantId, async (transaction) => {
    const userId = `us_${tenant.slug}`;
    await transaction
      .insertInto('users')
      .values({
        id: userId,
        tenant_id: tenant.tenantId,
        email: `${tenant.slug}@example.com`,
        first_name: 'A',
        last_name: 'B',
        role: 'admin',
        password_hash: '-',
      })
      .execute();
    const session = { tenant_id: tenant.tenantId, user_id: userId, expires_at: '2040-01-01', user_agent: null };
    await transaction
      .insertInto('sessions')
      .values([
        { ...session, id_hash: Buffer.from(`${tenant.slug} 1`), created_at: '2015-01-01', ip: '203.0.113.77' },
        { ...session, id_hash: Buffer.from(`${tenant.slug} 2`), created_at: '2015-01-01', ip: '2001:db8:1:2::3' },
        { ...session, id_hash: Buffer.from(`${tenant.slug} 3`), created_at: '2015-01-01', ip: 'unknown' },
        { ...session, id_hash: Buffer.from(`${tenant.slug} 4`), created_at: '2036-01-01', ip: '203.0.113.77' },
      ])
      .execute();
  });
  const fixed = createFakeClock('2016-05-31T12:00:00Z');
  await forgetAddresses({ clickhouse, postgres, logger, addresses: await stack.openAddresses(fixed), clock: fixed });
  const ips = await postgres.withTenant(tenant.tenantId, (transaction) =>
    transaction.selectFrom('sessions').select('ip').orderBy('id_hash').execute(),
  );
  expect(ips.map(({ ip }) => ip)).toEqual(['203.0.113.0', '2001:db8:1::', null, '203.0.113.77']);
});
