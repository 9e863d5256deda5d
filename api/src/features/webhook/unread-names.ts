import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { nameMeantBy, unreadNames } from '@tracker/schemas/checkouts/generic/unread-names';
import { parseBody } from '@tracker/schemas/checkouts/map-checkout';
import { CheckoutId } from '@tracker/schemas/checkouts/registry';
import {
  type listUnreadNames,
  UNKNOWN_FORMATS_DAYS,
  UNREAD_NAMES_LISTED_MAX,
} from '@tracker/schemas/contracts/webhook.contract';
import { DAY_MS } from '@tracker/schemas/primitives/durations';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { z } from 'zod';
import { eachInTurns } from '../../http/in-turns.ts';
import { bodiesByNames } from './queries.ts';

type UnreadName = z.input<typeof listUnreadNames.response>[number];

/** Deliveries with the same names are read once. A sender with more kinds of bodies than these is counted by its most frequent ones. */
export const KINDS_OF_BODIES_MAX = 500;

/** What came in the generic format and was not read, by name and format, the most frequent first. */
export async function readUnreadNames(
  clickhouse: ClickHouse,
  tenantId: TenantId,
  nowMs: number,
): Promise<UnreadName[]> {
  const fromMs = nowMs - UNKNOWN_FORMATS_DAYS * DAY_MS;
  const rows = await bodiesByNames.run(clickhouse, tenantId, { fromMs, limit: KINDS_OF_BODIES_MAX });
  const found = new Map<string, Omit<UnreadName, 'nearest'>>();
  await eachInTurns(rows, ({ provider, deliveries, last_at, some_body }) => {
    for (const name of unreadNames(parseBody(some_body) ?? {})) {
      const key = `${provider} ${name}`;
      const known = found.get(key);
      const lastAt = known && known.lastAt > last_at ? known.lastAt : last_at;
      found.set(key, { name, provider: CheckoutId.parse(provider), count: (known?.count ?? 0) + deliveries, lastAt });
    }
  });
  return (
    [...found.values()]
      .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
      .slice(0, UNREAD_NAMES_LISTED_MAX)
      // Of those that are shown alone: a name is compared with some five hundred.
      .map((one) => ({ ...one, nearest: nameMeantBy(one.name) }))
  );
}
