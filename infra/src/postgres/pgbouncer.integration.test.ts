// The tenant wall and what needs a session, through a real PgBouncer.
import { eventually } from '@tracker/test/kit/eventually';
import { pgBouncerIsAvailable, startPgBouncer } from '@tracker/test/kit/pgbouncer';
import { useStack } from '@tracker/test/kit/stack';
import { createTenant } from '@tracker/test/kit/tenant-fixture';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createCaches } from '../caches/caches.ts';
import { createPostgresEventLog } from '../event-log/postgres-event-log.ts';
import { randomText } from '../identity/random-id.ts';
import { createPgBossJobQueue } from '../jobs/pg-boss-job-queue.ts';
import { assertTenantWall, createPostgres } from './client.ts';
import { connect, type Sql } from './connect.ts';
import { migratePostgres } from './migrate.ts';
import { openPostgres } from './open.ts';
import { takeLock } from './take-lock.ts';

const stack = useStack();
const login = `tracker_login_${randomText(8).toLowerCase()}`;

describe.skipIf(!pgBouncerIsAvailable())('behind PgBouncer', () => {
  let owner: Sql;
  beforeAll(async () => {
    owner = connect({ url: stack.postgresUrl, logger: stack.logger, name: 'test', max: 1, role: null });
    await owner.unsafe(`CREATE ROLE ${login} LOGIN PASSWORD 'secret'`);
  });
  afterAll(async () => {
    await owner.unsafe(`DROP ROLE ${login}`);
    await owner.end();
  });

  async function open(poolMode: 'session' | 'transaction', serverConnections: number) {
    const appUrl = new URL(stack.postgresUrl);
    appUrl.username = login;
    appUrl.password = 'secret';
    const urls = [stack.postgresUrl, appUrl.href];
    const bouncer = await startPgBouncer({ urls, poolMode, serverConnections });
    onTestFinished(() => bouncer.stop());
    return {
      ownerUrl: `${bouncer.through(stack.postgresUrl)}?pgbouncer=true`,
      url: `${bouncer.through(appUrl.href)}?pgbouncer=true`,
    };
  }

  test('keeps the tenant wall, notifications and locks while sessions are pooled', async () => {
    const { url, ownerUrl } = await open('session', 20);
    const { logger } = stack;
    // The migration gives the login its rights.
    const postgres = await openPostgres({ url, migrationUrl: stack.postgresUrl, max: 2, logger });
    const jobs = await createPgBossJobQueue({ url, migrationUrl: stack.postgresUrl, logger });
    const asOwner = createPostgres({ url: ownerUrl, max: 1, logger });
    const caches = await createCaches({ url, logger });
    const log = createPostgresEventLog({ url, logger, topicPrefix: `${randomText(8)}.` });
    onTestFinished(async () => {
      await Promise.all([jobs.close(), log.close(), caches.close(), asOwner.close(), postgres.close()]);
    });
    await expect(assertTenantWall(asOwner.sql)).rejects.toThrow('could read every tenant');

    const [one, two] = [await createTenant(stack), await createTenant(stack)];
    const seen = await postgres.withTenant(one.tenantId, (trx) =>
      trx.selectFrom('campaigns').select('campaign_id').execute(),
    );
    expect(seen).toEqual([{ campaign_id: one.campaignId }]);

    expect(await caches.campaigns.find(two.campaignId)).toMatchObject({ destinationUrl: null });
    const destination_url = 'https://loja.example';
    await postgres.withTenant(two.tenantId, (trx) => trx.updateTable('campaigns').set({ destination_url }).execute());
    await eventually(async () =>
      expect(await caches.campaigns.find(two.campaignId)).toMatchObject({ destinationUrl: destination_url }),
    );

    const read: string[] = [];
    const consumer = await log.consume({
      topic: 't',
      group: 'g',
      maxRecords: 10,
      onBatch: async (records) => void read.push(...records.map(({ key }) => key)),
    });
    await log.append('t', [{ key: 'k', value: 'an event' }]);
    await eventually(() => expect(read).toEqual(['k']));
    await consumer.stop();
  });

  test('lets one process at a time migrate, or have another lock, while transactions are pooled', async () => {
    const { ownerUrl } = await open('transaction', 5);
    const options = { url: `${ownerUrl}&prepare=false`, logger: stack.logger };
    await Promise.all(Array.from({ length: 3 }, () => migratePostgres(options)));
    // It would wait for a lock that stayed in the pool.
    await migratePostgres({ ...options, url: stack.postgresUrl });

    const lock = { ...options, name: 'test', lock: Math.floor(Math.random() * 1e9) };
    const first = await takeLock(lock);
    const others = await Promise.all(Array.from({ length: 3 }, () => takeLock(lock)));
    expect(others).toEqual([undefined, undefined, undefined]);
    await first?.release();
    const next = await takeLock(lock);
    expect(next).toBeDefined();
    await next?.release();
  });

  // One connection of the server for all: each transaction follows another tenant's on it.
  test('keeps the tenant wall while transactions are pooled', async () => {
    const { url } = await open('transaction', 1);
    await migratePostgres({ url: stack.postgresUrl, programUrl: url, logger: stack.logger });
    const postgres = createPostgres({ url: `${url}&prepare=false`, max: 4, logger: stack.logger });
    onTestFinished(() => postgres.close());
    await assertTenantWall(postgres.sql);
    const tenants = await Promise.all(Array.from({ length: 4 }, () => createTenant(stack)));
    const rounds = Array.from({ length: 5 }, () => tenants).flat();
    await Promise.all(
      rounds.map(async ({ tenantId, campaignId }) => {
        const campaigns = () =>
          postgres.withTenant(tenantId, (trx) => trx.selectFrom('campaigns').select('campaign_id').execute());
        expect(await campaigns()).toEqual([{ campaign_id: campaignId }]);
        expect(await postgres.db.selectFrom('campaigns').selectAll().execute()).toEqual([]);
      }),
    );
  });
});
