// Measures inserts into the analytics store without the processor: the baseline for the processor's throughput.
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { DefinedInsert } from '@tracker/infra/clickhouse/define-insert';

export interface DirectInsertResult {
  readonly rows: number;
  readonly rowsPerSecond: number;
}

/** Inserts `rows` in sequential batches. Pass the rows and the batch size of the processor, so that both write the same. */
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
