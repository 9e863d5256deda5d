// The snapshot keeps no click or page view longer than the live tables do (ADR 33). What is kept of the days before a limit comes from the
// live tables in each replay, so that here all of them go. The new limits and sums are stored before the first row goes: rows before a
// stored limit are no part of the sums, so that a run that ends in its middle is repeated by the next one.
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { TRAFFIC_TABLES } from '@tracker/infra/clickhouse/tables/tenant-tables';
import { eachApart } from '@tracker/infra/lifecycle/each-apart';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Logger } from '@tracker/infra/telemetry/logger';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { columnsOf, MOMENTS, type SnapshotTable, snapshotTable, tenantsBefore } from '../snapshots/snapshot-tables.ts';
import { damagedTables, latestSnapshot, readClicksKeptFrom, snapshotSums } from '../snapshots/snapshots.ts';
import { instant, quoted } from './plan-retention.ts';

export interface ShrinkDeps {
  readonly clickhouse: ClickHouse;
  readonly postgres: Postgres;
  readonly logger: Logger;
}

export async function shrinkSnapshot(
  { clickhouse, postgres, logger }: ShrinkDeps,
  onFailed: (tenantId: TenantId, error: unknown) => void,
  signal?: AbortSignal,
) {
  const snapshot = await latestSnapshot(postgres);
  if (!snapshot) return;
  const keptFrom = await readClicksKeptFrom(postgres);
  const old: { table: SnapshotTable; tenants: TenantId[] }[] = [];
  for (const table of TRAFFIC_TABLES) {
    const name = snapshotTable(table, snapshot.id);
    if ((await columnsOf(clickhouse, name)).length === 0) continue;
    const tenants = await tenantsBefore(clickhouse, { table, name, keptFrom });
    if (tenants.length > 0) old.push({ table, tenants });
  }
  if (old.length === 0) return;
  const damaged = await damagedTables(clickhouse, snapshot, signal);
  if (damaged.length > 0) {
    // The rows go all the same, since the law asks for it. With the sums of before it stays a snapshot that cannot be used.
    logger.warn(
      { event: 'retention.snapshot.damaged', snapshot: snapshot.id, tables: damaged },
      'replay snapshot differs from what was verified; it is not used',
    );
  } else {
    const changed = { tables: TRAFFIC_TABLES, signal };
    const sums = await snapshotSums(clickhouse, { id: snapshot.id, keptFrom }, changed);
    const tables = { ...snapshot.tables, ...sums };
    await postgres.sql`
      UPDATE replay_snapshots SET tables = ${postgres.sql.json(tables)}, clicks_kept_from = ${postgres.sql.json(keptFrom)}
      WHERE id = ${snapshot.id}`;
  }
  for (const { table, tenants } of old) {
    await eachApart(
      tenants,
      async (tenantId) => {
        signal?.throwIfAborted();
        await clickhouse.command(
          `ALTER TABLE ${snapshotTable(table, snapshot.id)}
           DELETE WHERE tenant_id = '${quoted(tenantId)}' AND ${MOMENTS[table]} < ${instant(keptFrom[tenantId] ?? 0)}
           SETTINGS mutations_sync = 2`,
        );
      },
      onFailed,
    );
  }
}
