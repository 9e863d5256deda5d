// Which checkouts the visitors of some clicks opened. A question of its own: its table is sorted by the moments of the clicks.

import { IN_RANGE } from '@tracker/figures/columns';
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { defineQuery } from '@tracker/infra/clickhouse/define-query';
import { InstantText } from '@tracker/infra/clickhouse/row-types';
import { OPENED_CHECKOUTS_MAX, type OpenedCheckout } from '@tracker/schemas/contracts/click-logs.contract';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { z } from 'zod';
import { spanOf } from './event-lists.ts';

export const checkoutsOfClicks = defineQuery({
  name: 'checkouts-of-clicks',
  params: z.object({ fromMs: z.number().int(), toMs: z.number().int(), clickIds: z.array(z.string()) }),
  row: z.object({ click_id: z.string(), opened_at: InstantText, url: z.string() }),
  sql: `
    SELECT click_id, opened_at, url
    FROM opened_checkouts FINAL
    WHERE tenant_id = {tenantId:String} AND ${IN_RANGE} AND click_id IN {clickIds:Array(String)}
    ORDER BY opened_at, event_id
    LIMIT ${OPENED_CHECKOUTS_MAX} BY click_id`,
});

/** By click id; a click without one is not there. */
export async function readOpenedCheckouts(
  clickhouse: ClickHouse,
  tenantId: TenantId,
  clicks: readonly { readonly click_id: string; readonly created_at: string }[],
): Promise<ReadonlyMap<string, z.input<typeof OpenedCheckout>[]>> {
  const found = new Map<string, z.input<typeof OpenedCheckout>[]>();
  if (clicks.length === 0) return found;
  const rows = await checkoutsOfClicks.run(clickhouse, tenantId, {
    ...spanOf(clicks),
    clickIds: clicks.map(({ click_id }) => click_id),
  });
  for (const { click_id, opened_at: openedAt, url } of rows)
    found.set(click_id, [...(found.get(click_id) ?? []), { openedAt, url }]);
  return found;
}
