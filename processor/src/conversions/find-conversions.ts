// Which conversions are recomputed because of something that is no event of theirs.
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { ChangedCurrency } from '../batch/changes.ts';
import { rowsWaitingFor, type StoredClick } from '../batch/waiting-for-clicks.ts';
import type { ConversionKey } from './conversion-key.ts';
import {
  CURRENCY_SHARDS,
  conversionsOfCurrencies,
  conversionsWaitingForClicks,
  conversionsWaitingInMinutes,
} from './queries.ts';

/** The conversions that named one of these clicks before it was stored. */
export async function conversionsWaitingFor(
  clickhouse: ClickHouse,
  clicks: readonly StoredClick[],
): Promise<ConversionKey[]> {
  const waiting = await rowsWaitingFor(
    {
      inMinutes: (keys) => conversionsWaitingInMinutes.run(clickhouse, keys),
      forClicks: (keys) => conversionsWaitingForClicks.run(clickhouse, keys),
    },
    clicks,
  );
  return waiting.map((row) => ({ tenantId: row.tenant_id, conversionId: row.conversion_id }));
}

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
