import type { ClickHouse } from './client.ts';

/** One row that is replaced: rejects while the analytics store takes no insert. */
export const probeClickHouse = (clickhouse: Pick<ClickHouse, 'insert'>): Promise<void> =>
  clickhouse.insert({ table: 'store_probe', columns: ['id'], rows: [[1]] });

/** When the last one was stored, by the clock of the store; undefined before the first. */
export async function probedClickHouseAgeMs(clickhouse: Pick<ClickHouse, 'query'>): Promise<number | undefined> {
  const [row] = await clickhouse.query<{ age: string; n: string }>({
    name: 'doctor-probe',
    sql: 'SELECT toString(toUnixTimestamp64Milli(now64(3)) - toUnixTimestamp64Milli(max(written_at))) AS age, toString(count()) AS n FROM store_probe',
  });
  return row && row.n !== '0' ? Number(row.age) : undefined;
}
