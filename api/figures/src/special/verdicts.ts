// Verdicts of ads, ad sets and campaigns: what their spend should have brought by the targets that people set, and what checkouts vouch for (ADR 95).
import type { Postgres } from '@tracker/infra/postgres/client';
import type { FigureDimension } from '@tracker/schemas/figures/dimensions';
import { SORTED_GROUPS_MAX } from '@tracker/schemas/figures/figure-query';
import type { Sum } from '@tracker/schemas/figures/metrics';
import { allowedCost, type Judged, judge, meanAllowedCost, type Target } from '@tracker/schemas/figures/verdict';
import type { Group, Groups } from '../groups.ts';
import type { FigureDeps, FigurePlan } from '../plan.ts';
import { groupsBySettings } from '../read.ts';
import type { TenantSettings } from '../settings.ts';
import { keyText } from '../sql/statement.ts';
import type { Tenant } from '../tenant.ts';

const JUDGED: ReadonlySet<FigureDimension> = new Set<FigureDimension>(['campaign', 'platformCampaign', 'adset', 'ad']);
const isJudged = (by: readonly FigureDimension[]): boolean => by.some((dimension) => JUDGED.has(dimension));
/** What belongs to no ad is nothing that one could stop. */
const isOfNone = (by: readonly FigureDimension[], keys: readonly string[]): boolean =>
  by.some((dimension, place) => JUDGED.has(dimension) && keys[place] === '');

/** What a verdict is made of: conversions that a stranger could have sent are not among them. */
const JUDGED_SUMS = ['spend', 'verified', 'verifiedRevenue'] as const satisfies readonly Sum[];

interface Targets {
  /** Null: none. */
  readonly ofTenant: Target | null;
  readonly campaigns: ReadonlyMap<string, Target | null>;
  /** Of the catalogue. */
  readonly products: ReadonlyMap<string, Target | null>;
}

const readTargets = (postgres: Postgres, { tenantId }: Tenant): Promise<Targets> =>
  postgres.withTenant(tenantId, async (trx) => {
    const columns = ['target_cpa', 'target_roas'] as const;
    const tenant = await trx.selectFrom('tenants').select(columns).executeTakeFirst();
    const campaigns = await trx
      .selectFrom('campaigns')
      .select(['campaign_id', ...columns])
      .where((where) => where.or([where('target_cpa', 'is not', null), where('target_roas', 'is not', null)]))
      .execute();
    const products = await trx
      .selectFrom('products')
      .select(['id', ...columns])
      .where((where) => where.or([where('target_cpa', 'is not', null), where('target_roas', 'is not', null)]))
      .execute();
    return {
      ofTenant: tenant ? targetOf(tenant) : null,
      campaigns: new Map(campaigns.map((row) => [row.campaign_id, targetOf(row)])),
      products: new Map(products.map((row) => [row.id, targetOf(row)])),
    };
  });

function targetOf(row: { readonly target_cpa: string | null; readonly target_roas: string | null }): Target | null {
  if (row.target_cpa === null && row.target_roas === null) return null;
  return {
    cpa: row.target_cpa === null ? null : Number(row.target_cpa),
    roas: row.target_roas === null ? null : Number(row.target_roas),
  };
}

const hasTargets = ({ ofTenant, campaigns, products }: Targets): boolean =>
  ofTenant !== null || campaigns.size > 0 || products.size > 0;

export interface Verdict extends Omit<Judged, 'verdict'> {
  /** Null: no target, no object, or no ad platform reports its spend. */
  readonly verdict: Judged['verdict'] | null;
  /** What it follows from. */
  readonly evidence: {
    /** Null, as `expected`: no run has read a day of it. */
    readonly spend: number | null;
    readonly conversions: number;
    readonly expected: number | null;
  } | null;
}

const NO_VERDICT: Verdict = { verdict: null, probability: null, evidence: null };

/** Nothing follows from a part of its spend. */
const unreadVerdict = (conversions: number): Verdict => ({
  verdict: 'little-data',
  probability: null,
  evidence: { spend: null, conversions, expected: null },
});

export interface JudgedPlan extends FigurePlan {
  /** Null: none of its groups is judged, or the asker does not see all metrics, from which targets would follow. */
  readonly targets: Targets | null;
}

interface OfVerdicts {
  readonly byCampaign: Groups | null;
  readonly byProduct: Groups | null;
}

const NOTHING_ASKED: OfVerdicts = { byCampaign: null, byProduct: null };
const MOST_SPENT = [{ figure: 'spend', descending: true }] as const;

/** Next to a question for figures, of whose groups they are. */
export const verdicts = {
  async plan({ postgres }: Pick<FigureDeps, 'postgres'>, plan: FigurePlan): Promise<JudgedPlan> {
    const { asker, tenant, by, sums } = plan;
    const targets = isJudged(by) && asker.within.metrics === null ? await readTargets(postgres, tenant) : null;
    if (targets === null || !hasTargets(targets)) return { ...plan, targets };
    return { ...plan, targets, sums: [...new Set([...sums, ...JUDGED_SUMS])] };
  },

  async asks(
    { clickhouse }: Pick<FigureDeps, 'clickhouse'>,
    { tenant, targets, by, filters, range }: JudgedPlan,
    settings: TenantSettings,
  ): Promise<OfVerdicts> {
    if (targets === null || !hasTargets(targets)) return NOTHING_ASKED;
    const asked = { range, filters, limit: SORTED_GROUPS_MAX };
    const asksCampaigns = targets.campaigns.size > 0 && !by.includes('campaign');
    const asksProducts = targets.products.size > 0 && !by.includes('product');
    const ask = (part: Pick<Parameters<typeof groupsBySettings>[3], 'by' | 'sums' | 'order'>) =>
      groupsBySettings(clickhouse, tenant, settings, { ...asked, ...part });
    const [byCampaign, byProduct] = await Promise.all([
      asksCampaigns ? ask({ by: [...by, 'campaign'], sums: ['spend'], order: MOST_SPENT }) : null,
      asksProducts ? ask({ by: [...by, 'product'], sums: ['verified', 'verifiedRevenue'] }) : null,
    ]);
    return { byCampaign, byProduct };
  },

  /** Of each group; undefined: nothing is judged. @param all the groups together */
  answers(
    { by, targets }: JudgedPlan,
    { byCampaign, byProduct }: OfVerdicts,
    { groups: [all] }: Groups,
  ): (group: Group) => Verdict | undefined {
    if (targets === null) return () => undefined;
    if (!hasTargets(targets)) return () => NO_VERDICT;
    return verdictsOf({
      by,
      targets,
      total: all?.tracked.sums ?? {},
      isSpendUnread: all?.isSpendUnread ?? false,
      byCampaign: byCampaign?.groups ?? null,
      byProduct: byProduct?.groups ?? null,
    });
  },
};

interface AskedVerdicts {
  readonly by: readonly FigureDimension[];
  readonly targets: Targets;
  /** Of all groups: a group without a conversion is measured by their ticket. */
  readonly total: Group['sums'];
  /** Of all groups, too: an ad of such days may have spent something. */
  readonly isSpendUnread: boolean;
  /** The same question with the campaign as its last group; null: campaigns have no targets of their own, or are asked for. */
  readonly byCampaign: readonly Group[] | null;
  /** And with the product: what each group sold; null: no product has a target. */
  readonly byProduct: readonly Group[] | null;
}

function verdictsOf(asked: AskedVerdicts): (group: Group) => Verdict {
  const { by, targets, byCampaign, byProduct } = asked;
  const place = by.indexOf('campaign');
  const targetOfCampaign = (campaignId: string) => targets.campaigns.get(campaignId) ?? targets.ofTenant;
  const parts = byCampaign && partsOfGroups(byCampaign);
  const sold = byProduct && Map.groupBy(byProduct, ({ keys }) => keyText(keys.slice(0, -1)));
  const isUnread = (ofGroup: boolean, keys: readonly string[]) =>
    (ofGroup || asked.isSpendUnread) &&
    (place < 0 || targets.products.size > 0 || targetOfCampaign(keys[place] ?? '') !== null);
  return ({ keys, isSpendUnread, tracked: { sums } }) => {
    const { spend = null, verified = null } = sums;
    if (verified === null || isOfNone(by, keys)) return NO_VERDICT;
    if (spend === null) return isUnread(isSpendUnread, keys) ? unreadVerdict(verified) : NO_VERDICT;
    const ticket = ticketOf(sums) ?? ticketOf(asked.total);
    const products = soldProducts(sold?.get(keyText(keys)) ?? byProduct ?? []);
    const expectedOf = (target: Target | null, part: number) => {
      if (part === 0) return 0;
      // A product's own target goes before that of its campaign; which products a group without a conversion sells follows from all groups.
      const ofProducts = products.map(({ id, count, ticket }) => ({
        count,
        allowed: allowedCost(targets.products.get(id) ?? target, ticket),
      }));
      const allowed = meanAllowedCost(ofProducts) ?? allowedCost(target, ticket);
      return allowed === null ? null : part / allowed;
    };
    const campaigns = parts?.get(keyText(keys));
    const expected =
      parts === null
        ? expectedOf(place < 0 ? targets.ofTenant : targetOfCampaign(keys[place] ?? ''), spend)
        : addUp(campaigns?.map(([campaignId, part]) => expectedOf(targetOfCampaign(campaignId), part)) ?? []);
    // Of very many groups not all campaigns were read: what their spend should bring is not known.
    const isWhole = !campaigns || Math.abs(campaigns.reduce((sum, [, part]) => sum + part, 0) - spend) < 0.01;
    if (expected === null || !isWhole) return NO_VERDICT;
    return { ...judge(verified, expected), evidence: { spend, conversions: verified, expected } };
  };
}

/** Verified ones alone, as all that a verdict follows from. */
function soldProducts(groups: readonly Group[]): { id: string; count: number; ticket: number | null }[] {
  const sums = new Map<string, { count: number; revenue: number }>();
  for (const { keys, tracked } of groups) {
    const { count, revenue } = sums.get(keys.at(-1) ?? '') ?? { count: 0, revenue: 0 };
    const { verified, verifiedRevenue } = tracked.sums;
    sums.set(keys.at(-1) ?? '', { count: count + (verified ?? 0), revenue: revenue + (verifiedRevenue ?? 0) });
  }
  return [...sums]
    .filter(([, { count }]) => count > 0)
    .map(([id, { count, revenue }]) => ({ id, count, ticket: revenue > 0 ? revenue / count : null }));
}

const ticketOf = ({ verified, verifiedRevenue }: Group['sums']): number | null =>
  verified && verifiedRevenue ? verifiedRevenue / verified : null;

const addUp = (parts: readonly (number | null)[]): number | null =>
  parts.includes(null) ? null : parts.reduce<number>((sum, part) => sum + (part ?? 0), 0);

type Part = readonly [campaignId: string, spend: number];

function partsOfGroups(groups: readonly Group[]): ReadonlyMap<string, readonly Part[]> {
  const parts = new Map<string, Part[]>();
  for (const {
    keys,
    tracked: { sums },
  } of groups) {
    const key = keyText(keys.slice(0, -1));
    const known = parts.get(key) ?? [];
    parts.set(key, known);
    if (sums.spend) known.push([keys.at(-1) ?? '', sums.spend]);
  }
  return parts;
}
