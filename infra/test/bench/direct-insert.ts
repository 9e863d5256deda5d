// What the analytics store takes when nothing stands in front of it: the baseline that the processor is measured against.
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { DefinedInsert } from '@tracker/infra/clickhouse/define-insert';

export interface DirectInsertResult {
  readonly rows: number;
  readonly rowsPerSecond: number;
}

/**
 * Inserts the rows in batches, one after the other, until `rows` are in; a batch is stored when the next begins. Give it the
 * rows that the processor stored, so that both write the same, and the processor's batch size.
 */
export async function measureDirectInsert<Row>(
  clickhouse: ClickHouse,
  insert: DefinedInsert<Row>,
  rows: readonly Row[],
  batchSize = 10_000,
): Promise<DirectInsertResult> {
  const begin = performance.now();
  for (let start = 0; start < rows.length; start += batchSize) {
    await insert.run(clickhouse, rows.slice(start, start + batchSize));
  }
  return { rows: rows.length, rowsPerSecond: rows.length / ((performance.now() - begin) / 1000) };
}
