// Cells that no seal names: of a day that was counted again, of a count that died, of days of another time zone. Nobody reads them.
import type { ClickHouse } from './client.ts';
import { CELL_TABLES } from './tables/daily-cells.ts';
import { DAY_STATES } from './tables/sealed-days.ts';

/** A few at a time: what is left goes the next time. */
const GENERATIONS_MAX = 2_000;

/** The generations, older than `before`, that no seal names. A younger one may still be counted. */
export async function findStaleCells(clickhouse: ClickHouse, before: bigint): Promise<Set<string>> {
  const found = await clickhouse.query<{ generation: string }>({
    name: 'stale-cells',
    sql: `SELECT DISTINCT toString(generation) AS generation FROM (
        ${CELL_TABLES.map((table) => `SELECT DISTINCT generation FROM ${table} WHERE generation < {before:UInt64}`).join(' UNION ALL ')}
      )
      WHERE generation NOT IN (SELECT generation FROM sealed_days FINAL WHERE state = ${DAY_STATES.sealed})
      LIMIT ${GENERATIONS_MAX} SETTINGS max_execution_time = 60`,
    params: { before },
  });
  return new Set(found.map(({ generation }) => generation));
}

export async function removeCells(clickhouse: ClickHouse, generations: readonly string[]): Promise<void> {
  const list = generations.filter((text) => /^\d+$/.test(text)).join(', ');
  if (list === '') return;
  for (const table of CELL_TABLES) {
    await clickhouse.command(`ALTER TABLE ${table} DELETE WHERE generation IN (${list})`);
  }
}
