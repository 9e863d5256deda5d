// Verdicts of ads, ad sets and campaigns: reads what `judgeGroup` judges by (ADR 95, 169).
import type { Postgres } from '@tracker/infra/postgres/client';
import type { FigureAnswer } from '@tracker/schemas/contracts/figures.contract';
import type { FigureDimension } from '@tracker/schemas/figures/dimensions';
import { SORTED_GROUPS_MAX } from '@tracker/schemas/figures/figure-query';
import { judgeGroup, type Proof, type ProofOfProduct, type Targets } from '@tracker/schemas/figures/judge-group';
import type { Sum } from '@tracker/schemas/figures/metrics';
import type { Target } from '@tracker/schemas/figures/verdict';
import { addDays } from '@tracker/schemas/primitives/tenant-day';
import type { Group, Groups } from '../groups.ts';
import type { KeyFilter } from '../named-filters.ts';
import { type FigureDeps, type FigurePlan, rangeOf } from '../plan.ts';
import { groupsBySettings } from '../read.ts';
import { settingsOf, type TenantSettings } from '../settings.ts';
import { keyText } from '../sql/statement.ts';
import type { Tenant } from '../tenant.ts';

const JUDGED: ReadonlySet<FigureDimension> = new Set<FigureDimension>(['campaign', 'platformCampaign', 'adset', 'ad']);
const isJudged = (by: readonly FigureDimension[]): boolean => by.some((dimension) => JUDGED.has(dimension));
/** What belongs to no ad is nothing that one could stop. */
const isOfNone = (by: readonly FigureDimension[], keys: readonly string[]): boolean =>
  by.some((dimension, place) => JUDGED.has(dimension) && keys[place] === '');

/** An ad that sold nothing is measured by the tenant's conversions, on every level and below every row. */
const baseFilters = (filters: readonly KeyFilter[]): KeyFilter[] =>
  filters.filter(({ dim }) => !JUDGED.has(dim) && dim !== 'adAccount');

/** What a verdict is made of: conversions that a stranger could have sent are not among them. */
const PROOF_SUMS = [
  'evidence',
  'evidenceValued',
  'evidencePriced',
  'evidenceRevenue',
  'evidenceKept',
] as const satisfies readonly Sum[];
const JUDGED_SUMS = ['spend', 'spendTax', 'verified', ...PROOF_SUMS] as const satisfies readonly Sum[];

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

type Row = FigureAnswer['rows'][number];
export type RowVerdict = Required<Pick<Row, 'verdict' | 'probability' | 'evidence'>>;

const NO_VERDICT: RowVerdict = { verdict: null, probability: null, evidence: null };

export interface JudgedPlan extends FigurePlan {
  /** Null: none of its groups is judged, or the asker does not see all metrics, from which targets would follow. */
  readonly targets: Targets | null;
}

interface OfVerdicts {
  readonly byCampaign: Groups | null;
  readonly byProduct: Groups | null;
  readonly base: readonly Group[];
}

const NOTHING_ASKED: OfVerdicts = { byCampaign: null, byProduct: null, base: [] };
const MOST_SPENT = [{ figure: 'spend', descending: true }] as const;
/** Days before, in which a tenant without a conversion in the asked ones may have had some. */
const BASE_DAYS = 90;

/** Next to a question for figures, of whose groups they are. */
export const verdicts = {
  async plan({ postgres }: Pick<FigureDeps, 'postgres'>, plan: FigurePlan): Promise<JudgedPlan> {
    const { asker, tenant, by, sums } = plan;
    const targets = isJudged(by) && asker.within.metrics === null ? await readTargets(postgres, tenant) : null;
    return { ...plan, targets, ...(targets && { sums: [...new Set([...sums, ...JUDGED_SUMS])], shownBy: sums }) };
  },

  async asks(deps: FigureDeps, plan: JudgedPlan, settings: TenantSettings): Promise<OfVerdicts> {
    const { tenant, targets, by, filters, range } = plan;
    if (targets === null) return NOTHING_ASKED;
    const asked = { range, filters, limit: SORTED_GROUPS_MAX };
    const asksCampaigns = targets.campaigns.size > 0 && !by.includes('campaign');
    const asksProducts = targets.products.size > 0 && !by.includes('product');
    const ask = (part: Pick<Parameters<typeof groupsBySettings>[3], 'by' | 'sums' | 'order'>) =>
      groupsBySettings(deps.clickhouse, tenant, settings, { ...asked, ...part });
    const [byCampaign, byProduct, base] = await Promise.all([
      asksCampaigns ? ask({ by: [...by, 'campaign'], sums: ['spend'], order: MOST_SPENT }) : null,
      asksProducts ? ask({ by: [...by, 'product'], sums: PROOF_SUMS }) : null,
      readBase(deps, plan, asksProducts),
    ]);
    return { byCampaign, byProduct, base };
  },

  /** Of each group; undefined: nothing is judged. @param all the groups together */
  answers(
    { by, targets }: JudgedPlan,
    { byCampaign, byProduct, base }: OfVerdicts,
    { groups: [all] }: Groups,
  ): (group: Group) => RowVerdict | undefined {
    if (targets === null) return () => undefined;
    return verdictsOf({
      ...{ by, targets, base, isSpendUnread: all?.isSpendUnread ?? false },
      ...{ byCampaign: byCampaign?.groups ?? null, byProduct: byProduct?.groups ?? null },
    });
  },
};

/** What a conversion of the tenant is worth; of who sees some rows alone, of these. */
async function readBase(
  deps: FigureDeps,
  { asker, tenant, filters, range }: JudgedPlan,
  isByProduct: boolean,
): Promise<readonly Group[]> {
  const asked = {
    by: isByProduct ? (['product'] as const) : [],
    filters: asker.within.filters.length > 0 ? filters : baseFilters(filters),
    ...{ sums: PROOF_SUMS, limit: SORTED_GROUPS_MAX },
  };
  const settings = settingsOf(deps, tenant, asked);
  const read = async (days: typeof range) =>
    (await groupsBySettings(deps.clickhouse, tenant, settings, { ...asked, range: days })).groups;
  const groups = await read(range);
  const isKnown = groups.some(({ tracked }) => tracked.sums.evidencePriced);
  if (isKnown || asker.within.from !== undefined) return groups;
  return read(rangeOf(deps, tenant, { from: addDays(range.last, -BASE_DAYS), to: range.last }));
}

interface AskedVerdicts {
  readonly by: readonly FigureDimension[];
  readonly targets: Targets;
  /** Of all groups: an ad of such days may have spent something. */
  readonly isSpendUnread: boolean;
  /** Of the tenant: by product where a product has a target, else one. */
  readonly base: readonly Group[];
  /** The same question with the campaign as its last group; null: campaigns have no targets of their own, or are asked for. */
  readonly byCampaign: readonly Group[] | null;
  /** And with the product: what each group sold; null: no product has a target. */
  readonly byProduct: readonly Group[] | null;
}

/** Of each group. */
function verdictsOf(asked: AskedVerdicts): (group: Group) => RowVerdict {
  const { by, targets, byCampaign, byProduct } = asked;
  const place = by.indexOf('campaign');
  const parts = byCampaign && partsOfGroups(byCampaign);
  const sold = byProduct && Map.groupBy(byProduct, ({ keys }) => keyText(keys.slice(0, -1)));
  const base = addUp(asked.base.map(proofOf));
  const baseProducts = byProduct ? productsOf(asked.base) : [];
  return ({ keys, isSpendUnread, tracked: { sums } }) => {
    const { spend = null, spendTax = null, verified = null } = sums;
    if (verified === null || isOfNone(by, keys)) return NO_VERDICT;
    const proof = proofOf({ tracked: { sums } });
    const direct = verified - proof.evidence;
    const evidence = { direct, counts: 'sales' as const, kept: null, targets: [], conversions: proof.evidenceValued };
    if (spend === null) {
      // Nothing follows from a part of its spend.
      const isUnread = isSpendUnread || asked.isSpendUnread;
      const unread = { ...evidence, spend: null, expected: null };
      return isUnread ? { verdict: 'little-data', probability: null, evidence: unread } : NO_VERDICT;
    }
    const ofCampaigns = parts ? (parts.get(keyText(keys)) ?? []) : [[keys[place] ?? '', spend] as const];
    // Of very many groups not all campaigns were read: what their spend should bring is not known.
    const isWhole = Math.abs(ofCampaigns.reduce((sum, [, part]) => sum + part, 0) - spend) < 0.01;
    const judged =
      isWhole &&
      judgeGroup(targets, {
        ...{ spend, spendTax: spendTax ?? 0, proof, base, baseProducts, parts: ofCampaigns },
        products: productsOf(sold?.get(keyText(keys)) ?? []),
      });
    if (!judged) return NO_VERDICT;
    const { verdict, probability, ...rest } = judged;
    return { verdict, probability, evidence: { spend, direct, ...rest, targets: [...rest.targets] } };
  };
}

const proofOf = ({ tracked: { sums } }: { readonly tracked: Pick<Group['tracked'], 'sums'> }): Proof =>
  Object.fromEntries(PROOF_SUMS.map((sum) => [sum, sums[sum] ?? 0])) as Record<keyof Proof, number>;

const addUp = (proofs: readonly Proof[]): Proof =>
  Object.fromEntries(PROOF_SUMS.map((sum) => [sum, proofs.reduce((all, proof) => all + proof[sum], 0)])) as Record<
    keyof Proof,
    number
  >;

const productsOf = (groups: readonly Group[]): ProofOfProduct[] =>
  groups.map((group) => ({ ...proofOf(group), product: group.keys.at(-1) ?? '' }));

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
