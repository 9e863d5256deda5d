import { type ClickRow, insertClicks } from '@tracker/infra/clickhouse/tables/clicks';
import { createUser } from '@tracker/infra/postgres/tables/create-user';
import { cutAddress } from '@tracker/infra/privacy/cut-address';
import { NOWHERE } from '@tracker/processor/lookups/geo';
import { createUserAgents } from '@tracker/processor/lookups/user-agents';
import { clickStream } from '@tracker/processor/streams/click';
import { click, clickIdOf } from '@tracker/processor/testing/events';
import type { UserId } from '@tracker/schemas/primitives/ids';
import { eventually } from '@tracker/test/kit/eventually';
import { createFakeClock } from '@tracker/test/kit/fake-clock';
import { useStack } from '@tracker/test/kit/stack';
import { createTenant } from '@tracker/test/kit/tenant-fixture';
import { expect, onTestFinished, test } from 'vitest';
import { forgetAddresses } from './forget-addresses.ts';
import { startHousekeeping } from './start-housekeeping.ts';

const stack = useStack();
const DAY_MS = 86_400_000;
// Sessions and days that are recent by every clock: processors of other tests delete by their own time.
const clock = createFakeClock('2016-05-31T12:00:00Z');
const ADDRESSES = ['203.0.113.77', '203.0.113.100', '2001:db8:1:2::3', '::ffff:203.0.113.77', '2001:db8::1', ''];

test('makes addresses undecryptable after 30 days without changing rows, and a replay writes identical rows', async () => {
  const tenant = await createTenant(stack);
  const addresses = await stack.openAddresses(clock);
  const { postgres, clickhouse, logger } = stack;
  const housekeeping = { postgres, clickhouse, addresses, clock, logger };
  const streams = clickStream({
    ...stack.caches,
    geo: { place: () => NOWHERE },
    userAgents: createUserAgents(),
  });
  const eventsAt = (atMs: number) =>
    ADDRESSES.map((ip, index) => {
      const event = click(tenant, { atMs, clickId: clickIdOf(tenant, atMs, index) });
      const request = { ...event.payload.request, ...addresses.encrypt(ip, atMs) };
      return { ...event, payload: { ...event.payload, request } };
    });
  async function store(events: ReturnType<typeof eventsAt>) {
    const rows: ClickRow[] = [];
    for (const event of events) {
      const outcome = await streams.run(event);
      if (outcome.kind === 'ok') rows.push(outcome.value);
    }
    await insertClicks.run(stack.clickhouse, rows);
    return stack.clickhouse.query<Pick<ClickRow, 'ip_address' | 'address_key' | 'address_encrypted'>>({
      name: 'test-addresses',
      sql: `SELECT ip_address, address_key, address_encrypted FROM clicks FINAL
            WHERE tenant_id = {tenantId:String} AND ts = parseDateTime64BestEffort({ts:String}, 3, 'UTC') ORDER BY click_id`,
      params: { tenantId: tenant.tenantId, ts: String(rows[0]?.ts) },
    });
  }
  type Stored = Awaited<ReturnType<typeof store>>;
  /** A new process without cached keys. */
  async function opened(rows: Stored) {
    const { decrypt, close } = await stack.openAddresses(clock);
    onTestFinished(close);
    return Promise.all(
      rows.map(({ ip_address: ipAddress, address_key: keyId, address_encrypted: sealed }) =>
        decrypt({ ipAddress, ...(sealed !== '' && { address: { keyId, sealed } }) }),
      ),
    );
  }

  const whole = ADDRESSES.map((ip) => ip.replace('::ffff:', ''));
  const [oldEvents, youngEvents] = [eventsAt(clock.now()), eventsAt(clock.now() + DAY_MS)];
  const [old, young] = [await store(oldEvents), await store(youngEvents)];
  expect(old.map(({ ip_address }) => ip_address)).toEqual(whole.map(cutAddress));
  expect([await opened(old), await opened(young)]).toEqual([whole, whole]);

  clock.advance(30 * DAY_MS);
  await forgetAddresses(housekeeping);
  expect(await opened(old)).toEqual(whole);

  clock.advance(DAY_MS);
  onTestFinished(startHousekeeping(housekeeping));
  const keysOfOld = () => stack.postgres.sql`SELECT 1 FROM address_keys WHERE day = '2016-05-31'`;
  await eventually(async () => expect(await keysOfOld()).toEqual([]));
  expect([await opened(old), await opened(young)]).toEqual([whole.map(cutAddress), whole]);

  expect(await store(oldEvents)).toEqual(old);
  await forgetAddresses(housekeeping);
});

test('cuts the addresses of old sessions to their network', async () => {
  const tenant = await createTenant(stack);
  const { postgres, logger } = stack;
  const userId = `us_${tenant.slug}` as UserId;
  await postgres.withTenant(tenant.tenantId, async (transaction) => {
    await createUser(transaction, {
      id: userId,
      tenant_id: tenant.tenantId,
      email: `${tenant.slug}@example.com`,
      first_name: 'A',
      last_name: 'B',
      role: 'admin',
      password_hash: '-',
    });
    const session = { user_id: userId, expires_at: '2040-01-01', user_agent: null };
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
  await forgetAddresses({ postgres, logger, addresses: await stack.openAddresses(fixed), clock: fixed });
  const ips = await postgres.withPerson({ userId }, (transaction) =>
    transaction.selectFrom('sessions').select('ip').orderBy('id_hash').execute(),
  );
  expect(ips.map(({ ip }) => ip)).toEqual(['203.0.113.0', '2001:db8:1::', null, '203.0.113.77']);
});
