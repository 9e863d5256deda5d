// A table filled from another one inside the store: the rows of a busy day never pass through this process.
import type { z } from 'zod';
import type { ClickHouse } from './client.ts';
import { type QueryShape, registerQuery } from './query-registry.ts';

export interface DefinedRollup<P> {
  readonly name: string;
  /** The question, without the INSERT before it. */
  readonly sql: string;
  /** The same without its limits, for who compares the rows with the table. */
  readonly question: string;
  readonly table: string;
  readonly columns: readonly string[];
  /** Resolves when the rows are stored; rejects with `StoreError`, and some of them may be stored then. */
  run(clickhouse: ClickHouse, tenantId: string, params: P): Promise<void>;
}

/** A question about one tenant, under the rules of `defineQuery`, whose answer goes into `table`. */
export function defineRollup<P extends QueryShape>(definition: {
  readonly name: string;
  readonly table: string;
  /** In the order of the SELECT. */
  readonly columns: readonly string[];
  readonly params: P;
  readonly sql: string;
}): DefinedRollup<z.input<P>> {
  const { name, table, columns, params } = definition;
  const sql = registerQuery('rollup', definition, ['tenantId']);
  const statement = `INSERT INTO ${table} (${columns.join(', ')})\n${sql}`;
  return {
    name,
    sql,
    question: definition.sql,
    table,
    columns,
    async run(clickhouse, tenantId, values) {
      if (tenantId === '') throw new TypeError(`rollup ${name}: no tenant`);
      await clickhouse.command(statement, { ...params.parse(values), tenantId });
    },
  };
}
