import type { ClickHouse } from './client.ts';
import { StoreError } from './errors.ts';

/**
 * Rejects while the analytics store takes no insert: one row that is replaced. A single table of a cluster may be read-only while all others
 * take rows, and then batches stand still.
 */
export async function probeClickHouse(clickhouse: Pick<ClickHouse, 'insert' | 'query' | 'embedded'>): Promise<void> {
  await clickhouse.insert({ table: 'store_probe', columns: ['id'], rows: [[1]] });
  if (clickhouse.embedded) return;
  const readOnly = await clickhouse.query<{ table: string }>({
    name: 'probe-read-only-tables',
    sql: 'SELECT table FROM system.replicas WHERE database = currentDatabase() AND is_readonly ORDER BY table LIMIT 3',
  });
  if (readOnly.length === 0) return;
  const tables = readOnly.map(({ table }) => table).join(', ');
  throw new StoreError(`tables are read-only: ${tables}`, { kind: 'busy', code: 242, type: 'TABLE_IS_READ_ONLY' });
}

/** When the last row was stored, by the clock of the store; undefined before the first. */
export async function probedClickHouseAgeMs(clickhouse: Pick<ClickHouse, 'query'>): Promise<number | undefined> {
  const [row] = await clickhouse.query<{ age: string; n: string }>({
    name: 'doctor-probe',
    sql: 'SELECT toString(toUnixTimestamp64Milli(now64(3)) - toUnixTimestamp64Milli(max(written_at))) AS age, toString(count()) AS n FROM store_probe',
  });
  return row && row.n !== '0' ? Number(row.age) : undefined;
}
