// Which conversions are recomputed because of something that is no event of theirs.
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { ChangedCurrency } from '../batch/changes.ts';
import { rowsWaitingFor, type StoredClick } from '../batch/waiting-for-clicks.ts';
import type { ConversionKey } from './conversion-key.ts';
import {
  CONVERSIONS_LISTED_MAX,
  conversionsOfCurrency,
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

/** The conversions with a ledger event in the currency, the first ones after an id. */
export async function conversionsInCurrency(
  clickhouse: ClickHouse,
  { tenantId, currency, afterId = '' }: ChangedCurrency & { readonly afterId?: string },
  most: number,
): Promise<string[]> {
  const rows = await conversionsOfCurrency.run(clickhouse, [[tenantId, currency, afterId, most]]);
  return rows.map((row) => row.conversion_id);
}

/** All of them. */
export async function allConversionsInCurrency(clickhouse: ClickHouse, changed: ChangedCurrency): Promise<string[]> {
  let ids: string[] = [];
  for (let isMore = true; isMore; ) {
    const some = await conversionsInCurrency(
      clickhouse,
      { ...changed, afterId: ids.at(-1) ?? '' },
      CONVERSIONS_LISTED_MAX,
    );
    ids = ids.concat(some);
    isMore = some.length === CONVERSIONS_LISTED_MAX;
  }
  return ids;
}
