import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { ChangedCurrency } from '../batch/touched.ts';
import { SALES_SHARDS, salesOfCurrencies } from './queries.ts';
import type { SaleKey } from './sale-key.ts';

/** All conversions with a ledger event in one of these currencies. */
export async function salesInCurrencies(
  clickhouse: ClickHouse,
  changed: Iterable<ChangedCurrency>,
): Promise<SaleKey[]> {
  const sales: SaleKey[] = [];
  for (const { tenantId, currency } of changed) {
    for (let shard = 0; shard < SALES_SHARDS; shard += 1) {
      const rows = await salesOfCurrencies.run(clickhouse, [[tenantId, currency, shard]]);
      for (const row of rows) sales.push({ tenantId: row.tenant_id, conversionId: row.conversion_id });
    }
  }
  return sales;
}
