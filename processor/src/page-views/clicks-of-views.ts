import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { PageViewRow, ViewTraffic } from '@tracker/infra/clickhouse/tables/page-views';
import { possibleClickMs } from '@tracker/schemas/primitives/click-id';
import { instantFromMs, msFromInstant } from '@tracker/schemas/primitives/time';
import { type Proof, proofOf } from '../prefetches/proof.ts';
import { clicksOfViews } from './queries.ts';

type View = Pick<PageViewRow, 'tenant_id' | 'ts' | 'click_id'>;

interface ClickOfView {
  readonly traffic: ViewTraffic;
  readonly isPrefetch: boolean;
}
export type ClicksOfViews = ReadonlyMap<string, ClickOfView>;

/** When the click was that a view names, where there can be one. */
export const clickedAtMsOf = ({ click_id, ts }: Pick<View, 'ts' | 'click_id'>): number | undefined =>
  possibleClickMs(click_id, msFromInstant(ts));

export const clickKey = ({ tenant_id, click_id }: Pick<View, 'tenant_id' | 'click_id'>): string =>
  `${tenant_id} ${click_id}`;

/** What the clicks of these views know, by `clickKey`; a click that is not stored is not there. */
export async function readClicksOf(clickhouse: ClickHouse, views: Iterable<View>): Promise<ClicksOfViews> {
  const keys = new Map<string, [string, string, string]>();
  for (const view of views) {
    const clickedAtMs = clickedAtMsOf(view);
    if (clickedAtMs === undefined) continue;
    keys.set(clickKey(view), [view.tenant_id, instantFromMs(clickedAtMs), view.click_id]);
  }
  const clicks = await clicksOfViews.run(clickhouse, [...keys.values()]);
  return new Map(
    clicks.map(
      ({ tenant_id, click_id, is_prefetch: isPrefetch, ...traffic }) =>
        [clickKey({ tenant_id, click_id }), { traffic, isPrefetch }] as const,
    ),
  );
}

/** Of views whose click was prefetched: a person saw it. A robot's view says nothing. */
export const proofsAmong = (views: readonly (View & Pick<PageViewRow, 'is_bot'>)[], clicks: ClicksOfViews): Proof[] =>
  views.flatMap((view) => {
    const clickedAtMs = clickedAtMsOf(view);
    if (clickedAtMs === undefined || view.is_bot || !clicks.get(clickKey(view))?.isPrefetch) return [];
    return [proofOf(view, clickedAtMs, msFromInstant(view.ts))];
  });
