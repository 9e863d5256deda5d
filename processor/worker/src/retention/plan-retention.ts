// What the retention of each tenant deletes today: clicks, page views, opened checkouts and late pixel ids by months, deliveries, dead letters and audit
// log by days. Conversions, their ledger, their clicks and spend stay, and so do the figures of finalized days.
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { TRAFFIC_TABLES } from '@tracker/infra/clickhouse/tables/tenant-tables';
import { eachApart } from '@tracker/infra/lifecycle/each-apart';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { addDays, dayOf, monthsBefore, startOfDay } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';

type TrafficTable = (typeof TRAFFIC_TABLES)[number];
export type RetainedTable = TrafficTable | 'webhook_deliveries' | 'dead_letters' | 'audit_log';

export interface RetentionItem {
  readonly table: RetainedTable;
  /** Of the rows, as `yyyyMM` in UTC: one statement deletes one partition. Null where the table has none. */
  readonly month: string | null;
  readonly rows: number;
  /** On disk; an estimate by the mean row. */
  readonly bytes: number;
  /** Of ClickHouse; '' for the audit log. */
  readonly where: string;
}

export interface TenantRetention {
  readonly tenantId: TenantId;
  readonly timeZone: TimeZone;
  /** Clicks and page views before it go. */
  readonly clicksKeptFromMs: number;
  readonly auditKeptFromMs: number;
  readonly items: readonly RetentionItem[];
}

interface Settings {
  readonly tenant_id: TenantId;
  readonly time_zone: TimeZone;
  readonly clicks_months: number;
  readonly deliveries_days: number;
  readonly audit_days: number;
  readonly clicks_kept_from: Date | null;
}

export interface PlanDeps {
  readonly clickhouse: ClickHouse;
  readonly postgres: Postgres;
}

/** How many refused deliveries of a tenant are kept, of any age. */
export const REFUSED_KEPT = 50;

/** Tenants with nothing to delete are left out, and those that cannot be looked at. */
export async function planRetention(
  deps: PlanDeps,
  nowMs: number,
  onFailed: (tenantId: TenantId, error: unknown) => void,
): Promise<TenantRetention[]> {
  const settings = await deps.postgres.sql<Settings[]>`SELECT * FROM list_retention()`;
  const rowBytes = await meanRowBytes(deps.clickhouse);
  const plans: TenantRetention[] = [];
  await eachApart(
    settings,
    async (tenant) => {
      const plan = await planTenant(deps, tenant, { nowMs, rowBytes });
      if (plan.items.length > 0) plans.push(plan);
    },
    ({ tenant_id: tenantId }, error) => onFailed(tenantId, error),
  );
  return plans;
}

async function planTenant(
  { clickhouse, postgres }: PlanDeps,
  settings: Settings,
  { nowMs, rowBytes }: { nowMs: number; rowBytes: ReadonlyMap<string, number> },
): Promise<TenantRetention> {
  const { tenant_id: tenantId, time_zone: timeZone } = settings;
  const today = dayOf(nowMs, timeZone);
  const wantedMs = startOfDay(monthsBefore(today, settings.clicks_months), timeZone);
  const clicksKeptFromMs = Math.max(wantedMs, settings.clicks_kept_from?.getTime() ?? 0);
  const auditKeptFromMs = startOfDay(addDays(today, -settings.audit_days), timeZone);
  const deliveries = instant(startOfDay(addDays(today, -settings.deliveries_days), timeZone));
  const own = `tenant_id = '${quoted(tenantId)}'`;
  const sold = `click_id NOT IN (SELECT click_id FROM conversions WHERE ${own} AND click_id != '')`;
  const before = `${own} AND ts < ${instant(clicksKeptFromMs)}`;
  const refused = `SELECT delivery_id FROM webhook_deliveries WHERE ${own} AND verdict = 'rejected' ORDER BY received_at DESC LIMIT ${REFUSED_KEPT}`;

  const items: RetentionItem[] = [];
  const count = async (table: RetainedTable, month: string, where: string) => {
    const rows = await clickhouse.query<{ month: string; rows: string }>({
      name: 'retention-plan',
      sql: `SELECT ${month} AS month, toString(count()) AS rows FROM ${table} WHERE ${where} GROUP BY month ORDER BY month`,
    });
    for (const found of rows) {
      const deleted = Number(found.rows);
      items.push({
        table,
        month: found.month || null,
        rows: deleted,
        bytes: Math.round(deleted * (rowBytes.get(table) ?? 0)),
        where,
      });
    }
  };
  // The clicks of conversions stay: a refund after years still finds the campaign of its conversion.
  for (const table of ['click_identities', 'opened_checkouts', 'prefetch_proofs'] as const)
    await count(table, 'toString(toYYYYMM(ts))', `${before} AND ${sold}`);
  for (const table of ['page_views', 'script_notices'] as const) await count(table, 'toString(toYYYYMM(ts))', before);
  // The click that they wait for would be dropped.
  await count(
    'unattributed_page_views',
    'toString(toYYYYMM(click_minute))',
    `${own} AND click_minute < ${instant(clicksKeptFromMs)}`,
  );
  await count('clicks', 'toString(toYYYYMM(ts))', `${before} AND ${sold}`);
  await count(
    'webhook_deliveries',
    'toString(toYYYYMM(received_at))',
    `${own} AND (received_at < ${deliveries} OR (verdict = 'rejected' AND delivery_id NOT IN (${refused})))`,
  );
  await count('dead_letters', `''`, `${own} AND failed_at < ${deliveries}`);
  const [audit] = await postgres.withTenant(tenantId, (trx) =>
    trx
      .selectFrom('audit_log')
      .select(({ fn }) => fn.countAll<string>().as('rows'))
      .where('at', '<', new Date(auditKeptFromMs))
      .execute(),
  );
  const auditRows = Number(audit?.rows ?? 0);
  if (auditRows > 0) {
    items.push({ table: 'audit_log', month: null, rows: auditRows, bytes: auditRows * AUDIT_ROW_BYTES, where: '' });
  }
  return { tenantId, timeZone, clicksKeptFromMs, auditKeptFromMs, items };
}

/** With its index entries. */
const AUDIT_ROW_BYTES = 250;

async function meanRowBytes(clickhouse: ClickHouse): Promise<ReadonlyMap<string, number>> {
  const rows = await clickhouse.query<{ table: string; mean: number }>({
    name: 'retention-row-bytes',
    sql: `SELECT table, sum(bytes_on_disk) / greatest(sum(rows), 1) AS mean FROM system.parts
      WHERE database = currentDatabase() AND active GROUP BY table`,
  });
  return new Map(rows.map(({ table, mean }) => [table, Number(mean)]));
}

export const instant = (ms: number): string => `fromUnixTimestamp64Milli(toInt64(${Math.trunc(ms)}))`;

/** Ids are our own; a statement that deletes takes no parameters, so each is looked at once more. */
export function quoted(id: string): string {
  if (!/^[\w-]{1,80}$/.test(id)) throw new TypeError('a tenant has an id that is none');
  return id;
}
