import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { Postgres } from '@tracker/infra/postgres/client';
import { readCostsOfRange } from './costs-of-range.ts';
import type { DayRange } from './day-range.ts';
import { mainCampaignOf } from './main-campaign.ts';
import { readSpendRates } from './spend-rates.ts';
import type { Tenant } from './tenant.ts';
import { readFiguresRange } from './traffic-range.ts';

export interface FigureStores {
  readonly clickhouse: ClickHouse;
  readonly postgres: Postgres;
}

/** The parameters of every statement about clicks, conversions and spend of a range by campaign; `settings` as in `NetQuery`. */
export async function boundToRange({ clickhouse, postgres }: FigureStores, tenant: Tenant, range: DayRange) {
  const { tenantId, timeZone } = tenant;
  const [traffic, rates, costs, mainCampaignId] = await Promise.all([
    readFiguresRange(clickhouse, tenantId, { ...range, timeZone }),
    readSpendRates(postgres, tenantId, range),
    readCostsOfRange(postgres, tenant, range),
    mainCampaignOf(postgres, tenantId),
  ]);
  const bound = { ...traffic, firstDay: range.first, lastDay: range.last, mainCampaignId: mainCampaignId ?? '' };
  return { bound, settings: { rates, costs: costs.params }, costs };
}
