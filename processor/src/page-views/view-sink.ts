// A page view is stored with source, channel and ad of its click, so that no figure joins the two (ADR 57). A click that comes later
// completes its views: `complete-views.ts`.
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { insertPageViews, type PageViewRow, type ViewTraffic } from '@tracker/infra/clickhouse/tables/page-views';
import { insertUnattributedPageViews } from '@tracker/infra/clickhouse/tables/unattributed-page-views';
import { msFromInstant } from '@tracker/schemas/primitives/time';
import type { Sink } from '../batch/sink.ts';
import { clickMinute } from '../batch/waiting-for-clicks.ts';
import { markMinute } from '../rollups/reopen-days.ts';
import { completedVersion } from '../version.ts';
import { clickedAtMsOf, clickKey, readClicksOf } from './clicks-of-views.ts';

export const viewSink: Sink<PageViewRow> = {
  storesLast: true,
  async store(clickhouse, rows, { moments }) {
    for (const { tenant_id, ts } of rows) markMinute(moments.traffic, tenant_id, ts);
    const clicks = await readClicksOf(clickhouse, rows);
    await insertPageViews.run(clickhouse, rows.map(completeWith(clicks)));
    await waitForClicks(
      clickhouse,
      rows.filter((row) => !clicks.has(clickKey(row))),
    );
  },
};

/**
 * The views are stored, then their waiting rows, then their clicks are read once more; who stores a click looks for waiting rows after it. So of
 * a view and a click that two processors store at the same moment, the later of both finds the other.
 */
async function waitForClicks(clickhouse: ClickHouse, rows: readonly PageViewRow[]): Promise<void> {
  const waiting = rows.flatMap(({ tenant_id, ts, view_id, click_id }) => {
    const clickedAtMs = clickedAtMsOf({ ts, click_id });
    if (clickedAtMs === undefined) return [];
    return [{ tenant_id, click_minute: clickMinute(clickedAtMs), click_id, view_ts: ts, view_id }];
  });
  if (waiting.length === 0) return;
  await insertUnattributedPageViews.run(clickhouse, waiting);
  const clicks = await readClicksOf(clickhouse, rows);
  const late = rows.filter((row) => clicks.has(clickKey(row)));
  await insertPageViews.run(clickhouse, late.map(completeWith(clicks)));
}

const completeWith =
  (clicks: ReadonlyMap<string, ViewTraffic>) =>
  (row: PageViewRow): PageViewRow => {
    const traffic = clicks.get(clickKey(row));
    if (!traffic || clickedAtMsOf(row) === undefined) return row;
    return { ...row, ...traffic, ver: completedVersion(msFromInstant(row.received_at), true) };
  };
