import { IN_RANGE } from '@tracker/figures/columns';
import { trafficRange } from '@tracker/figures/traffic-range';
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { defineQuery } from '@tracker/infra/clickhouse/define-query';
import { Count, Flag, InstantText, TextOrNull } from '@tracker/infra/clickhouse/row-types';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { PageView } from '@tracker/schemas/contracts/click-logs.contract';
import { z } from 'zod';
import type { Principal } from '../../http/access.ts';
import type { Page } from '../../http/page.ts';
import { type AddressDeps, showAddresses } from '../../lists/addresses.ts';
import {
  before,
  CAMPAIGN,
  device,
  filterParams,
  filters,
  type ListAsked,
  PLACE_AND_DEVICE,
  page,
  pageOf,
  pageParams,
  place,
  placeAndDevice,
  SOURCE,
  search,
} from '../../lists/event-lists.ts';
import { createSlices, readPage, type Slices, slicesOfDaysSql, slicesOfEventsSql } from './time-slices.ts';

const VIEWS = `page_views FINAL
    WHERE tenant_id = {tenantId:String} AND is_bot = 0 AND ${CAMPAIGN}`;
/** A page view has the source of its click; one without a click has none, not even 'direct'. `channel` of a click is never empty. */
const LISTED = `${VIEWS} AND ${IN_RANGE} AND ${search('click_id', 'url')}
      AND ({source:String} = '' OR (channel != '' AND ${SOURCE}))`;

const pageViewsPage = defineQuery({
  name: 'page-views-page',
  params: page,
  row: z.object({
    created_at: InstantText,
    view_id: z.string(),
    click_id: z.string(),
    campaign_id: TextOrNull,
    url: TextOrNull,
    title: TextOrNull,
    referrer: TextOrNull,
    ...place,
    ...device,
    is_bot: Flag,
  }),
  sql: `
    SELECT
      ts AS created_at, view_id, click_id, campaign_id, url, title, referrer, ${PLACE_AND_DEVICE}, is_bot
    FROM ${LISTED} AND ${before('view_id')}
    ORDER BY ts DESC, view_id DESC
    LIMIT {limit:UInt32}`,
});

const pageViewsOfDays = defineQuery({
  name: 'page-views-of-days',
  params: filters.pick({ campaignId: true }).extend({ ...trafficRange, sliceMs: z.number().int().positive() }),
  row: z.object({ from_ms: Count, row_count: Count }),
  sql: slicesOfDaysSql('page_views', CAMPAIGN, VIEWS),
});

const pageViewsSlices = defineQuery({
  name: 'page-views-slices',
  params: filters.extend({ sliceMs: z.number().int().positive() }),
  row: z.object({ slice: Count, row_count: Count }),
  sql: slicesOfEventsSql(LISTED),
});

export interface PageViewService {
  list(principal: Principal, asked: ListAsked): Promise<Page<z.input<typeof PageView>>>;
}

export interface PageViewDeps extends AddressDeps {
  readonly clickhouse: ClickHouse;
  readonly clock: Clock;
}

type Filters = ReturnType<typeof filterParams>;

/** Where the page views of a filter lie. */
export const createViewSlices = (clickhouse: ClickHouse): Slices<Filters> =>
  createSlices<Filters>(clickhouse, {
    ofDays: pageViewsOfDays,
    ofEvents: pageViewsSlices,
    // In a rollup a page view without a click is one of no source.
    rollupsKnow: ({ q, source }) => q === '' && source === '',
  });

export function createPageViewService(deps: PageViewDeps): PageViewService {
  const { clickhouse, clock } = deps;
  const slices = createViewSlices(clickhouse);

  return {
    async list(principal, asked) {
      const page = pageParams(filterParams(principal, asked, clock.now()), asked);
      const { rows, total } = await readPage(slices, principal, page, (range) =>
        pageViewsPage.run(clickhouse, principal.tenantId, { ...page, ...range }),
      );
      const shown = await showAddresses(deps, rows, principal.role);
      const items = shown.map((row) => ({
        id: row.view_id,
        clickId: row.click_id,
        campaignId: row.campaign_id,
        url: row.url,
        title: row.title,
        referrer: row.referrer,
        ...placeAndDevice(row),
        isBot: row.is_bot,
        createdAt: row.created_at,
      }));
      return pageOf(items, asked.limit, total);
    },
  };
}
