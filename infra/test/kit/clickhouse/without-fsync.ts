import type { ClickHouse } from '@tracker/infra/clickhouse/client';

/** The data of tests need not survive a power cut, and most of the time of a small insert is its wait for the disk. */
export async function withoutFsync(clickhouse: ClickHouse): Promise<void> {
  const tables = await clickhouse.query<{ name: string }>({
    name: 'test-tables-with-fsync',
    sql: `SELECT name FROM system.tables WHERE database = currentDatabase() AND engine_full LIKE '%fsync_after_insert%'`,
  });
  const settings = 'fsync_after_insert = 0, fsync_part_directory = 0';
  await Promise.all(tables.map(({ name }) => clickhouse.command(`ALTER TABLE ${name} MODIFY SETTING ${settings}`)));
}
