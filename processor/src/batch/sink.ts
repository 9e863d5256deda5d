import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { LogRecord } from '@tracker/infra/event-log/event-log';
import type { Touched } from './touched.ts';

/** A row and the record it came from, so that a rejected row can be kept with its bytes. */
export interface Sourced<Row> {
  readonly row: Row;
  readonly record: LogRecord;
}

/** A row that its store will never take, and why. */
export interface RefusedRow<Row> extends Sourced<Row> {
  readonly error: Error;
}

/** Where the rows of a stream go. */
export interface Sink<Row> {
  /** It looks up what the other streams store, so that its rows are stored after theirs. */
  readonly isLast?: true;
  /** Resolves when the rows are durable, with those that were refused. Rejects when the store is away: the batch comes again. */
  store(clickhouse: ClickHouse, rows: readonly Sourced<Row>[], touched: Touched): Promise<RefusedRow<Row>[]>;
}

/** Stores nothing: the rows only name the derived rows to recompute. */
export const signalSink = <Row>(note: (touched: Touched, row: Row) => void): Sink<Row> => ({
  async store(_clickhouse, rows, touched) {
    for (const { row } of rows) note(touched, row);
    return [];
  },
});
