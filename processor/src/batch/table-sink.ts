import type { DefinedInsert } from '@tracker/infra/clickhouse/define-insert';
import type { Sink } from './sink.ts';
import type { Touched } from './touched.ts';

/** A table of the analytics store; `note` collects what a row of it touches. */
export const tableSink = <Row>(
  insert: DefinedInsert<Row>,
  note: (touched: Touched, row: Row) => void = () => undefined,
): Sink<Row> => ({
  async store(clickhouse, rows, touched) {
    await insert.run(clickhouse, rows);
    for (const row of rows) note(touched, row);
  },
});
