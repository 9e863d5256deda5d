import type { DefinedInsert } from '@tracker/infra/clickhouse/define-insert';
import type { Changes } from './changes.ts';
import type { Sink } from './sink.ts';

/** A table of the analytics store; `note` collects what a row of it touches. */
export const tableSink = <Row>(
  insert: DefinedInsert<Row>,
  note: (changes: Changes, row: Row) => void = () => undefined,
): Sink<Row> => ({
  async store(clickhouse, rows, changes) {
    await insert.run(clickhouse, rows);
    for (const row of rows) note(changes, row);
  },
});
