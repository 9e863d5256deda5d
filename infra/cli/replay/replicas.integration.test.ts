// Migrations, inserts and the exchange of tables on two replicas (ADR 48).
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { type ClickHouse, openClickHouse } from '@tracker/infra/clickhouse/client';
import { shadowClickHouse } from '@tracker/infra/clickhouse/shadow';
import { startAnalyticsStore } from '@tracker/infra/clickhouse/start-analytics-store';
import { insertClicks } from '@tracker/infra/clickhouse/tables/clicks';
import { REPLAYED_TABLES } from '@tracker/infra/clickhouse/tables/tenant-tables';
import { createLifecycle } from '@tracker/infra/lifecycle/lifecycle';
import { createLogger } from '@tracker/infra/telemetry/logger';
import { type ReplicaPair, startReplicaPair } from '@tracker/test/kit/clickhouse/replica-pair';
import { clickRow } from '@tracker/test/kit/clickhouse/rows';
import { eventually, sendUntil } from '@tracker/test/kit/eventually';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ensureShadows, isHalfPlaced, placeTables, tableFacts } from './shadow-tables.ts';

const logger = createLogger({ level: 'silent', name: 'test' });

describe('a cluster of two replicas', () => {
  const lifecycle = createLifecycle(logger);
  let pair: ReplicaPair;
  let replicas: ClickHouse[];
  beforeAll(async () => {
    pair = await startReplicaPair();
    // Two programs at once, each at another replica.
    const start = (url: string) => startAnalyticsStore(lifecycle, { url, cluster: 'main', migrate: true, logger });
    replicas = await Promise.all(pair.urls.map(start));
  });
  afterAll(async () => {
    await lifecycle.stop();
    await pair.stop();
  });

  const sourcesAt = (replica: ClickHouse, table = 'clicks') =>
    replica.query<{ source: string }>({ name: 'sources', sql: `SELECT source FROM ${table} FINAL ORDER BY source` });

  test('is migrated on both, once', async () => {
    const tablesOf = async (url: string) => {
      const engine = await openClickHouse({ url, logger });
      const tables = await engine.query<{ name: string }>({
        name: 'tables',
        sql: 'SELECT name FROM system.tables WHERE database = currentDatabase() ORDER BY name',
      });
      await engine.close();
      return tables.map(({ name }) => name);
    };
    const [one, two] = await Promise.all(pair.engines.map(tablesOf));
    expect(two).toEqual(one);
    expect(one).toEqual(expect.arrayContaining([...REPLAYED_TABLES, 'dead_letters', 'schema_migrations']));
    expect(one).not.toContain('migration_lock');
  });

  test('exchanges the tables of a replay on both, and finishes an exchange that died in its middle', async () => {
    const [one, two] = replicas as [ClickHouse, ClickHouse];
    await insertClicks.run(one, [clickRow({ tenant_id: 't', source: 'live' })]);
    await ensureShadows(one, { id: 'r1', isNew: true });
    await insertClicks.run(shadowClickHouse(two), [clickRow({ tenant_id: 't', source: 'replayed' })]);
    expect(await Promise.all(replicas.map((replica) => sourcesAt(replica)))).toEqual(
      Array(2).fill([{ source: 'live' }]),
    );

    await placeTables(one, 'r1', 'live', ['clicks']);
    expect(await isHalfPlaced(two, 'r1')).toBe(true);
    await placeTables(two, 'r1', 'live');
    for (const replica of replicas) {
      expect(await isHalfPlaced(replica, 'r1')).toBe(false);
      expect((await tableFacts(replica)).get('conversions')?.comment).toBe('replay r1');
      expect(await sourcesAt(replica)).toEqual([{ source: 'replayed' }]);
      expect(await sourcesAt(replica, 'clicks_replay')).toEqual([{ source: 'live' }]);
    }
  });

  test('lets a replica catch up before its answer counts, when the address moves to it', async () => {
    let target = pair.urls[0];
    const address = createServer((near) => {
      const far = connect(Number(new URL(target).port), '127.0.0.1');
      near.pipe(far).pipe(near);
      near.on('error', () => far.destroy());
      far.on('error', () => near.destroy());
      nearby.add(near);
    });
    const nearby = new Set<Socket>();
    await new Promise<void>((resolve) => address.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(address.address() as AddressInfo).port}`;
    const clickhouse = await openClickHouse({ url, cluster: 'main', logger });
    onTestFinished(async () => {
      await clickhouse.close();
      address.close();
    });
    const moveTo = (to: string) => {
      target = to;
      for (const socket of nearby) socket.destroy();
      pair.asked.length = 0;
    };
    const heads = () => [...new Set(pair.asked.map((line) => line.replace(/(REPLICA|FROM) .*/s, '$1')))];

    pair.asked.length = 0;
    await sourcesAt(clickhouse);
    expect(heads()).toEqual(['0 SELECT source FROM', '0 SELECT name FROM', '0 SYSTEM SYNC REPLICA']);
    expect(pair.asked.at(-1)).toContain('0 SELECT source');
    moveTo(pair.urls[1]);
    // The first try may meet the connection that has just been closed.
    await eventually(() => sourcesAt(clickhouse));
    expect(heads()).toEqual(['1 SELECT source FROM', '1 SELECT name FROM', '1 SYSTEM SYNC REPLICA']);
    expect(pair.asked.at(-1)).toContain('1 SELECT source');
    moveTo(pair.urls[0]);
    // It may have read rows that were not there yet.
    const copied = 'INSERT INTO page_views SELECT * FROM page_views';
    await sendUntil(copied, (sql) => expect(clickhouse.command(sql)).rejects.toThrow('another replica answers'));
    await clickhouse.command(copied);
  });
});
