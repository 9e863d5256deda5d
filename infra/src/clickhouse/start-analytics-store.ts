import type { SchemaCare } from '../config/config.ts';
import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import { type ClickHouse, type ClickHouseOptions, openClickHouse } from './client.ts';
import { checkClickHouseSchema, migrateClickHouse, startErrorOfAnalytics } from './migrate.ts';

/** Opens the analytics store by its URL, or embedded in `dataDir`, and migrates it, or only compares its schema. */
export async function startAnalyticsStore(
  lifecycle: Lifecycle,
  {
    migrate,
    beforeMigration,
    ...options
  }: ClickHouseOptions & {
    readonly migrate: SchemaCare;
    /** Rejects where the store is not to be touched. */
    readonly beforeMigration?: (clickhouse: ClickHouse) => Promise<void>;
  },
): Promise<ClickHouse> {
  const clickhouse = await lifecycle.add({
    name: 'analytics store',
    start: () => openClickHouse(options),
    stop: (opened) => opened.close(),
  });
  await beforeMigration?.(clickhouse).catch((error: unknown) => {
    throw startErrorOfAnalytics(error);
  });
  if (migrate !== 'leave') await (migrate ? migrateClickHouse : checkClickHouseSchema)(clickhouse, options.logger);
  return clickhouse;
}
