import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Principal } from '../http/access.ts';
import type { CampaignRepository } from '../store/campaigns.ts';
import { readCostsOfRange } from './costs-of-range.ts';
import type { DayRange } from './day-range.ts';
import { readSpendRates } from './spend-rates.ts';
import { readFiguresRange } from './traffic-range.ts';

export interface FigureStores {
  readonly clickhouse: ClickHouse;
  readonly postgres: Postgres;
  readonly campaigns: CampaignRepository;
}

/** The parameters of every statement about clicks, conversions and spend of a range by campaign; `settings` as in `NetQuery`. */
export async function boundToRange(
  { clickhouse, postgres, campaigns }: FigureStores,
  principal: Principal,
  range: DayRange,
) {
  const { tenantId, timeZone } = principal;
  const [traffic, rates, costs, mainCampaignId] = await Promise.all([
    readFiguresRange(clickhouse, tenantId, { ...range, timeZone }),
    readSpendRates(postgres, tenantId, range),
    readCostsOfRange(postgres, principal, range),
    campaigns.mainCampaignOf(tenantId),
  ]);
  const bound = { ...traffic, firstDay: range.first, lastDay: range.last, mainCampaignId: mainCampaignId ?? '' };
  return { bound, settings: { rates, costs: costs.params }, costs };
}
