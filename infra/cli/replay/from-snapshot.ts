// A replay of a log that was cut begins with the tables of a snapshot: what a verified replay gave up to one position. They are compared
// with what was verified then, copied into the shadows, and compared again, before the first event.
import { shadowClickHouse, shadowOf } from '@tracker/infra/clickhouse/shadow';
import { createRates } from '@tracker/infra/conversions/rates';
import { hasReached, positionsText, positionsToJson } from '@tracker/infra/event-log/positions';
import type { DecidedConversion } from '@tracker/processor/conversions/decide-unverified';
import { recomputeConversions, rewriteDecided } from '@tracker/processor/conversions/recompute-conversions';
import { createUnverifiedStore } from '@tracker/processor/conversions/unverified-store';
import { PROCESSOR_VERSION } from '@tracker/processor/version';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import {
  columnsOf,
  MONTH_SETTINGS,
  monthsOf,
  SNAPSHOT_TABLES,
  snapshotTable,
  sumOf,
} from '@tracker/worker/snapshots/snapshot-tables';
import { damagedTables, latestSnapshot, readClicksKeptFrom, type Snapshot } from '@tracker/worker/snapshots/snapshots';
import { EXIT, type OpsDeps, OpsError, type RunContext } from '../command.ts';

/** Null while the log reaches back to its beginning, and where no snapshot reaches to what is left of it. */
export async function neededSnapshot({ log, postgres }: Pick<OpsDeps, 'log' | 'postgres'>): Promise<Snapshot | null> {
  const begins = await log.begins(EVENTS_TOPIC);
  if (hasReached(new Map(), begins)) return null;
  const snapshot = await latestSnapshot(postgres);
  return snapshot && hasReached(snapshot.positions, begins) ? snapshot : null;
}

export const snapshotData = ({ id, positions, processorVersion, verifiedAt }: Snapshot) => ({
  id,
  positions: positionsToJson(positions),
  processorVersion,
  verifiedAt,
});

export function snapshotLines({ id, positions, processorVersion, verifiedAt }: Snapshot): string[] {
  const at = `the snapshot ${id} of ${verifiedAt.toISOString()}, at ${positionsText(positions)}`;
  const made = `made by processor version ${processorVersion}, the present one is ${PROCESSOR_VERSION}`;
  return [
    `The log does not reach back to its beginning: a replay starts from ${at}.`,
    `What lies before is taken from there as it is (${made}): a better mapping changes only what came later. --whole reads the archive instead.`,
  ];
}

export async function loadSnapshot(
  { clickhouse, postgres }: OpsDeps,
  id: string,
  { report, signal }: Pick<RunContext, 'report' | 'signal'>,
): Promise<void> {
  const snapshot = await latestSnapshot(postgres);
  if (snapshot?.id !== id) throw new OpsError(EXIT.usage, `The snapshot ${id} was replaced; begin again with --fresh.`);
  const damaged = await damagedTables(clickhouse, snapshot, signal);
  if (damaged.length > 0) {
    throw new OpsError(
      EXIT.failed,
      `The snapshot ${id} cannot be used: ${damaged.join(', ')} differ from what was verified.`,
    );
  }
  // What the retention has given up since comes from the live tables (carry-over.ts), or not at all.
  const keptFrom = await readClicksKeptFrom(postgres);
  for (const [index, table] of SNAPSHOT_TABLES.entries()) {
    report.bar('Loading the snapshot', index, SNAPSHOT_TABLES.length);
    const [source, target] = [snapshotTable(table, id), shadowOf(table)];
    const wanted = new Set(await columnsOf(clickhouse, target));
    // A column that came later has its default here, as the rows of before have it in the live table.
    const columns = (await columnsOf(clickhouse, source)).filter((column) => wanted.has(column));
    const part = { table, columns, keptFrom, signal };
    for await (const { sql, params } of monthsOf(clickhouse, { ...part, name: source })) {
      await clickhouse.command(`INSERT INTO ${target} (${columns.join(', ')}) ${sql} ${MONTH_SETTINGS}`, params);
    }
    const [kept, loaded] = [
      await sumOf(clickhouse, { ...part, name: source }),
      await sumOf(clickhouse, { ...part, name: target }),
    ];
    if (kept.rows !== loaded.rows || kept.hash !== loaded.hash) {
      throw new OpsError(EXIT.failed, `${target} is not what ${source} has; go on with \`replay resume\`.`);
    }
  }
  await loadDeliveries(clickhouse);
  report.bar('Loading the snapshot', SNAPSHOT_TABLES.length, SNAPSHOT_TABLES.length);
}

/** All live ones: no figure reads them. The log gives those behind the snapshot again, with the same keys. */
async function loadDeliveries(clickhouse: OpsDeps['clickhouse']): Promise<void> {
  const months = await clickhouse.query<{ month: number }>({
    name: 'snapshot-months',
    sql: 'SELECT DISTINCT toYYYYMM(received_at) AS month FROM webhook_deliveries ORDER BY month',
  });
  for (const { month } of months) {
    await clickhouse.command(
      `INSERT INTO ${shadowOf('webhook_deliveries')} SELECT * FROM webhook_deliveries FINAL
       WHERE toYYYYMM(received_at) = {month:UInt32} ${MONTH_SETTINGS}`,
      { month },
    );
  }
}

/**
 * Conversions of the snapshot whose click came after it. The log gives such a click again, and with it the conversion; but not one that is
 * before a limit of the retention by now: it was carried over, and its event is dropped.
 */
export async function attributeToCarriedClicks({ clickhouse, postgres, caches }: OpsDeps): Promise<void> {
  const rows = await clickhouse.query<{ tenant_id: TenantId; conversion_id: string }>({
    name: 'snapshot-waiting-conversions',
    sql: `SELECT DISTINCT toString(tenant_id) AS tenant_id, conversion_id FROM ${shadowOf('unattributed_conversions')} FINAL
      WHERE (tenant_id, click_id) IN (SELECT tenant_id, click_id FROM ${shadowOf('clicks')})
        AND (tenant_id, conversion_id) IN (SELECT tenant_id, conversion_id FROM ${shadowOf('conversions')} FINAL WHERE click_ts IS NULL)`,
  });
  const stores = {
    clickhouse: shadowClickHouse(clickhouse),
    rates: createRates({ sql: postgres.sql, tenants: caches.tenants }),
    unverified: createUnverifiedStore(postgres),
    outbox: null,
    changedRows: null,
  };
  const keys = rows.map((row) => ({ tenantId: row.tenant_id, conversionId: row.conversion_id }));
  const others = new Map<string, DecidedConversion>();
  await recomputeConversions(stores, keys, others, { money: new Map(), proofs: [] });
  await rewriteDecided(stores, [...others.values()], new Map());
}
