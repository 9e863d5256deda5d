// The tables of a snapshot in ClickHouse: what a verified replay gave, up to one position of the log (ADR 46). Deliveries are not among
// them: no figure reads them, so a replay takes those of before from the live table. Rollups and finalized days are not either: they are
// kept of the days before a limit of the retention alone, and come from the live tables, too.
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { RollupTable } from '@tracker/infra/clickhouse/tables/rollups';
import { type ReplayedTable, TRAFFIC_TABLES } from '@tracker/infra/clickhouse/tables/tenant-tables';
import type { TenantId } from '@tracker/schemas/primitives/ids';

/** By table, the moment (or day) of a row, as SQL; it is part of the table's sorting key, so that FINAL is right within one month. */
export const MOMENTS = {
  clicks: 'ts',
  click_identities: 'ts',
  opened_checkouts: 'ts',
  prefetch_proofs: 'ts',
  script_notices: 'ts',
  page_views: 'ts',
  conversion_ledger: 'received_at',
  conversion_links: 'received_at',
  conversion_assignments: 'received_at',
  conversions: 'ts',
  unattributed_conversions: 'click_minute',
  unattributed_page_views: 'toDateTime64(click_minute, 3)',
  ad_spend: 'day',
  spend_reports: 'day',
  ad_results: 'day',
} as const satisfies Readonly<
  Record<Exclude<ReplayedTable, 'webhook_deliveries' | 'finalized_days' | RollupTable>, string>
>;
export type SnapshotTable = keyof typeof MOMENTS;
export const SNAPSHOT_TABLES = Object.keys(MOMENTS) as SnapshotTable[];

export const snapshotTable = (table: SnapshotTable, id: string): string => `${table}_snapshot_${id}`;

export type TableSum = {
  readonly rows: string;
  /** Of all columns; it does not depend on the order of rows. */
  readonly hash: string;
};

/** In Unix milliseconds; a tenant that is not in it keeps all. */
export type ClicksKeptFrom = Readonly<Record<TenantId, number>>;

export interface Part {
  readonly table: SnapshotTable;
  /** Where the rows are: a snapshot's table, or the shadow that was filled with it. */
  readonly name: string;
  readonly columns: readonly string[];
  /** Without what the retention has given up. */
  readonly keptFrom: ClicksKeptFrom;
  readonly signal?: AbortSignal | undefined;
}

/** The SELECT of each month of a part: a statement over years of a large table would run into every limit. */
export async function* monthsOf(clickhouse: ClickHouse, part: Part) {
  const { table, name, columns, keptFrom, signal } = part;
  const moment = MOMENTS[table];
  const kept = isKept(table, keptFrom);
  const months = await clickhouse.query<{ month: number }>({
    name: 'snapshot-months',
    sql: `SELECT DISTINCT toYYYYMM(${moment}) AS month FROM ${name} WHERE ${kept.sql} ORDER BY month`,
    params: kept.params,
  });
  for (const { month } of months) {
    signal?.throwIfAborted();
    yield {
      sql: `SELECT ${columns.join(', ')} FROM ${name} FINAL WHERE toYYYYMM(${moment}) = {month:UInt32} AND ${kept.sql}`,
      params: { month, ...kept.params },
    };
  }
}

/** One partition at a time has a month, and the embedded engine takes settings in the text alone. */
export const MONTH_SETTINGS = 'SETTINGS do_not_merge_across_partitions_select_final = 1, max_execution_time = 600';

export async function sumOf(clickhouse: ClickHouse, part: Part): Promise<TableSum> {
  let [rows, sum, xor] = [0n, 0n, 0n];
  for await (const { sql, params } of monthsOf(clickhouse, part)) {
    const [row] = await clickhouse.query<{ rows: string; sum: string; xor: string }>({
      name: 'snapshot-sum',
      sql: `SELECT toString(count()) AS rows, toString(sum(hash)) AS sum, toString(groupBitXor(hash)) AS xor
        FROM (SELECT cityHash64(tuple(${part.columns.join(', ')})) AS hash FROM (${sql})) ${MONTH_SETTINGS}`,
      params,
    });
    rows += BigInt(row?.rows ?? 0);
    sum = BigInt.asUintN(64, sum + BigInt(row?.sum ?? 0));
    xor ^= BigInt(row?.xor ?? 0);
  }
  return { rows: String(rows), hash: `${sum.toString(16)}-${xor.toString(16)}` };
}

/** In the order of the table; empty of a table that is missing. */
export async function columnsOf(clickhouse: ClickHouse, name: string): Promise<string[]> {
  const rows = await clickhouse.query<{ name: string }>({
    name: 'snapshot-columns',
    sql: `SELECT name FROM system.columns WHERE database = currentDatabase() AND table = {name:String} ORDER BY position`,
    params: { name },
  });
  return rows.map((row) => row.name);
}

function isKept(table: SnapshotTable, keptFrom: ClicksKeptFrom) {
  const limits = Object.entries<number>(keptFrom);
  if (limits.length === 0 || !TRAFFIC_TABLES.some((one) => one === table)) return { sql: '1', params: {} };
  return {
    sql: `toUnixTimestamp64Milli(${MOMENTS[table]}) >= ${LIMIT_OF_TENANT}`,
    params: limitParams(limits),
  };
}

const LIMIT_OF_TENANT =
  'transform(toString(tenant_id), {limitTenants:Array(String)}, {limits:Array(Int64)}, toInt64(0))';
const limitParams = (limits: readonly [string, number][]) => ({
  limitTenants: limits.map(([tenantId]) => tenantId),
  limits: limits.map(([, ms]) => BigInt(Math.trunc(ms))),
});

/** Of a table of traffic, the tenants that still have rows before their limit. */
export async function tenantsBefore(
  clickhouse: ClickHouse,
  { table, name, keptFrom }: Pick<Part, 'table' | 'name' | 'keptFrom'>,
): Promise<TenantId[]> {
  const limits = Object.entries<number>(keptFrom);
  if (limits.length === 0) return [];
  const rows = await clickhouse.query<{ tenant: TenantId }>({
    name: 'snapshot-tenants-before',
    sql: `SELECT DISTINCT toString(tenant_id) AS tenant FROM ${name}
      WHERE toUnixTimestamp64Milli(${MOMENTS[table]}) < ${LIMIT_OF_TENANT}`,
    params: limitParams(limits),
  });
  return rows.map((row) => row.tenant);
}
