import type { SchemaCare } from '../config/config.ts';
import { StartError } from '../errors/start-error.ts';
import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import { withTimeout } from '../lifecycle/timeout.ts';
import { type ClickHouse, type ClickHouseOptions, openClickHouse } from './client.ts';
import { checkClickHouseSchema, migrateClickHouse, startErrorOfAnalytics } from './migrate.ts';

const ANSWER_WITHIN_MS = 20_000;

/** A web server that answers everything would take all rows and keep none. */
async function refuseOtherServer(clickhouse: ClickHouse): Promise<void> {
  const asked = clickhouse.query<{ version: string }>({ name: 'version', sql: 'SELECT version() AS version' });
  const [row] = await withTimeout(ANSWER_WITHIN_MS, asked, () => {
    throw new StartError(
      `What listens at the address of CLICKHOUSE_URL did not answer within ${ANSWER_WITHIN_MS / 1_000} s: is it ClickHouse's port for HTTP (8123)?`,
    );
  });
  if (/^\d+\.\d+/.test(String(row?.version))) return;
  throw new StartError('What answers at the address of CLICKHOUSE_URL is no ClickHouse; correct its host or port.');
}

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
  try {
    if (migrate !== 'leave') await refuseOtherServer(clickhouse);
    await beforeMigration?.(clickhouse);
  } catch (error) {
    throw startErrorOfAnalytics(error);
  }
  if (migrate !== 'leave') await (migrate ? migrateClickHouse : checkClickHouseSchema)(clickhouse, options.logger);
  return clickhouse;
}
