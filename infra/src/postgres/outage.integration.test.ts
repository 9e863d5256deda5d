// A Postgres that dies: each case is a defect that we met. A test that kills has its own server, so the tests run concurrently.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cuttableLink } from '@tracker/test/kit/cuttable-link';
import { eventually, sendUntil } from '@tracker/test/kit/eventually';
import { startMigratedPostgres } from '@tracker/test/kit/migrated-stores';
import { createTenant } from '@tracker/test/kit/tenant-fixture';
import { test as base, expect, inject } from 'vitest';
import { createCaches } from '../caches/caches.ts';
import { createPostgresEventLog } from '../event-log/postgres-event-log.ts';
import { randomText } from '../identity/random-id.ts';
import { processCommand } from '../lifecycle/process-identity.ts';
import { createLogger } from '../telemetry/logger.ts';
import { createPostgres } from './client.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';
import { readPostmaster } from './left-over.ts';

const logger = createLogger({ level: 'silent', name: 'test' });
const test = base
  .extend('cleanups', async ({ onTestFinished }) => {
    const cleanups: (() => unknown)[] = [];
    onTestFinished(async () => {
      for (const cleanup of cleanups.reverse()) await cleanup();
    });
    return cleanups;
  })
  .extend('newDataDir', ({ cleanups }) => () => {
    const dataDir = mkdtempSync(join(tmpdir(), `tracker-test-${process.pid}-`));
    cleanups.push(() => rmSync(dataDir, { recursive: true, force: true }));
    return dataDir;
  })
  .extend('start', ({ cleanups, newDataDir }) => async () => {
    const server = await startMigratedPostgres(newDataDir());
    cleanups.push(server.stop);
    return server;
  })
  .extend('startIn', ({ cleanups }) => async (dataDir: string) => {
    const server = await startEmbeddedPostgres({ dataDir, logger, survivesPowerCut: false });
    cleanups.push(server.stop);
    return server;
  });

function kill(server: EmbeddedPostgres) {
  process.kill(server.pid()!, 'SIGKILL');
}

/** Another program that starts a server, stores an event, and keeps running. */
function spawnOwner(dataDir: string): { child: ChildProcess; stdoutText: () => string } {
  const modules = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
  const program = `
    import { startEmbeddedPostgres } from ${modules('./embedded.ts')};
    import { migratePostgres } from ${modules('./migrate.ts')};
    import { createLogger } from ${modules('../telemetry/logger.ts')};
    import { createPostgresEventLog } from ${modules('../event-log/postgres-event-log.ts')};
    const logger = createLogger({ level: 'silent', name: 'owner' });
    const { url } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, logger });
    await migratePostgres({ url, logger });
    await createPostgresEventLog({ url, logger }).append('events', [{ key: 'k', value: 'v' }]);
    console.log('stored');`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  return { child, stdoutText: () => text };
}

test.concurrent('restarts a killed server on the same port, and event log, caches and pool reconnect', async ({
  cleanups,
  start,
}) => {
  const server = await start();
  const postgres = createPostgres({ url: server.url, logger });
  const log = createPostgresEventLog({ url: server.url, logger });
  const caches = await createCaches({ url: server.url, logger });
  cleanups.push(() => Promise.all([postgres.close(), log.close(), caches.close()]));
  const tenant = await createTenant({ postgres });
  const seen: string[] = [];
  const consumer = await log.consume({
    topic: 'events',
    group: 'readers',
    maxRecords: 100,
    onBatch: async (batch) => {
      seen.push(...batch.map((record) => record.key));
    },
  });
  expect(await caches.campaigns.find(tenant.campaignId)).toMatchObject({ destinationUrl: null });

  const acknowledged: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    const before = server.pid();
    kill(server);
    // Senders continue: each event is acknowledged or rejected within seconds, also when the server is back at once.
    for (let sent = 0; server.pid() === undefined || server.pid() === before; sent += 1) {
      const key = `${round}.${sent}`;
      const since = performance.now();
      await log.append('events', [{ key, value: 'x' }]).then(
        () => acknowledged.push(key),
        (error) => expect(error.name).toBe('LogUnavailableError'),
      );
      expect(performance.now() - since).toBeLessThan(8_000);
    }
    const key = `${round} back`;
    // What a failed attempt left counts once: its key is the same.
    await sendUntil({ key, value: 'x' }, (record) => log.append('events', [record]), { timeoutMs: 30_000 });
    acknowledged.push(key);
    await eventually(() =>
      postgres.withTenant(tenant.tenantId, (transaction) => transaction.selectFrom('tenants').select('id').execute()),
    );
  }
  await eventually(() => expect(seen).toEqual(expect.arrayContaining(acknowledged)));

  // The caches listen again, and had to clear their caches.
  await postgres.withTenant(tenant.tenantId, (transaction) =>
    transaction.updateTable('campaigns').set({ destination_url: 'https://nova.example' }).execute(),
  );
  await eventually(async () => {
    expect(await caches.campaigns.find(tenant.campaignId)).toMatchObject({
      destinationUrl: 'https://nova.example',
    });
  });
  await consumer.stop();
});

test.concurrent('rejects transactions that lose their server, and the whole pool recovers', async ({
  cleanups,
  start,
}) => {
  const server = await start();
  const postgres = createPostgres({ url: server.url, max: 3, logger });
  cleanups.push(() => postgres.close());
  const tenant = await createTenant({ postgres });
  const read = () =>
    postgres.withTenant(tenant.tenantId, (transaction) => transaction.selectFrom('tenants').select('id').execute());

  // During a statement, between two statements, and in the first one after the loss.
  const asking = postgres.withTenant(tenant.tenantId, () => postgres.sql`SELECT pg_sleep(60)`);
  const thinking = postgres.withTenant(tenant.tenantId, async (transaction) => {
    const killed = server.pid();
    kill(server);
    await eventually(() => expect(server.pid()).not.toBe(killed));
    await transaction.selectFrom('tenants').select('id').execute();
  });
  const outcomes = await Promise.allSettled([asking, thinking]);
  expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected']);
  await Promise.allSettled([read(), read(), read(), read()]);
  await eventually(read, { timeoutMs: 30_000 });
  // Every connection of the pool works, not only one.
  expect(await Promise.all([read(), read(), read(), read()])).toHaveLength(4);
});

test.concurrent('does not continue a transaction on another connection after the server ended its own', async ({
  cleanups,
  start,
}) => {
  const server = await start();
  const postgres = createPostgres({ url: server.url, max: 1, logger });
  const other = createPostgres({ url: server.url, max: 1, logger });
  cleanups.push(() => Promise.all([postgres.close(), other.close()]));
  const tenant = await createTenant({ postgres });
  await expect(
    postgres.withTenant(tenant.tenantId, async (transaction) => {
      await transaction.updateTable('tenants').set({ name: 'nunca' }).execute();
      const [{ ended }] = await other.sql<[{ ended: boolean }]>`
        SELECT bool_or(pg_terminate_backend(pid)) AS ended FROM pg_stat_activity WHERE application_name LIKE 'tracker app %' AND pid <> pg_backend_pid()`;
      expect(ended).toBe(true);
      // Another caller reopens the pool's only connection meanwhile; the transaction must not continue on it.
      await eventually(() => postgres.sql`SELECT 1`);
      await transaction.updateTable('tenants').set({ name: 'nunca' }).execute();
    }),
  ).rejects.toThrow();
  const row = await postgres.withTenant(tenant.tenantId, (transaction) =>
    transaction.selectFrom('tenants').select('name').executeTakeFirst(),
  );
  expect(row?.name).toBe('Empresa de Teste');
});

test.concurrent('rejects an append within 8 s while the server hangs, and accepts appends again afterwards', async ({
  cleanups,
  onTestFinished,
}) => {
  const link = await cuttableLink(inject('postgresUrl'), onTestFinished);
  const log = createPostgresEventLog({ url: link.url, logger, topicPrefix: `${randomText(8)}.` });
  cleanups.push(() => log.close());
  await log.append('events', [{ key: 'a', value: 'x' }]);
  link.freeze();
  const since = performance.now();
  await expect(log.append('events', [{ key: 'b', value: 'x' }])).rejects.toMatchObject({
    name: 'LogUnavailableError',
  });
  link.thaw();
  expect(performance.now() - since).toBeLessThan(8_000);
  await sendUntil({ key: 'c', value: 'x' }, (record) => log.append('events', [record]));
});

test.concurrent('stops the Postgres of an earlier killed run, and starts with all its data', async ({
  cleanups,
  newDataDir,
  startIn,
}) => {
  const dataDir = newDataDir();
  const program = spawnOwner(dataDir);
  cleanups.push(() => program.child.kill('SIGKILL'));
  const orphan = await eventually(
    () => {
      const found = readPostmaster(join(dataDir, 'postgres', 'cluster'));
      expect(found?.status).toBe('ready');
      expect(program.stdoutText()).toContain('stored');
      return found!;
    },
    { timeoutMs: 30_000 },
  );
  program.child.kill('SIGKILL');
  await once(program.child, 'exit');
  expect(processCommand(orphan.pid)).toContain('postgres');

  const server = await startIn(dataDir);
  expect(processCommand(orphan.pid)).toBeUndefined();
  const postgres = createPostgres({ url: server.url, logger });
  cleanups.push(() => postgres.close());
  const [row] = await postgres.sql`SELECT count(*)::int AS topics FROM log_head`;
  expect(row).toEqual({ topics: 1 });
});

test.concurrent('starts despite a stale postmaster.pid whose process id now belongs to another program', async ({
  cleanups,
  newDataDir,
  startIn,
}) => {
  const dataDir = newDataDir();
  const first = await startIn(dataDir);
  const file = join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
  const pidFile = readFileSync(file, 'utf8');
  await first.stop();
  const stranger = spawn('sleep', ['60'], { uid: process.getuid?.() === 0 ? 65534 : undefined });
  cleanups.push(() => stranger.kill());
  writeFileSync(file, pidFile.replace(/^\d+/, String(stranger.pid)));
  await startIn(dataDir);
  expect(stranger.exitCode).toBeNull();
});
