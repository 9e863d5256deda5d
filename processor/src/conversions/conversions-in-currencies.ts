import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { ChangedCurrency } from '../batch/changes.ts';
import type { ConversionKey } from './conversion-key.ts';
import { CURRENCY_SHARDS, conversionsOfCurrencies } from './queries.ts';

/** All conversions with a ledger event in one of these currencies. */
export async function conversionsInCurrencies(
  clickhouse: ClickHouse,
  changed: Iterable<ChangedCurrency>,
): Promise<ConversionKey[]> {
  const conversions: ConversionKey[] = [];
  for (const { tenantId, currency } of changed) {
    for (let shard = 0; shard < CURRENCY_SHARDS; shard += 1) {
      const rows = await conversionsOfCurrencies.run(clickhouse, [[tenantId, currency, shard]]);
      for (const row of rows) conversions.push({ tenantId: row.tenant_id, conversionId: row.conversion_id });
    }
  }
  return conversions;
}
