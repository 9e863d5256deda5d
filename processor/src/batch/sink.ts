import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { Changes } from './changes.ts';

/** Where the rows of a stream go. */
export interface Sink<Row> {
  /** It looks up what the other streams store, so that its rows are stored after theirs. */
  readonly storesLast?: true;
  /**
   * Resolves when the rows are durable. Rejects when the store is away, or when it does not take a row: then the caller stores them in halves, so
   * that rows are stored more than once.
   */
  store(clickhouse: ClickHouse, rows: readonly Row[], changes: Changes): Promise<void>;
}

/** Stores nothing: the rows only name the derived rows to recompute. */
export const signalSink = <Row>(note: (changes: Changes, row: Row) => void): Sink<Row> => ({
  async store(_clickhouse, rows, changes) {
    for (const row of rows) note(changes, row);
  },
});
