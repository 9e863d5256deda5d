import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { rowsWaitingFor, type StoredClick } from '../batch/waiting-for-clicks.ts';
import type { ConversionKey } from './conversion-key.ts';
import { conversionsWaitingForClicks, conversionsWaitingInMinutes } from './queries.ts';

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
