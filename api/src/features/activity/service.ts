import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { PageView } from '@tracker/schemas/contracts/activity.contract';
import type { z } from 'zod';
import type { Principal } from '../../http/access.ts';
import type { Page } from '../../http/page.ts';
import { filterParams, type ListAsked, pageOf, pageParams } from './list-params.ts';
import { placeAndDevice } from './place-and-device.ts';
import { pageViewsPage, pageViewsTotal } from './queries.ts';
import { type AddressDeps, showAddresses } from './show-addresses.ts';

export interface ActivityService {
  pageViews(principal: Principal, asked: ListAsked): Promise<Page<z.input<typeof PageView>>>;
}

export interface ActivityDeps extends AddressDeps {
  readonly clickhouse: ClickHouse;
  readonly clock: Clock;
}

export function createActivityService(deps: ActivityDeps): ActivityService {
  const { clickhouse, clock } = deps;

  function paramsOf(principal: Principal, asked: ListAsked) {
    const filters = filterParams(principal, asked, clock.now());
    return { filters, page: pageParams(filters, asked) };
  }

  return {
    async pageViews(principal, asked) {
      const { filters, page } = paramsOf(principal, asked);
      const [rows, totals] = await Promise.all([
        pageViewsPage.run(clickhouse, principal.tenantId, page),
        pageViewsTotal.run(clickhouse, principal.tenantId, filters),
      ]);
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
      return pageOf(items, asked.limit, totals);
    },
  };
}
