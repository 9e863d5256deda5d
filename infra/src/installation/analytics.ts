// Of which installation an analytics store is: a table in it.
import type { ClickHouse } from '../clickhouse/client.ts';
import { StoreError } from '../clickhouse/errors.ts';
import { TENANT_TABLES } from '../clickhouse/tables/tenant-tables.ts';
import type { Sql } from '../postgres/connect.ts';
import { type Installation, noteStore, tracesOf } from './installation.ts';
import { newAnalytics, otherAnalytics, usedAnalytics } from './refusals.ts';

const UNKNOWN_TABLE = 60;

interface Given {
  readonly id: string;
  readonly version: number;
}

export const installationOfAnalytics = async (clickhouse: ClickHouse): Promise<string | undefined> =>
  (await lastGiven(clickhouse))?.id;

async function lastGiven(clickhouse: ClickHouse): Promise<Given | undefined> {
  try {
    const [row] = await clickhouse.query<Given>({
      name: 'installation',
      sql: 'SELECT id, version FROM installation ORDER BY version DESC, id LIMIT 1',
    });
    return row;
  } catch (error) {
    if (error instanceof StoreError && error.code === UNKNOWN_TABLE) return undefined;
    throw error;
  }
}

export async function giveAnalytics(clickhouse: ClickHouse, id: string): Promise<void> {
  const version = Number((await lastGiven(clickhouse))?.version ?? 0) + 1;
  await clickhouse.insert({ table: 'installation', columns: ['id', 'version'], rows: [[id, version]] });
}

/** Before the store is migrated, so that another installation's stays as it is. Rejects with `StartError`. */
export async function refuseOtherAnalytics(
  clickhouse: ClickHouse,
  sql: Sql,
  installation: Installation,
): Promise<void> {
  const here = await installationOfAnalytics(clickhouse);
  if (here !== undefined) {
    if (here !== installation.id) throw otherAnalytics(here, installation.id);
    return;
  }
  if (installation.hasAnalytics) throw newAnalytics(installation.id);
  const { hasTenant } = await tracesOf(sql);
  const { isNew, hasRows } = await tracesOfAnalytics(clickhouse);
  if (hasRows && !hasTenant) throw usedAnalytics(installation.id);
  if (isNew && hasTenant) throw newAnalytics(installation.id);
}

/** Gives a store that `refuseOtherAnalytics` let in the id, once it is migrated. */
export async function joinAnalytics(clickhouse: ClickHouse, sql: Sql, installation: Installation): Promise<void> {
  if ((await installationOfAnalytics(clickhouse)) === undefined) await giveAnalytics(clickhouse, installation.id);
  if (!installation.hasAnalytics) await noteStore(sql, 'analytics');
}

/** What a store without an id has: of an older version, or nothing at all. */
async function tracesOfAnalytics(clickhouse: ClickHouse): Promise<{ isNew: boolean; hasRows: boolean }> {
  const tables = await clickhouse.query<{ name: string; hasRows: number }>({
    name: 'installation-traces',
    sql: `SELECT name, ifNull(total_rows, 0) > 0 AS hasRows FROM system.tables
      WHERE database = currentDatabase() AND name IN {names:Array(String)}`,
    params: { names: ['schema_migrations', ...TENANT_TABLES] },
  });
  return {
    isNew: tables.length === 0,
    hasRows: tables.some(({ name, hasRows }) => name !== 'schema_migrations' && Number(hasRows) > 0),
  };
}
