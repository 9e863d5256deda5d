// Cells that no seal names: of a day that was counted again, of a count that died, of days of another time zone. Nobody reads them.
import type { ClickHouse } from './client.ts';
import { CELL_TABLES } from './tables/daily-cells.ts';
import { DAY_STATES } from './tables/sealed-days.ts';

/** A few at a time: what is left goes the next day. */
const GENERATIONS_MAX = 2_000;

/** Those of attempts that began before `before`; a younger one may still be at it. Gives how many attempts were removed. */
export async function sweepCells(clickhouse: ClickHouse, before: bigint): Promise<number> {
  const removed = new Set<string>();
  for (const table of CELL_TABLES) {
    const found = await clickhouse.query<{ generation: string }>({
      name: 'sweep-cells',
      sql: `SELECT DISTINCT toString(generation) AS generation FROM ${table}
        WHERE generation < {before:UInt64}
          AND generation NOT IN (SELECT generation FROM sealed_days FINAL WHERE state = ${DAY_STATES.sealed})
        LIMIT ${GENERATIONS_MAX} SETTINGS max_execution_time = 60`,
      params: { before },
    });
    if (found.length === 0) continue;
    for (const { generation } of found) removed.add(generation);
    const list = found.map(({ generation }) => generation).filter((text) => /^\d+$/.test(text));
    await clickhouse.command(`ALTER TABLE ${table} DELETE WHERE generation IN (${list.join(', ')})`);
  }
  return removed.size;
}
