// A page view is stored with source, channel and ad of its click, so that no figure joins the two (ADR 57). A click that comes later
// completes its views: `complete-views.ts`.
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { insertPageViews, type PageViewRow, type ViewTraffic } from '@tracker/infra/clickhouse/tables/page-views';
import { insertUnattributedPageViews } from '@tracker/infra/clickhouse/tables/unattributed-page-views';
import { msFromInstant } from '@tracker/schemas/primitives/time';
import type { Sink, Sourced } from '../batch/sink.ts';
import { storeRows } from '../batch/store-rows.ts';
import { clickMinute } from '../batch/waiting-for-clicks.ts';
import { touchMinute } from '../rollups/reopen-days.ts';
import { completedVersion } from '../version.ts';
import { clickedAtMsOf, clickKey, readClicksOf } from './clicks-of-views.ts';

export const viewSink: Sink<PageViewRow> = {
  isLast: true,
  async store(clickhouse, rows, { moments }) {
    for (const { row } of rows) touchMinute(moments.traffic, row.tenant_id, row.ts);
    const clicks = await readClicksOf(clickhouse, viewsOf(rows));
    const refused = await storeRows(clickhouse, insertPageViews, rows.map(completeWith(clicks)));
    const isRefused = new Set(refused.map(({ record }) => record));
    const waiting = rows.filter(({ row, record }) => !clicks.has(clickKey(row)) && !isRefused.has(record));
    await waitForClicks(clickhouse, waiting);
    return refused;
  },
};

/**
 * The views are stored, then their waiting rows, then their clicks are read once more; who stores a click looks for waiting rows after it. So of
 * a view and a click that two processors store at the same moment, the later of both finds the other.
 */
async function waitForClicks(clickhouse: ClickHouse, rows: readonly Sourced<PageViewRow>[]): Promise<void> {
  const waiting = [...viewsOf(rows)].flatMap(({ tenant_id, ts, view_id, click_id }) => {
    const clickedAtMs = clickedAtMsOf({ tenant_id, ts, click_id });
    if (clickedAtMs === undefined) return [];
    return [{ tenant_id, click_minute: clickMinute(clickedAtMs), click_id, view_ts: ts, view_id }];
  });
  if (waiting.length === 0) return;
  await insertUnattributedPageViews.run(clickhouse, waiting);
  const clicks = await readClicksOf(clickhouse, viewsOf(rows));
  const late = rows.filter(({ row }) => clicks.has(clickKey(row)));
  await storeRows(clickhouse, insertPageViews, late.map(completeWith(clicks)));
}

function* viewsOf(rows: readonly Sourced<PageViewRow>[]): Generator<PageViewRow> {
  for (const { row } of rows) yield row;
}

const completeWith =
  (clicks: ReadonlyMap<string, ViewTraffic>) =>
  (sourced: Sourced<PageViewRow>): Sourced<PageViewRow> => {
    const traffic = clicks.get(clickKey(sourced.row));
    if (!traffic || clickedAtMsOf(sourced.row) === undefined) return sourced;
    const { row, record } = sourced;
    return { record, row: { ...row, ...traffic, ver: completedVersion(msFromInstant(row.received_at), true) } };
  };
