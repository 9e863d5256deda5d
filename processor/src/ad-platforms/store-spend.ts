import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { EventLog } from '@tracker/infra/event-log/event-log';
import type { AdSpendEvent } from '@tracker/schemas/events/ad-spend';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { Link } from './links.ts';
import { spendHeldElsewhere } from './queries.ts';
import type { SpendCell } from './spend-cells.ts';
import { type CellPlace, sourceOf, toEmptiedEvent, toSpendEvents } from './spend-events.ts';

/**
 * Appends the spend of a link's days as events that replace the earlier ones of these days; idempotent. When the link was moved, its days
 * in the campaign before are set to zero, so that nothing is counted twice; days outside the window stay where they are.
 */
export async function storeSpend(
  deps: { readonly log: EventLog; readonly clickhouse: ClickHouse },
  tenantId: TenantId,
  link: Link,
  cells: readonly SpendCell[],
  nowMs: number,
): Promise<void> {
  const [first] = cells;
  const last = cells.at(-1);
  if (!first || !last) return;
  const { campaignId, currency, platform, platformCampaignId } = link;
  const source = sourceOf(platform, platformCampaignId);
  const held = await spendHeldElsewhere.run(deps.clickhouse, tenantId, {
    source,
    campaignId,
    since: first.day,
    until: last.day,
  });
  const place: CellPlace = { tenantId, campaignId, source, currency };
  await append(deps.log, [
    ...toSpendEvents(place, cells, nowMs),
    ...held.map((one) =>
      toEmptiedEvent({ ...place, campaignId: one.campaign, currency: one.currency }, one.day, nowMs),
    ),
  ]);
}

/** By campaign, as all events without a click. */
const append = (log: EventLog, events: readonly AdSpendEvent[]) =>
  log.append(
    EVENTS_TOPIC,
    events.map((event) => ({ key: event.campaignId ?? event.tenantId, value: JSON.stringify(event) })),
  );
