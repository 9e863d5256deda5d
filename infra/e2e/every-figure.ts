import { campaignFigures } from '@tracker/api/features/campaigns/queries';
import { adsOfRange, channelsOfRange, dailyMetrics } from '@tracker/api/features/performance/queries';
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { dayBounds } from '@tracker/schemas/primitives/day-bounds';
import { addDays, dayOf, instantsOf } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';

/** The same store in which no day is sealed: every figure comes from the facts. */
export const factsOnly = (store: ClickHouse): ClickHouse => ({
  ...store,
  query: (request) => store.query({ ...request, sql: request.sql.replaceAll('AND state = 2', 'AND state = 200') }),
});

/** What the statements that read cells say of the last ten days. */
export async function everyFigure(
  store: ClickHouse,
  { tenantId, timeZone, nowMs }: { readonly tenantId: string; readonly timeZone: TimeZone; readonly nowMs: number },
) {
  const last = dayOf(nowMs, timeZone);
  const first = addDays(last, -9);
  const range = { ...instantsOf(first, last, timeZone), timeZone };
  const campaigns = await campaignFigures.run(store, tenantId, { ...range, first, last, mainCampaignId: '' });
  const dayStartsMs = dayBounds(first, last, timeZone).slice(0, -1);
  return {
    clicks: campaigns.reduce((sum, row) => sum + row.clicks, 0),
    campaigns: campaigns.sort((one, other) => (one.campaign < other.campaign ? -1 : 1)),
    ads: await adsOfRange.run(store, tenantId, { ...range, limit: 100 }),
    channels: await channelsOfRange.run(store, tenantId, { ...range, limit: 100 }),
    days: await dailyMetrics.run(store, tenantId, { ...range, dayStartsMs }),
  };
}
