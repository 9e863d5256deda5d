// The rows of `replay_snapshots`, and whether the tables are still what was verified.
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { Positions } from '@tracker/infra/event-log/event-log';
import { type PositionsJson, positionsFromJson, positionsToJson } from '@tracker/infra/event-log/positions';
import type { Postgres } from '@tracker/infra/postgres/client';
import {
  type ClicksKeptFrom,
  columnsOf,
  SNAPSHOT_TABLES,
  type SnapshotTable,
  snapshotTable,
  sumOf,
  type TableSum,
} from './snapshot-tables.ts';

export type SnapshotSums = Readonly<Record<SnapshotTable, TableSum>>;

export interface Snapshot {
  /** Of the replay that filled its tables. */
  readonly id: string;
  /** The next records that its tables have not seen. */
  readonly positions: Positions;
  readonly tables: SnapshotSums;
  readonly keptFrom: ClicksKeptFrom;
  readonly processorVersion: number;
  readonly verifiedAt: Date;
}

interface Row {
  readonly id: string;
  readonly positions: PositionsJson;
  readonly tables: SnapshotSums;
  readonly clicks_kept_from: ClicksKeptFrom;
  readonly processor_version: number;
  readonly verified_at: Date;
}

/** The one that a replay would start from. */
export async function latestSnapshot({ sql }: Pick<Postgres, 'sql'>): Promise<Snapshot | undefined> {
  const [row] = await sql<Row[]>`SELECT * FROM replay_snapshots ORDER BY verified_at DESC LIMIT 1`;
  return (
    row && {
      id: row.id,
      positions: positionsFromJson(row.positions),
      tables: row.tables,
      keptFrom: row.clicks_kept_from,
      processorVersion: row.processor_version,
      verifiedAt: row.verified_at,
    }
  );
}

export async function createSnapshot({ sql }: Pick<Postgres, 'sql'>, snapshot: Snapshot): Promise<void> {
  await sql`
    INSERT INTO replay_snapshots (id, positions, tables, clicks_kept_from, processor_version, verified_at)
    VALUES (${snapshot.id}, ${sql.json(positionsToJson(snapshot.positions))}, ${sql.json(snapshot.tables)},
      ${sql.json(snapshot.keptFrom)}, ${snapshot.processorVersion}, ${snapshot.verifiedAt})`;
}

/** The present limits of the tenants whose clicks were deleted. */
export async function readClicksKeptFrom({ sql }: Pick<Postgres, 'sql'>): Promise<ClicksKeptFrom> {
  const rows = await sql<{ tenant_id: string; clicks_kept_from: Date }[]>`
    SELECT tenant_id, clicks_kept_from FROM list_retention() WHERE clicks_kept_from IS NOT NULL`;
  return Object.fromEntries(rows.map((row) => [row.tenant_id, row.clicks_kept_from.getTime()]));
}

/** Rows and hash of these tables, without what the limits give up. */
export async function snapshotSums(
  clickhouse: ClickHouse,
  { id, keptFrom }: Pick<Snapshot, 'id' | 'keptFrom'>,
  { tables = SNAPSHOT_TABLES, signal }: { tables?: readonly SnapshotTable[]; signal?: AbortSignal | undefined } = {},
): Promise<SnapshotSums> {
  const sums: [SnapshotTable, TableSum][] = [];
  for (const table of tables) {
    const name = snapshotTable(table, id);
    const columns = await columnsOf(clickhouse, name);
    if (columns.length === 0) sums.push([table, MISSING]);
    else sums.push([table, await sumOf(clickhouse, { table, name, columns, keptFrom, signal })]);
  }
  return Object.fromEntries(sums) as SnapshotSums;
}

const MISSING: TableSum = { rows: '0', hash: 'the table is missing' };

/** The tables that are not what was verified; none of a snapshot that can be used. */
export async function damagedTables(
  clickhouse: ClickHouse,
  snapshot: Snapshot,
  signal?: AbortSignal,
): Promise<SnapshotTable[]> {
  const sums = await snapshotSums(clickhouse, snapshot, { signal });
  return SNAPSHOT_TABLES.filter((table) => {
    const [is, was] = [sums[table], snapshot.tables[table]];
    return is.rows !== was.rows || is.hash !== was.hash;
  });
}
