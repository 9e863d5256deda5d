// A replay writes the whole history again, unnoticed: into shadow tables next to the live ones. The processor's own pipeline
// receives this store, which rewrites the table names.
import type { ClickHouse } from './client.ts';
import { REPLAYED_TABLES } from './tables/tenant-tables.ts';

export const SHADOW_SUFFIX = 'replay';

/**
 * False while a swap or a rollback is half done: tables of one run stand among the live ones and among the shadows. A run's id is the
 * comment of its tables, and goes with them.
 */
export async function liveTablesAreOneSet(clickhouse: ClickHouse): Promise<boolean> {
  const split = await clickhouse.query({
    name: 'live-tables-are-one-set',
    sql: `SELECT comment FROM system.tables
      WHERE database = currentDatabase() AND comment != '' AND name IN {names:Array(String)}
      GROUP BY comment HAVING uniqExact(endsWith(name, '_${SHADOW_SUFFIX}')) = 2`,
    params: { names: REPLAYED_TABLES.flatMap((table) => [table, shadowOf(table)]) },
  });
  return split.length === 0;
}

export const shadowOf = (table: string, suffix = SHADOW_SUFFIX): string => `${table}_${suffix}`;

/** Generators of the engine, no tables. */
const NO_TABLES = new Set(['numbers', 'one']);

/**
 * The same store, with inserts into and readings of the replayed tables sent to `<table>_<suffix>`. Throws for any other table: a replay
 * that wrote into a live one, or read from it, would be worse than none. Closing it leaves the store open.
 */
export function shadowClickHouse(clickhouse: ClickHouse, suffix: string = SHADOW_SUFFIX): ClickHouse {
  if (!/^[a-z][a-z0-9]*$/.test(suffix)) throw new TypeError('a suffix is lower-case letters and digits');
  const names = new Map<string, string>(REPLAYED_TABLES.map((table) => [table, shadowOf(table, suffix)]));
  /** Statements are few and fixed: each is rewritten once. */
  const statements = new Map<string, string>();

  function shadowName(table: string): string {
    const name = names.get(table);
    if (name === undefined) throw new TypeError(`${table} has no shadow: a replay must not touch it`);
    return name;
  }

  function shadowStatement(sql: string): string {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    // Names of sub-queries stand before AS (…), and are not tables.
    const local = new Set([...sql.matchAll(/\b([a-z_]\w*)\s+AS\s+(?:MATERIALIZED\s+)?\(/gi)].map((match) => match[1]));
    const rewritten = sql.replace(
      /\b(FROM|(?<!\bARRAY\s+)JOIN)(\s+)([a-z_]\w*)/gi,
      (whole, word: string, space: string, table: string) =>
        local.has(table) || NO_TABLES.has(table) ? whole : `${word}${space}${shadowName(table)}`,
    );
    statements.set(sql, rewritten);
    return rewritten;
  }

  return {
    embedded: clickhouse.embedded,
    query: (request) => clickhouse.query({ ...request, sql: shadowStatement(request.sql) }),
    insert: (request) => clickhouse.insert({ ...request, table: shadowName(request.table) }),
    command: () => Promise.reject(new TypeError('a shadow takes rows and questions, no commands')),
    ping: () => clickhouse.ping(),
    close: async () => undefined,
  };
}
