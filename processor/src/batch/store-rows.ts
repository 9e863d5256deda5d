import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { DefinedInsert } from '@tracker/infra/clickhouse/define-insert';
import { StoreError } from '@tracker/infra/clickhouse/errors';
import type { RefusedRow, Sourced } from './sink.ts';

/**
 * Stores the rows; returns those that the store will never accept. A batch with a bad row is halved until the bad row is alone,
 * so that its neighbours are stored. Rejects when the store is unavailable.
 */
export async function storeRows<Row>(
  clickhouse: ClickHouse,
  insert: DefinedInsert<Row>,
  rows: readonly Sourced<Row>[],
): Promise<RefusedRow<Row>[]> {
  if (rows.length === 0) return [];
  try {
    await insert.run(
      clickhouse,
      rows.map((one) => one.row),
    );
    return [];
  } catch (error) {
    if (!(error instanceof StoreError) || error.kind !== 'data') throw error;
    const [only] = rows;
    if (rows.length === 1 && only) return [{ ...only, error }];
    const middle = rows.length >> 1;
    const first = await storeRows(clickhouse, insert, rows.slice(0, middle));
    return [...first, ...(await storeRows(clickhouse, insert, rows.slice(middle)))];
  }
}
