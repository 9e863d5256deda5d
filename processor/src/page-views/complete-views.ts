import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { insertPageViews } from '@tracker/infra/clickhouse/tables/page-views';
import type { Changes } from '../batch/changes.ts';
import { rowsWaitingFor, type StoredClick } from '../batch/waiting-for-clicks.ts';
import { markMinute } from '../rollups/reopen-days.ts';
import { clickKey, proofsAmong, readClicksOf } from './clicks-of-views.ts';
import { viewsOfKeys, viewsWaitingForClicks, viewsWaitingInMinutes } from './queries.ts';

/**
 * Writes the page views that waited for one of these clicks again, with the columns of the click. Called when the clicks are stored. The hours of
 * these views are touched, since figures of their days change.
 */
export async function completeWaitingViews(
  clickhouse: ClickHouse,
  clicks: readonly StoredClick[],
  { moments, proofs }: Pick<Changes, 'moments' | 'proofs'>,
): Promise<void> {
  const waiting = await rowsWaitingFor(
    {
      inMinutes: (keys) => viewsWaitingInMinutes.run(clickhouse, keys),
      forClicks: (keys) => viewsWaitingForClicks.run(clickhouse, keys),
    },
    clicks,
  );
  if (waiting.length === 0) return;
  const views = await viewsOfKeys.run(
    clickhouse,
    waiting.map(({ tenant_id, view_ts, view_id }): [string, string, string] => [tenant_id, view_ts, view_id]),
  );
  const clicksOfViews = await readClicksOf(clickhouse, views);
  const complete = views.flatMap((view) => {
    const known = clicksOfViews.get(clickKey(view));
    // The lowest bit of the version says that the click is known.
    return known ? [{ ...view, ...known.traffic, ver: BigInt(view.ver) | 1n }] : [];
  });
  await insertPageViews.run(clickhouse, complete);
  for (const { tenant_id, ts } of complete) markMinute(moments.traffic, tenant_id, ts);
  proofs.push(...proofsAmong(views, clicksOfViews));
}
