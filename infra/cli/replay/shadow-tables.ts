// The shadow tables. The comment of each one is the id of its run, and the swap moves the comment with the table. So it is always
// visible which tables are live, also after a crash in the middle of a swap.
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { shadowOf } from '@tracker/infra/clickhouse/shadow';
import { REPLAYED_TABLES, type ReplayedTable } from '@tracker/infra/clickhouse/tables/tenant-tables';
import { EXIT, OpsError } from '../command.ts';

const commentOf = (runId: string): string => `replay ${runId}`;

export interface TableFacts {
  readonly name: string;
  readonly comment: string;
  readonly rows: number;
  readonly bytes: number;
}

/** The live tables and those of their shadows that exist, by name. */
export async function tableFacts(clickhouse: ClickHouse): Promise<Map<string, TableFacts>> {
  const names = REPLAYED_TABLES.flatMap((table) => [table, shadowOf(table)]);
  const rows = await clickhouse.query<{ name: string; comment: string; rows: string | null; bytes: string | null }>({
    name: 'replay-tables',
    sql: `SELECT name, comment, toString(total_rows) AS rows, toString(total_bytes) AS bytes
      FROM system.tables WHERE database = currentDatabase() AND name IN {names:Array(String)}`,
    params: { names },
  });
  return new Map(
    rows.map(({ name, comment, rows, bytes }) => [
      name,
      { name, comment, rows: Number(rows ?? 0), bytes: Number(bytes ?? 0) },
    ]),
  );
}

export async function dropShadows(clickhouse: ClickHouse): Promise<void> {
  for (const table of REPLAYED_TABLES) await clickhouse.command(`DROP TABLE IF EXISTS ${shadowOf(table)} SYNC`);
}

/** `isNew`: nothing was written yet, so shadows of an older run may be replaced. Else each must be there, as the run left it. */
export async function ensureShadows(clickhouse: ClickHouse, run: { id: string; isNew: boolean }): Promise<void> {
  const facts = await tableFacts(clickhouse);
  for (const table of REPLAYED_TABLES) {
    const shadow = shadowOf(table);
    if (facts.get(shadow)?.comment === commentOf(run.id)) continue;
    if (!run.isNew)
      throw new OpsError(
        EXIT.usage,
        `The shadow table ${shadow} of this replay is gone; begin again with \`replay run --fresh\`.`,
      );
    await clickhouse.command(`DROP TABLE IF EXISTS ${shadow} SYNC`);
    await clickhouse.command(`CREATE TABLE ${shadow} AS ${table}`);
    // Last: a shadow without it is not a shadow yet.
    await clickhouse.command(`ALTER TABLE ${shadow} MODIFY COMMENT '${commentOf(run.id)}'`);
  }
}

/** Some of the run's tables are live and others not: a swap or a rollback died in its middle. */
export async function isHalfPlaced(clickhouse: ClickHouse, runId: string): Promise<boolean> {
  const facts = await tableFacts(clickhouse);
  const live = REPLAYED_TABLES.filter((table) => facts.get(table)?.comment === commentOf(runId));
  return live.length > 0 && live.length < REPLAYED_TABLES.length;
}

export type Side = 'live' | 'shadow';

/** Exchanges what does not stand there yet, so that the run's tables are on that side; safe to repeat after a crash in its middle. */
export async function placeTables(
  clickhouse: ClickHouse,
  runId: string,
  side: Side,
  tables: readonly ReplayedTable[] = REPLAYED_TABLES,
): Promise<void> {
  const facts = await tableFacts(clickhouse);
  for (const table of tables) {
    const here = side === 'live' ? table : shadowOf(table);
    if (facts.get(here)?.comment === commentOf(runId)) continue;
    await clickhouse.command(`EXCHANGE TABLES ${table} AND ${shadowOf(table)}`);
  }
}
