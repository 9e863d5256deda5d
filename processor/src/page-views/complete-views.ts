import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { insertPageViews } from '@tracker/infra/clickhouse/tables/page-views';
import { msFromInstant } from '@tracker/schemas/primitives/time';
import { clickMinute, clickMinutes, type StoredClick } from '../conversions/waiting-conversions.ts';
import { type Hours, touchHour } from '../rollups/reopen-days.ts';
import { clickKey, readClicksOf } from './clicks-of-views.ts';
import { viewsOfKeys, viewsWaitingForClicks, viewsWaitingInMinutes, WAITING_MAX } from './queries.ts';

type WaitingView = Awaited<ReturnType<typeof viewsWaitingInMinutes.run>>[number];

/**
 * Writes the page views that waited for one of these clicks again, with the columns of the click. Called when the clicks are stored. The hours of
 * these views are touched, since figures of their days change.
 */
export async function completeWaitingViews(
  clickhouse: ClickHouse,
  clicks: readonly StoredClick[],
  hours: Hours,
): Promise<void> {
  const waiting = await viewsWaitingFor(clickhouse, clicks);
  if (waiting.length === 0) return;
  const views = await viewsOfKeys.run(
    clickhouse,
    waiting.map(({ tenant_id, view_ts, view_id }): [string, string, string] => [tenant_id, view_ts, view_id]),
  );
  const traffic = await readClicksOf(clickhouse, views);
  const complete = views.flatMap((view) => {
    const known = traffic.get(clickKey(view));
    // The lowest bit of the version says that the click is known.
    return known ? [{ ...view, ...known, ver: BigInt(view.ver) | 1n }] : [];
  });
  await insertPageViews.run(clickhouse, complete);
  for (const { tenant_id, ts } of complete) touchHour(hours, tenant_id, ts);
}

async function viewsWaitingFor(clickhouse: ClickHouse, clicks: readonly StoredClick[]): Promise<WaitingView[]> {
  const inMinutes = await viewsWaitingInMinutes.run(clickhouse, clickMinutes(clicks));
  if (inMinutes.length === 0) return [];
  const counts = new Map<string, number>();
  for (const { tenant_id, minute } of inMinutes) {
    const name = `${tenant_id} ${minute * 1000}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const ofFullMinutes = clicks.flatMap(({ tenant_id, click_id, ts }): [string, string, string][] => {
    const minute = clickMinute(msFromInstant(ts));
    const isFull = (counts.get(`${tenant_id} ${msFromInstant(minute)}`) ?? 0) >= WAITING_MAX;
    return isFull ? [[tenant_id, minute, click_id]] : [];
  });
  const stored = new Set(clicks.map(clickKey));
  const all = [...inMinutes, ...(await viewsWaitingForClicks.run(clickhouse, ofFullMinutes))];
  return all.filter((view) => stored.has(clickKey(view)));
}
