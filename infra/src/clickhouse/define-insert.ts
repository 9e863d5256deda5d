import type { ClickHouse } from './client.ts';
import { type Columns, encodeValue, type RowOf } from './columns.ts';

/** The body of an insert is one string in memory, and the embedded engine copies it: more rows cost memory and gain nothing. */
const batchSizeMax = 10_000;

export interface DefinedInsert<Row> {
  readonly table: string;
  readonly columns: readonly string[];
  /**
   * Resolves when all rows are stored. Rejects with `StoreError`; the rows of earlier batches are stored then, which does
   * no harm: every table folds a row that comes twice. `kind: 'data'` says that a row is at fault.
   */
  run(clickhouse: ClickHouse, rows: readonly Row[]): Promise<void>;
}

/** The row that an insert takes: `type ClickRow = DefinedRow<typeof insertClicks>`. */
export type DefinedRow<Insert> = Insert extends DefinedInsert<infer Row> ? Row : never;

/** The way rows get into a table. `columns` names every column that is written, with its kind. */
export function defineInsert<const C extends Columns>(definition: {
  table: string;
  columns: C;
}): DefinedInsert<RowOf<C>> {
  const entries = Object.entries(definition.columns);
  const names = entries.map(([name]) => name);
  const toValues = (row: Readonly<Record<string, unknown>>) =>
    entries.map(([name, kind]) => encodeValue(kind, row[name]));
  return {
    table: definition.table,
    columns: names,
    async run(clickhouse, rows) {
      for (let start = 0; start < rows.length; start += batchSizeMax) {
        const batch = rows.slice(start, start + batchSizeMax).map(toValues);
        await clickhouse.insert({ table: definition.table, columns: names, rows: batch });
      }
    },
  };
}
