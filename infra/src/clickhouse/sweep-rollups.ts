// Rollup rows that no finalized day names: of a day that was built again, of a build that died, of days of another time zone. No figure reads them.
import type { ClickHouse } from './client.ts';
import { DAY_STATES } from './tables/finalized-days.ts';
import { ROLLUP_TABLES } from './tables/rollups.ts';

/** A few at a time: what is left goes the next time. */
const BUILDS_MAX = 2_000;

/** The build ids, older than `before`, that no finalized day names. A younger one may still be under way. */
export async function findStaleBuilds(clickhouse: ClickHouse, before: bigint): Promise<Set<string>> {
  const found = await clickhouse.query<{ build_id: string }>({
    name: 'stale-builds',
    sql: `SELECT DISTINCT toString(build_id) AS build_id FROM (
        ${ROLLUP_TABLES.map((table) => `SELECT DISTINCT build_id FROM ${table} WHERE build_id < {before:UInt64}`).join(' UNION ALL ')}
      )
      WHERE build_id NOT IN (SELECT build_id FROM finalized_days FINAL WHERE state = ${DAY_STATES.finalized})
      LIMIT ${BUILDS_MAX} SETTINGS max_execution_time = 60`,
    params: { before },
  });
  return new Set(found.map(({ build_id }) => build_id));
}

export async function removeBuilds(clickhouse: ClickHouse, buildIds: readonly string[]): Promise<void> {
  const list = buildIds.filter((text) => /^\d+$/.test(text)).join(', ');
  if (list === '') return;
  for (const table of ROLLUP_TABLES) {
    await clickhouse.command(`ALTER TABLE ${table} DELETE WHERE build_id IN (${list})`);
  }
}
