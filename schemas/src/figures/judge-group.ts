// The verdict of a row of ads: what its spend should have brought by the target of its products, campaign or tenant, and by break-even where none is set (ADR 169).
// The only place that judges: screens, views, keys and files show its answer.
import { allowedCost, judge, type Target, type Verdict } from './verdict.ts';

/** Whose target it is; `break-even`: no one set one, so that a conversion may cost what it leaves. */
export const TARGET_OWNERS = ['product', 'campaign', 'tenant', 'break-even'] as const;
export type TargetOwner = (typeof TARGET_OWNERS)[number];

export interface OwnedTarget {
  readonly of: TargetOwner;
  /** Of the product or campaign. */
  readonly id: string | null;
}

export interface Targets {
  /** Null: none. */
  readonly ofTenant: Target | null;
  readonly campaigns: ReadonlyMap<string, Target | null>;
  /** Of the catalogue. */
  readonly products: ReadonlyMap<string, Target | null>;
}

/** What conversions brought that count as evidence, in BRL. */
export interface Proof {
  /** Leads among them. */
  readonly evidence: number;
  /** Those with a value. */
  readonly evidenceValued: number;
  /** Of these, in a currency with a rate: what one is worth is known of them alone. */
  readonly evidencePriced: number;
  readonly evidenceRevenue: number;
  /** After the tax on revenue, fees and product costs. */
  readonly evidenceKept: number;
}

export interface ProofOfProduct extends Proof {
  readonly product: string;
}

export interface JudgedGroup {
  readonly spend: number;
  readonly spendTax: number;
  readonly proof: Proof;
  /** Of each product that it sold; empty where no product has a target. */
  readonly products: readonly ProofOfProduct[];
  /** Of the tenant: what a conversion is worth of a group that sold nothing. */
  readonly base: Proof;
  readonly baseProducts: readonly ProofOfProduct[];
  /** Its spend by campaign; one part where targets are not split so. '': of none. */
  readonly parts: readonly (readonly [campaignId: string, spend: number])[];
}

/** CPAs are of all conversions; what money must come back counts conversions. */
export const EVIDENCE_COUNTS = ['conversions', 'sales'] as const;

export interface GroupVerdict {
  readonly verdict: Verdict;
  /** How sure 'below' or 'above' is; null for the others, and where each conversion costs more than it brings. */
  readonly probability: number | null;
  readonly conversions: number;
  readonly counts: (typeof EVIDENCE_COUNTS)[number];
  /** Conversions of a row exactly on target; null: none would be enough, as a conversion leaves nothing. */
  readonly expected: number | null;
  /** What a conversion leaves, where that is the target. */
  readonly kept: number | null;
  readonly targets: readonly OwnedTarget[];
}

/** Each conversion may be a loss by chance of one coupon or refund; of so many it is what they cost. */
const LOSSES_MIN = 3;

/** @returns null where nothing says what a conversion may cost: no target, and no conversion yet */
export function judgeGroup(targets: Targets, group: JudgedGroup): GroupVerdict | null {
  const { spend, proof, parts } = group;
  const allowances = parts
    .filter(([, part]) => part > 0)
    .map(([campaignId, part]) => ({ part, ...allowanceOf(targets, group, ownerOf(targets, campaignId)) }));
  if (allowances.length === 0 || allowances.some(({ cost }) => cost === null)) return null;
  const used = uniqueTargets(allowances.flatMap((one) => one.targets));
  const counts = allowances.every(({ isCpa }) => isCpa) ? 'conversions' : 'sales';
  const conversions = counts === 'sales' ? proof.evidenceValued : proof.evidence;
  const kept = used.some(({ of }) => of === 'break-even') ? (worthOf(group)?.kept ?? null) : null;
  const common = { conversions, counts, kept, targets: used } as const;
  if (allowances.some(({ cost }) => (cost ?? 0) <= 0)) {
    const isProven = proof.evidenceValued >= LOSSES_MIN && spend > 0;
    return { verdict: isProven ? 'below' : 'little-data', probability: null, expected: null, ...common };
  }
  const expected = allowances.reduce((sum, { part, cost }) => sum + part / (cost ?? 1), 0);
  return { ...judge(conversions, expected), expected, ...common };
}

interface Owned {
  readonly owner: OwnedTarget;
  readonly target: Target | null;
}

function ownerOf({ campaigns, ofTenant }: Targets, campaignId: string): Owned {
  const own = campaigns.get(campaignId) ?? null;
  if (own) return { owner: { of: 'campaign', id: campaignId }, target: own };
  return { owner: { of: ofTenant ? 'tenant' : 'break-even', id: null }, target: ofTenant };
}

interface Allowance {
  /** What one conversion may cost before the tax on spend; null: not known. */
  readonly cost: number | null;
  readonly isCpa: boolean;
  readonly targets: readonly OwnedTarget[];
}

/** A product's own target goes before that of its campaign; several products count by what was sold of each. */
function allowanceOf({ products }: Targets, group: JudgedGroup, { owner, target }: Owned): Allowance {
  const sold = [group.products, group.baseProducts].find((some) => some.some((one) => countOf(one) > 0)) ?? [];
  if (sold.every(({ product }) => !products.get(product))) {
    const cost = costOf(target, worthOf(group), group);
    return { cost, isCpa: isCpa(target), targets: [owner] };
  }
  const each = sold
    .filter((one) => countOf(one) > 0)
    .map((one) => {
      const own = products.get(one.product) ?? null;
      return {
        count: countOf(one),
        cost: costOf(own ?? target, meanOf(one) ?? worthOf(group), group),
        isCpa: isCpa(own ?? target),
        owner: own ? ({ of: 'product', id: one.product } as const) : owner,
      };
    })
    .filter(({ cost }) => cost !== null);
  const count = each.reduce((sum, one) => sum + one.count, 0);
  return {
    cost: count > 0 ? each.reduce((sum, one) => sum + one.count * (one.cost ?? 0), 0) / count : null,
    isCpa: each.every((one) => one.isCpa),
    targets: each.map((one) => one.owner),
  };
}

const isCpa = (target: Target | null): boolean => target !== null && target.cpa !== null;
const countOf = ({ evidence }: Proof): number => evidence;

interface Worth {
  readonly ticket: number;
  readonly kept: number;
}

/** Of a conversion; null: none shows it. */
const meanOf = ({ evidencePriced, evidenceRevenue, evidenceKept }: Proof): Worth | null =>
  evidencePriced > 0 && evidenceRevenue > 0
    ? { ticket: evidenceRevenue / evidencePriced, kept: evidenceKept / evidencePriced }
    : null;
const worthOf = ({ proof, base }: Pick<JudgedGroup, 'proof' | 'base'>): Worth | null => meanOf(proof) ?? meanOf(base);

/** At break-even what a conversion leaves pays the spend and its tax. */
function costOf(target: Target | null, worth: Worth | null, { spend, spendTax }: JudgedGroup): number | null {
  if (target) return allowedCost(target, worth?.ticket ?? null);
  return worth && (worth.kept * spend) / (spend + spendTax);
}

const uniqueTargets = (all: readonly OwnedTarget[]): OwnedTarget[] => [
  ...new Map(all.map((one) => [`${one.of} ${one.id}`, one])).values(),
];
