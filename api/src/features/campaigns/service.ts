import { readGroups } from '@tracker/figures/ask-groups';
import { type AskedRange, resolveDayRange } from '@tracker/figures/day-range';
import { type Group, isSpendKnown, orZero } from '@tracker/figures/groups';
import { addLines, NO_LINES, netOf, restOf, subtractCents, toCents, toNetFigures } from '@tracker/figures/net';
import { specifiedValueOf } from '@tracker/figures/value';
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { randomId } from '@tracker/infra/identity/random-id';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import { newCampaignId } from '@tracker/infra/postgres/tables/create-tenant';
import {
  CAMPAIGNS_MAX,
  type Campaign,
  type CampaignChange,
  type NewCampaign,
} from '@tracker/schemas/contracts/campaigns.contract';
import type { NetOfCampaigns } from '@tracker/schemas/contracts/dashboard.contract';
import type { CampaignId } from '@tracker/schemas/primitives/ids';
import { MoneySum } from '@tracker/schemas/primitives/money';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import type { z } from 'zod';
import { assertFresh, type Person, type Principal } from '../../http/access.ts';
import { assertUnchanged } from '../../store/assert-unchanged.ts';
import type { CampaignRepository, StoredCampaign } from '../../store/campaigns.ts';
import { orTaken } from '../../store/taken-name.ts';
import { targetColumns, toTargets } from '../../store/targets.ts';

const DEFAULT_DAYS = 30;

export interface CampaignService {
  list(principal: Principal, asked: AskedRange): Promise<z.input<typeof Campaign>[]>;
  /** Profit line by line, of the tenant and each campaign with a figure. */
  net(principal: Principal, asked: AskedRange): Promise<NetOfCampaigns>;
  create(person: Person, campaign: z.output<typeof NewCampaign>): Promise<z.input<typeof Campaign>>;
  change(
    person: Person,
    campaignId: string,
    change: z.output<typeof CampaignChange>,
  ): Promise<z.input<typeof Campaign>>;
}

export interface CampaignDeps {
  readonly clickhouse: ClickHouse;
  readonly postgres: Postgres;
  readonly campaigns: CampaignRepository;
  readonly clock: Clock;
  /** Without a trailing slash. */
  readonly publicUrl: string;
}

const SUMS = [
  ...(['clicks', 'pageViews', 'conversions', 'attributed', 'revenue', 'revenueTax', 'gatewayFees'] as const),
  ...(['productCosts', 'spend', 'spendTax', 'expenses'] as const),
];
/** More than campaigns; those that were deleted may still have figures. */
const GROUPS_MAX = 10 * CAMPAIGNS_MAX;

type Figures = Pick<Group, 'sums' | 'spend' | 'tracked'>;
type WithProfit = NetOfCampaigns['campaigns'][number];
/** What is not known comes last. */
function byProfit(one: WithProfit, other: WithProfit): number {
  const byId = one.campaignId < other.campaignId ? -1 : 1;
  if (one.profit === null || other.profit === null) {
    return Number(one.profit === null) - Number(other.profit === null) || byId;
  }
  return other.profit - one.profit || byId;
}

const NOTHING: Figures = { sums: {}, spend: '0', tracked: { sums: {}, lines: NO_LINES } };

export function createCampaignService(deps: CampaignDeps): CampaignService {
  const { campaigns, clock, publicUrl } = deps;
  async function figuresOf(principal: Principal, asked: AskedRange): Promise<Map<string, Figures>> {
    const range = resolveDayRange(asked, { nowMs: clock.now(), timeZone: principal.timeZone, days: DEFAULT_DAYS });
    const { groups } = await readGroups(deps, principal.asker, {
      range,
      by: ['campaign'],
      sums: SUMS,
      limit: GROUPS_MAX,
    });
    return new Map(groups.map((group) => [group.keys[0] ?? '', group]));
  }

  const toCampaign = (stored: StoredCampaign, figures: Figures = NOTHING): z.input<typeof Campaign> => {
    const known = isSpendKnown(figures);
    const ofKnown = <Value>(value: Value): Value | null => (known ? value : null);
    const spend = ofKnown(Number(figures.spend));
    const net = netOf(figures.tracked.lines, known && !figures.tracked.isUntracked);
    const { clicks, pageViews, conversions, revenue } = orZero(figures);
    const tracked = orZero(figures.tracked);
    return {
      id: stored.id,
      campaignId: stored.campaign_id,
      name: stored.name,
      status: stored.status === 'active' ? 'active' : 'paused',
      destinationUrl: stored.destination_url,
      leadsAreConversions: stored.leads_are_conversions,
      ...toTargets(stored),
      trackingUrl: `${publicUrl}/track/${stored.campaign_id}`,
      createdAt: instantFromMs(stored.created_at.getTime()),
      // By a rate that is a slip of the pen it may be more than money can be: then, as with a conversion, it is none.
      totalSpend: MoneySum.parse(figures.spend),
      ...{ clicks, pageViews, conversions, revenue, spend },
      ofTrackedDays: { conversions: tracked.conversions, revenue: tracked.revenue, spend: ofKnown(tracked.spend) },
      roas: specifiedValueOf('roas', figures),
      cpa: specifiedValueOf('cpa', figures),
      roi: specifiedValueOf('roi', figures),
      ...{ netProfit: net.profit, netRoas: net.roas, netRoi: net.roi },
      conversionRate: specifiedValueOf('conversionRate', figures) ?? 0,
    };
  };

  return {
    async list(principal, asked) {
      const [stored, figures] = await Promise.all([campaigns.list(principal.tenantId), figuresOf(principal, asked)]);
      return stored.map((one) => toCampaign(one, figures.get(one.campaign_id)));
    },

    async net(principal, asked) {
      const [stored, figures] = await Promise.all([campaigns.list(principal.tenantId), figuresOf(principal, asked)]);
      const total = toCents([...figures.values()].map(({ tracked }) => tracked.lines).reduce(addLines, NO_LINES));
      const own = stored.flatMap(({ campaign_id, name }) => {
        const found = figures.get(campaign_id);
        if (!found) return [];
        return [{ campaignId: campaign_id, name, cents: toCents(found.tracked.lines), isKnown: isSpendKnown(found) }];
      });
      const ids = new Set(own.map(({ campaignId }) => campaignId));
      const others = [...figures].filter(([id]) => !ids.has(id)).map(([, group]) => group);
      const ofOthers = others.map(({ tracked }) => tracked.lines).reduce(addLines, NO_LINES);
      const isKnown = [...figures.values()].every(isSpendKnown);
      return {
        total: toNetFigures(total, isKnown),
        campaigns: own
          .map(({ cents, isKnown: isOwnKnown, ...campaign }) => ({ ...campaign, ...toNetFigures(cents, isOwnKnown) }))
          .sort(byProfit),
        // With the cents of rounding, so that all add up to the total; to an unknown one nothing does.
        withoutCampaign: restOf(
          isKnown ? own.reduce((rest, { cents }) => subtractCents(rest, cents), total) : toCents(ofOthers),
          ofOthers,
          others.every(isSpendKnown),
        ),
      };
    },

    async create(person, { name, campaignId, destinationUrl, leadsAreConversions }) {
      const stored: StoredCampaign & { campaign_id: CampaignId } = {
        id: randomId('cp'),
        campaign_id: campaignId ?? newCampaignId(name),
        name,
        status: 'active',
        destination_url: destinationUrl ?? null,
        leads_are_conversions: leadsAreConversions ?? false,
        ...{ target_cpa: null, target_roas: null },
        created_at: new Date(clock.now()),
      };
      try {
        await campaigns.create(person, stored);
      } catch (error) {
        throw orTaken(error);
      }
      return toCampaign(stored);
    },

    async change(person, campaignId, change) {
      const { name, status, destinationUrl, leadsAreConversions, ...targets } = change;
      if (destinationUrl !== undefined) {
        // Where visitors of paid ads go.
        const before = await campaigns.destinationOf(person.tenantId, campaignId);
        if (before !== undefined && before !== destinationUrl) assertFresh(person, clock.now());
      }
      const values = {
        ...{ name, status, destination_url: destinationUrl, leads_are_conversions: leadsAreConversions },
        ...targetColumns(targets),
      };
      const stored = await campaigns.change(person, campaignId, values, (before) =>
        assertUnchanged(change, toCampaign(before)),
      );
      const figures = await figuresOf(person, {});
      return toCampaign(stored, figures.get(stored.campaign_id));
    },
  };
}
