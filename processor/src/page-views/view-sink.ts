// A page view is stored with source, channel and ad of its click, so that no figure joins the two (ADR 57). A click that comes later
// completes its views: `complete-views.ts`.
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { insertPageViews, type PageViewRow } from '@tracker/infra/clickhouse/tables/page-views';
import { insertUnattributedPageViews } from '@tracker/infra/clickhouse/tables/unattributed-page-views';
import { msFromInstant } from '@tracker/schemas/primitives/time';
import type { Sink } from '../batch/sink.ts';
import { clickMinute } from '../batch/waiting-for-clicks.ts';
import type { Proof } from '../prefetches/proof.ts';
import { markMinute } from '../rollups/reopen-days.ts';
import { completedVersion } from '../version.ts';
import { type ClicksOfViews, clickedAtMsOf, clickKey, proofsAmong, readClicksOf } from './clicks-of-views.ts';

export const viewSink: Sink<PageViewRow> = {
  storesLast: true,
  async store(clickhouse, rows, { moments, proofs }) {
    for (const { tenant_id, ts } of rows) markMinute(moments.traffic, tenant_id, ts);
    const clicks = await readClicksOf(clickhouse, rows);
    await insertPageViews.run(clickhouse, rows.map(completeWith(clicks)));
    proofs.push(...proofsAmong(rows, clicks));
    await waitForClicks(
      clickhouse,
      rows.filter((row) => !clicks.has(clickKey(row))),
      proofs,
    );
  },
};

/**
 * The views are stored, then their waiting rows, then their clicks are read once more; who stores a click looks for waiting rows after it. So of
 * a view and a click that two processors store at the same moment, the later of both finds the other.
 */
async function waitForClicks(clickhouse: ClickHouse, rows: readonly PageViewRow[], proofs: Proof[]): Promise<void> {
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
  proofs.push(...proofsAmong(late, clicks));
}

const completeWith =
  (clicks: ClicksOfViews) =>
  (row: PageViewRow): PageViewRow => {
    const click = clicks.get(clickKey(row));
    if (!click || clickedAtMsOf(row) === undefined) return row;
    return { ...row, ...click.traffic, ver: completedVersion(msFromInstant(row.received_at), true) };
  };
