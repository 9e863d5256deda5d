// Compares two sets of tables by tenant, local day and table: the number of rows, their money, and two hashes of all columns that
// do not depend on row order. Rows are read with FINAL, as the product reads them, so duplicates count once.
import type { TenantCache } from '@tracker/infra/caches/tenant-cache';
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { shadowOf } from '@tracker/infra/clickhouse/shadow';
import { VIEW_TRAFFIC } from '@tracker/infra/clickhouse/tables/page-views';
import { REPLAYED_TABLES, type ReplayedTable } from '@tracker/infra/clickhouse/tables/tenant-tables';
import { DEFAULT_TIME_ZONE, type TimeZone } from '@tracker/schemas/primitives/time';
import { EXIT, OpsError } from '../command.ts';
import { decimalOf } from '../money-units.ts';

interface Comparison {
  /** The moment (or, for spend, the day) by which a row belongs to a day. */
  readonly day: string;
  readonly key: readonly string[];
  readonly money: readonly string[];
  /**
   * Which rows of the replay are compared only where the live table has them: the log still has what the retention of a tenant has deleted.
   */
  readonly expiring?: string;
  /** Made from other rows: a stretch of the log does not make it, or these of its columns, whole. */
  readonly derived?: true | readonly string[];
}

/**
 * Null: not compared. Which conversions and page views had to wait for their click, and which proofs came before the first one, depends on the order of arrival, and is in no figure. Which days are counted
 * depends on when a person did; a replay counts none.
 */
const COMPARED: Readonly<Record<ReplayedTable, Comparison | null>> = {
  clicks: { day: 'ts', key: ['tenant_id', 'ts', 'click_id'], money: [] },
  click_identities: { day: 'ts', key: ['tenant_id', 'ts', 'click_id', 'event_id'], money: [] },
  opened_checkouts: { day: 'ts', key: ['tenant_id', 'ts', 'click_id', 'event_id'], money: [] },
  prefetch_proofs: null,
  script_notices: { day: 'ts', key: ['tenant_id', 'ts', 'event_id'], money: [] },
  page_views: { day: 'ts', key: ['tenant_id', 'ts', 'view_id'], money: [], derived: VIEW_TRAFFIC },
  conversion_ledger: {
    day: 'received_at',
    key: ['tenant_id', 'conversion_id', 'event_id', 'toDate(received_at)'],
    money: ['amount', 'refund_amount'],
  },
  conversion_links: {
    day: 'received_at',
    key: ['tenant_id', 'conversion_id', 'other_id', 'event_id', 'toDate(received_at)'],
    money: ['amount'],
  },
  conversion_assignments: {
    day: 'received_at',
    key: ['tenant_id', 'conversion_id', 'received_at', 'event_id'],
    money: [],
  },
  conversions: {
    day: 'ts',
    key: ['tenant_id', 'conversion_id'],
    money: ['value', 'net_value', 'revenue'],
    derived: true,
  },
  unattributed_conversions: null,
  unattributed_page_views: null,
  ad_spend: { day: 'day', key: ['tenant_id', 'campaign_id', 'day', 'source'], money: ['spend'] },
  spend_reports: {
    day: 'day',
    key: ['tenant_id', 'campaign_id', 'day', 'source', 'reported_at'],
    money: ['spend'],
  },
  ad_results: { day: 'day', key: ['tenant_id', 'campaign_id', 'day', 'source'], money: [] },
  webhook_deliveries: {
    day: 'received_at',
    key: ['tenant_id', 'received_at', 'delivery_id'],
    money: [],
    // The least that a tenant can set; and of refused ones the newest are kept.
    expiring: "received_at < now() - INTERVAL 7 DAY OR verdict = 'rejected'",
  },
  finalized_days: null,
  traffic_daily: null,
  traffic_daily_by_ad: null,
  traffic_daily_by_campaign: null,
  traffic_daily_by_hour: null,
  clicks_daily_by_place: null,
  money_daily: null,
  money_daily_by_ad: null,
  money_daily_by_campaign: null,
  money_daily_by_product: null,
};

/** Says which of two rows wins; a newer processor's rows have another and may be the same in all that counts. */
const VOLATILE = new Set(['ver']);

export interface TenantDaySums {
  readonly rows: number;
  readonly money: Readonly<Record<string, string>>;
  readonly hash: string;
}

export interface Difference {
  readonly table: ReplayedTable;
  readonly tenantId: string;
  readonly day: string;
  /** Null: no row there. */
  readonly live: TenantDaySums | null;
  readonly shadow: TenantDaySums | null;
}

export interface ComparisonResult {
  /** How many tenant-days were compared, over all tables, and the rows in them. */
  readonly tenantDays: number;
  readonly rows: number;
  readonly differences: readonly Difference[];
}

export interface CompareOptions {
  readonly clickhouse: ClickHouse;
  readonly tenants: TenantCache;
  /** The shadow holds a stretch of the log only: its facts are looked for among the live ones. */
  readonly isStretch: boolean;
  readonly signal: AbortSignal;
  onTable(done: number, total: number): void;
}

export async function compareTables(options: CompareOptions): Promise<ComparisonResult> {
  const tables = REPLAYED_TABLES.filter((table) => {
    const comparison = COMPARED[table];
    return comparison !== null && !(options.isStretch && comparison.derived === true);
  });
  const zones = await tenantsByZone(options, tables);
  const differences: Difference[] = [];
  let tenantDays = 0;
  let rows = 0;
  for (const [index, table] of tables.entries()) {
    options.onTable(index, tables.length);
    const [live, shadow] = [
      await readGroups(options, table, 'live', zones),
      await readGroups(options, table, 'shadow', zones),
    ];
    for (const key of new Set([...live.keys(), ...shadow.keys()])) {
      const [one, other] = [live.get(key) ?? null, shadow.get(key) ?? null];
      tenantDays += 1;
      rows += one?.rows ?? 0;
      if (JSON.stringify(one) === JSON.stringify(other)) continue;
      const [tenantId = '', day = ''] = key.split(' ');
      differences.push({ table, tenantId, day, live: one, shadow: other });
    }
  }
  options.onTable(tables.length, tables.length);
  return { tenantDays, rows, differences };
}

/** Tenants by their time zone. One that was removed has none any more; any zone will do, since both sides get the same. */
async function tenantsByZone({ clickhouse, tenants }: CompareOptions, tables: readonly ReplayedTable[]) {
  const zones = new Map<TimeZone, string[]>();
  const names = tables.flatMap((table) => [table, shadowOf(table)]);
  const found = await clickhouse.query<{ tenant_id: string }>({
    name: 'replay-tenants',
    sql: names.map((name) => `SELECT DISTINCT toString(tenant_id) AS tenant_id FROM ${name}`).join(' UNION DISTINCT '),
  });
  for (const { tenant_id } of found) {
    const zone = (await tenants.find(tenant_id))?.timeZone ?? DEFAULT_TIME_ZONE;
    zones.set(zone, [...(zones.get(zone) ?? []), tenant_id]);
  }
  return zones;
}

interface TenantDayRow {
  readonly tenant_id: string;
  readonly day: string;
  readonly rows: string;
  readonly money: readonly string[];
  readonly sum: string;
  readonly xor: string;
}

/** By '<tenant> <day>'. Month by month: a statement over years of a large table would run into every limit. */
async function readGroups(
  options: CompareOptions,
  table: ReplayedTable,
  side: 'live' | 'shadow',
  zones: ReadonlyMap<TimeZone, readonly string[]>,
): Promise<Map<string, TenantDaySums>> {
  const { clickhouse, isStretch, signal } = options;
  const comparison = COMPARED[table];
  const tenantDays = new Map<string, MutableGroup>();
  if (!comparison) return new Map();
  const { day, key, money, expiring } = comparison;
  const name = side === 'live' ? table : shadowOf(table);
  const columns = await hashedColumns(clickhouse, table, isStretch);
  const isDate = day === 'day';
  const isIn = (other: string) => `(${key.join(', ')}) IN (SELECT ${key.join(', ')} FROM ${other})`;
  const compared =
    side === 'live'
      ? isStretch && `AND ${isIn(shadowOf(table))}`
      : expiring !== undefined && `AND (NOT (${expiring}) OR ${isIn(table)})`;
  const months = await clickhouse.query<{ month: number }>({
    name: 'replay-months',
    sql: `SELECT DISTINCT toYYYYMM(${day}) AS month FROM ${name} ORDER BY month`,
  });
  for (const [zone, tenantIds] of zones) {
    for (const { month } of months) {
      signal.throwIfAborted();
      const rows = await clickhouse.query<TenantDayRow>({
        name: 'replay-tenant-days',
        sql: `
          SELECT tenant_id, ${isDate ? 'toString(moment)' : 'toString(toDate(moment, {zone:String}))'} AS day, toString(count()) AS rows, [${money.map((column) => `toString(toInt128(sum(${column}) * 10000))`).join(', ')}] AS money,
            toString(sum(hash)) AS sum, toString(groupBitXor(hash)) AS xor
          FROM (
            SELECT tenant_id, ${day} AS moment, ${money.map((column) => `${column}, `).join('')}
              cityHash64(tuple(${columns.join(', ')})) AS hash
            FROM ${name} FINAL
            WHERE toYYYYMM(${day}) = {month:UInt32} AND tenant_id IN {tenantIds:Array(String)} ${compared || ''}
          )
          GROUP BY tenant_id, day
          SETTINGS do_not_merge_across_partitions_select_final = 1, max_execution_time = 600, session_timezone = 'UTC'`,
        params: { month, tenantIds, ...(isDate ? {} : { zone }) },
      });
      for (const row of rows) addTo(tenantDays, row, money);
    }
  }
  return new Map(
    [...tenantDays].map(([key, { rows, money: sums, sum, xor }]) => [
      key,
      { rows, money: asText(sums), hash: `${sum.toString(16)}-${xor.toString(16)}` },
    ]),
  );
}

interface MutableGroup {
  rows: number;
  /** In ten-thousandths, as the columns hold it. */
  readonly money: Record<string, bigint>;
  sum: bigint;
  xor: bigint;
}

/** A local day may lie in two months of UTC: its parts are added up. */
function addTo(tenantDays: Map<string, MutableGroup>, row: TenantDayRow, money: readonly string[]): void {
  const key = `${row.tenant_id} ${row.day}`;
  const one = tenantDays.get(key) ?? { rows: 0, money: {}, sum: 0n, xor: 0n };
  one.rows += Number(row.rows);
  one.sum = BigInt.asUintN(64, one.sum + BigInt(row.sum));
  one.xor ^= BigInt(row.xor);
  for (const [index, column] of money.entries()) {
    one.money[column] = (one.money[column] ?? 0n) + BigInt(row.money[index] ?? 0);
  }
  tenantDays.set(key, one);
}

const asText = (money: Readonly<Record<string, bigint>>): Record<string, string> =>
  Object.fromEntries(Object.entries(money).map(([column, units]) => [column, decimalOf(units)]));

/** All columns of the table; in a stretch without the receipt, since a delivery that came twice may have come first before it. */
async function hashedColumns(clickhouse: ClickHouse, table: ReplayedTable, isStretch: boolean): Promise<string[]> {
  const rows = await clickhouse.query<{ table: string; name: string }>({
    name: 'replay-columns',
    sql: `SELECT table, name FROM system.columns WHERE database = currentDatabase() AND table IN {names:Array(String)} ORDER BY position`,
    params: { names: [table, shadowOf(table)] },
  });
  const of = (name: string) => rows.filter((row) => row.table === name).map((row) => row.name);
  if (of(table).join() !== of(shadowOf(table)).join()) {
    throw new OpsError(
      EXIT.usage,
      `The table ${table} was changed since its shadow was made; begin again with \`replay run --fresh\`.`,
    );
  }
  const { derived } = COMPARED[table] ?? {};
  const outOfStretch = new Set(['received_at', ...(Array.isArray(derived) ? derived : [])]);
  return of(table).filter((column) => !VOLATILE.has(column) && !(isStretch && outOfStretch.has(column)));
}
