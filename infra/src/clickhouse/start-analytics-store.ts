import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import { watchStore } from '../lifecycle/watch-store.ts';
import { type ClickHouse, type ClickHouseOptions, openClickHouse } from './client.ts';
import { checkClickHouseSchema, migrateClickHouse } from './migrate.ts';

/** Opens the analytics store by its URL, or embedded in `dataDir`, and migrates it, or only compares its schema. */
export async function startAnalyticsStore(
  lifecycle: Lifecycle,
  { migrate, ...options }: ClickHouseOptions & { readonly migrate: boolean },
): Promise<ClickHouse> {
  const clickhouse = await lifecycle.add({
    name: 'analytics store',
    start: () => openClickHouse(options),
    stop: (opened) => opened.close(),
  });
  await watchStore(lifecycle, 'clickhouse', () => clickhouse.ping());
  await (migrate ? migrateClickHouse : checkClickHouseSchema)(clickhouse, options.logger);
  if (options.cluster !== undefined) await catchUp(clickhouse);
  return clickhouse;
}

/** Waits until this replica has what others acknowledged before: a conversion that is recomputed from a part of its events would be wrong. */
async function catchUp(clickhouse: ClickHouse): Promise<void> {
  const tables = await clickhouse.query<{ name: string }>({
    name: 'replicated-tables',
    sql: `SELECT name FROM system.tables WHERE database = currentDatabase() AND startsWith(engine, 'Replicated') ORDER BY name`,
  });
  for (const { name } of tables) await clickhouse.command(`SYSTEM SYNC REPLICA ${name} LIGHTWEIGHT`);
}
