// The statements for a cluster, by the engine's own parser. No cluster of servers runs here: ADR 48 lists what that leaves open.
import { readdirSync, readFileSync } from 'node:fs';
import { useStack } from '@tracker/test/kit/stack';
import { expect, test } from 'vitest';
import { onCluster } from './on-cluster.ts';

const stack = useStack();
const folder = new URL('./migrations/', import.meta.url);

const migrations = readdirSync(folder)
  .filter((file) => file.endsWith('.sql'))
  .sort()
  .flatMap((file) => readFileSync(new URL(file, folder), 'utf8').split(/;[ \t]*$/m))
  .filter((sql) => sql.trim() !== '');
const others = [
  "CREATE TABLE migration_lock (held UInt8) ENGINE = Memory COMMENT '1795300000'",
  'DROP TABLE IF EXISTS migration_lock SYNC',
  'ALTER TABLE schema_migrations ADD COLUMN IF NOT EXISTS oldest_program String',
  'CREATE TABLE clicks_replay AS clicks',
  "ALTER TABLE clicks_replay MODIFY COMMENT 'replay r1'",
  'EXCHANGE TABLES clicks AND clicks_replay',
  'RENAME TABLE IF EXISTS clicks_replay TO clicks_snapshot_r1',
  'INSERT INTO clicks_replay (ts) SELECT ts FROM clicks_snapshot_r1 FINAL SETTINGS max_execution_time = 600',
  'INSERT INTO clicks_replay SELECT * FROM clicks FINAL WHERE ts < now()',
  'INSERT INTO traffic_daily (tenant_id, day_start)\nSELECT tenant_id, ts FROM clicks FINAL',
  'ALTER TABLE dead_letters DELETE WHERE id IN (1) SETTINGS mutations_sync = 2',
];

test('makes statements for all replicas that the engine’s parser takes', async () => {
  const statements = [...migrations, ...others].map((sql) => onCluster(sql, 'main'));
  for (const sql of statements) {
    const [parsed] = await stack.clickhouse.query<{ sql: string }>({
      name: 'format',
      sql: 'SELECT formatQuery({sql:String}) AS sql',
      params: { sql },
    });
    expect(parsed?.sql).toMatch(/ON CLUSTER main|insert_quorum = 'auto'/);
  }
  // Columns are left out: they are those of one server.
  const heads = statements.flatMap((sql) => [
    ...sql.split('\n').filter((line) => /^(?:CREATE|ALTER|DROP|EXCHANGE|RENAME|INSERT|SELECT|ENGINE)\b/.test(line)),
    '',
  ]);
  await expect(heads.join('\n')).toMatchFileSnapshot('./__snapshots__/on-cluster.sql');
});

test('throws for a statement whose form for a cluster it does not know', () => {
  expect(() => onCluster('TRUNCATE TABLE clicks', 'main')).toThrow('no form for a cluster');
});
