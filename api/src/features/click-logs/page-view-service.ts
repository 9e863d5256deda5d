import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { PageView } from '@tracker/schemas/contracts/activity.contract';
import type { z } from 'zod';
import type { Principal } from '../../http/access.ts';
import type { Page } from '../../http/page.ts';
import { filterParams, type ListAsked, pageOf, pageParams } from '../../lists/list-params.ts';
import { placeAndDevice } from '../../lists/place-and-device.ts';
import { type AddressDeps, showAddresses } from '../../lists/show-addresses.ts';
import { pageViewsOfDays, pageViewsPage, pageViewsSlices } from './page-view-queries.ts';
import { readPage } from './read-page.ts';
import { createSlices, type Slices } from './slices.ts';

export interface ActivityService {
  pageViews(principal: Principal, asked: ListAsked): Promise<Page<z.input<typeof PageView>>>;
}

export interface ActivityDeps extends AddressDeps {
  readonly clickhouse: ClickHouse;
  readonly clock: Clock;
}

type Filters = ReturnType<typeof filterParams>;

/** Where the page views of a filter lie. */
export const createViewSlices = (clickhouse: ClickHouse): Slices<Filters> =>
  createSlices<Filters>(clickhouse, {
    ofDays: pageViewsOfDays,
    ofFacts: pageViewsSlices,
    // In a cell a view without a click is one of no source.
    cellsKnow: ({ q, source }) => q === '' && source === '',
  });

export function createActivityService(deps: ActivityDeps): ActivityService {
  const { clickhouse, clock } = deps;

  const slices = createViewSlices(clickhouse);

  return {
    async pageViews(principal, asked) {
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
