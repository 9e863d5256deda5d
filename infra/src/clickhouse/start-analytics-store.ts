import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import { watchStore } from '../lifecycle/watch-store.ts';
import { type ClickHouse, type ClickHouseOptions, openClickHouse } from './client.ts';
import { migrateClickHouse } from './migrate.ts';

/** Opens the analytics store by its URL, or embedded in `dataDir`, and migrates it. */
export async function startAnalyticsStore(lifecycle: Lifecycle, options: ClickHouseOptions): Promise<ClickHouse> {
  const clickhouse = await lifecycle.add({
    name: 'analytics store',
    start: () => openClickHouse(options),
    stop: (opened) => opened.close(),
  });
  await watchStore(lifecycle, 'clickhouse', () => clickhouse.ping());
  await migrateClickHouse(clickhouse, options.logger);
  return clickhouse;
}
