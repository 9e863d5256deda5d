// What a tenant set that figures depend on: rates, costs, products, links to ad platforms. A question reads it once for each of its ranges.
import { readUnknownDays } from '@tracker/infra/ad-platforms/spend-days';
import type { FigureFilter } from '@tracker/schemas/figures/figure-query';
import { SUMS } from '@tracker/schemas/figures/metrics';
import { type AdAccounts, NO_AD_ACCOUNTS, readAdAccounts } from './ad-accounts.ts';
import { type CostsOfRange, costsOfRange } from './costs-of-range.ts';
import type { DayRange } from './day-range.ts';
import type { AskedGroups } from './groups.ts';
import { type LeadsOfDay, readLeadsOfDays } from './leads-of-days.ts';
import { mainCampaignOf } from './main-campaign.ts';
import { type Catalogue, catalogueOf, readProducts } from './product-catalogue.ts';
import { readCosts } from './read-costs.ts';
import type { SpendRates } from './spend.ts';
import { readSpendRates } from './spend-rates.ts';
import type { FigureStores, Tenant } from './tenant.ts';
import { readTrackedSince, type TrackedSince } from './tracked-since.ts';
import { readRangeAndParts } from './traffic-range.ts';
import { type UnknownSpend, unknownSpendOf } from './unknown-spend.ts';

/** For the days of a range. */
export interface FigureSettings {
  /** Null: all spend is in BRL, and none was entered. */
  readonly rates: SpendRates | null;
  readonly costs: CostsOfRange;
  readonly mainCampaignId: string | null;
  readonly catalogue: Catalogue;
  /** None where they are not asked for. */
  readonly adAccounts: AdAccounts;
  readonly leads: readonly LeadsOfDay[];
  /** Of links to ad platforms; null: none. */
  readonly unknownSpend: UnknownSpend | null;
}

type AskedSettings = Pick<AskedGroups, 'by' | 'sums'> & { readonly filters?: readonly Pick<FigureFilter, 'dim'>[] };

export interface TenantSettings {
  /** Those of some days. */
  of(range: DayRange): FigureSettings | Promise<FigureSettings>;
  trackedSince(): Promise<TrackedSince | null>;
  /** Which days of a range are finalized. */
  daysOf(range: DayRange): ReturnType<typeof readRangeAndParts>;
}

/** Reads once what all statements of a question need: settings and finalized days of each range, and when tracking began. */
export function settingsOf(stores: FigureStores, tenant: Tenant, asked: AskedSettings): TenantSettings {
  const { clickhouse } = stores;
  let since: Promise<TrackedSince | null> | undefined;
  return {
    of: once(
      ({ first, last }) => `${first} ${last}`,
      (range) => readFigureSettings(stores, tenant, { ...asked, range }),
    ),
    daysOf: once(
      ({ fromMs, toMs }) => `${fromMs} ${toMs}`,
      (range) => readRangeAndParts(clickhouse, tenant.tenantId, { ...range, timeZone: tenant.timeZone }),
    ),
    trackedSince() {
      since ??= readTrackedSince(clickhouse, tenant);
      return since;
    },
  };
}

function once<Answer>(keyOf: (range: DayRange) => string, read: (range: DayRange) => Promise<Answer>) {
  const known = new Map<string, Promise<Answer>>();
  return (range: DayRange): Promise<Answer> => {
    const key = keyOf(range);
    const found = known.get(key) ?? read(range);
    known.set(key, found);
    return found;
  };
}

async function readFigureSettings(
  { postgres, clock }: Pick<FigureStores, 'postgres' | 'clock'>,
  tenant: Tenant,
  { range, sums, by, filters = [] }: AskedSettings & { readonly range: DayRange },
): Promise<FigureSettings> {
  const isByAccount = by.includes('adAccount') || filters.some(({ dim }) => dim === 'adAccount');
  const { tenantId, timeZone } = tenant;
  const asksSpend = sums.some((sum) => SUMS[sum] === 'spend');
  const [[rates, products, costs, mainCampaignId, unknownDays], adAccounts, leads] = await Promise.all([
    postgres.withTenant(tenantId, (trx) =>
      Promise.all([
        readSpendRates(trx, tenantId, range),
        readProducts(trx),
        readCosts(trx),
        mainCampaignOf(trx, tenantId),
        asksSpend ? readUnknownDays(trx, range, { nowMs: clock.now(), tenantZone: timeZone }) : [],
      ]),
    ),
    isByAccount ? readAdAccounts(postgres, tenant) : NO_AD_ACCOUNTS,
    sums.includes('leads') ? readLeadsOfDays(postgres, tenant, range) : [],
  ]);
  const catalogue = catalogueOf(products);
  return {
    rates,
    costs: costsOfRange(costs, range, timeZone, catalogue),
    mainCampaignId,
    catalogue,
    adAccounts,
    leads,
    unknownSpend: unknownSpendOf(unknownDays),
  };
}
