// Migrations, inserts and the exchange of tables on two replicas (ADR 48).
import { type ClickHouse, openClickHouse } from '@tracker/infra/clickhouse/client';
import { REPLAYED_TABLES, shadowClickHouse } from '@tracker/infra/clickhouse/shadow';
import { startAnalyticsStore } from '@tracker/infra/clickhouse/start-analytics-store';
import { insertClicks } from '@tracker/infra/clickhouse/tables/clicks';
import { createLifecycle } from '@tracker/infra/lifecycle/lifecycle';
import { createLogger } from '@tracker/infra/telemetry/logger';
import { type ReplicaPair, startReplicaPair } from '@tracker/test/kit/clickhouse/replica-pair';
import { clickRow } from '@tracker/test/kit/clickhouse/rows';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
  }, 60_000);
  afterAll(async () => {
    await lifecycle.stop();
    await pair.stop();
  });

  const sourcesAt = (replica: ClickHouse, table = 'clicks') =>
    replica.query<{ source: string }>({ name: 'sources', sql: `SELECT source FROM ${table} FINAL ORDER BY source` });

  test('is migrated on both, once, and waits for what others acknowledged', async () => {
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
    expect(pair.synced).toContain('SYSTEM SYNC REPLICA conversions LIGHTWEIGHT');
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
  }, 60_000);
});
