// What a group and a metric are worth: rows that were summed become the sums of a question, and sums a metric.
import {
  type FigureMetric,
  hasSpend,
  metricFrom,
  metricOf,
  SUMS,
  type Sum,
  type Sums,
} from '@tracker/schemas/figures/metrics';
import { type AskedGroups, type Group, isSpendKnown, orZero } from './groups.ts';
import { keptOf, type NetLines, NO_LINES, toCents } from './net.ts';
import type { GroupedBy } from './sql/dimension-sql.ts';
import { type FoundGroup, knowsAll } from './sql/statement.ts';

export interface Measured {
  readonly sums: Group['sums'];
  readonly tracked: Pick<Group['tracked'], 'sums'>;
}

/** Of all days of a group, or of those since tracking began (ADR 94, 170). Null where one of its sums is unknown, and of no group. */
export const valueOfMetric = (metric: FigureMetric, group: Measured | undefined): number | null =>
  metricFrom(metric, (metricOf(metric).days === 'all' ? group?.sums : group?.tracked.sums) ?? {});

/** The same in the calls of the specification: a sum that is unknown is 0 there, and what follows from spend that no one knows, or of which none is of tracked days, is null. */
export const specifiedValueOf = (metric: FigureMetric, group: Measured): number | null =>
  hasSpend(metric) && (!isSpendKnown(group) || group.tracked.sums.spend === null)
    ? null
    : valueOfMetric(metric, { sums: orZero(group), tracked: { sums: orZero(group.tracked) } });

export const NO_GROUP: FoundGroup = { keys: [], names: [], counts: {}, amounts: {}, spend: '0', groups: 0 };
/** The levels of an ad platform. What belongs to no object of a level is the rest of what was reported: known, and 0 where all of it is allocated. */
const ALLOCATED: ReadonlySet<GroupedBy> = new Set<GroupedBy>(['adAccount', 'platformCampaign', 'adset', 'ad']);
/** A source, a channel or an ad without a report cost nothing that anyone knows. */
const REPORTED: ReadonlySet<GroupedBy> = new Set<GroupedBy>(['source', 'channel', ...ALLOCATED]);

/** Of a group without rows: 0 where its facts can be split so. */
export function sumsOfNothing(
  { by, filters = [], sums }: Omit<AskedGroups, 'range' | 'limit'>,
  keys: readonly string[],
): Partial<Sums> {
  const isKnown = knownOf({ by, filters });
  return toSums(sums, { ...NO_GROUP, keys }, { lines: NO_LINES, ofEvidence: NO_LINES, isKnown, leads: 0 });
}

export function knownOf(split: Split): Known {
  const { by, filters } = split;
  const isOfReported = filters.some(({ dim, op }) => REPORTED.has(dim) && !(op === 'none' && ALLOCATED.has(dim)));
  const needsReport = (keys: readonly string[]) =>
    isOfReported || by.some((dim, place) => REPORTED.has(dim) && !(keys[place] === '' && ALLOCATED.has(dim)));
  return (fact, { keys, counts }) =>
    knowsAll(fact, split) && (fact !== 'spend' || (counts.reports ?? 0) > 0 || !needsReport(keys));
}

type Split = Parameters<typeof knowsAll>[1];
type Known = (fact: (typeof SUMS)[Sum], group: FoundGroup) => boolean;

interface SummedElsewhere {
  readonly lines: NetLines;
  readonly ofEvidence: NetLines;
  readonly isKnown: Known;
  readonly leads: number;
}

export function toSums(
  asked: readonly Sum[],
  group: FoundGroup,
  { lines, ofEvidence, isKnown, leads }: SummedElsewhere,
): Partial<Sums> {
  const { counts, amounts } = group;
  const cents = toCents(lines);
  const inReais = (name: keyof typeof cents) => Number(cents[name]) / 100;
  const values: Sums = {
    clicks: counts.clicks ?? 0,
    pageViews: counts.page_views ?? 0,
    conversions: counts.conversions ?? 0,
    attributed: counts.attributed ?? 0,
    verified: counts.verified ?? 0,
    verifiedRevenue: Number(amounts.verified_revenue ?? 0),
    evidence: counts.evidence ?? 0,
    evidenceValued: counts.evidence_valued ?? 0,
    evidencePriced: counts.evidence_priced ?? 0,
    evidenceRevenue: Number(amounts.evidence_revenue ?? 0),
    evidenceKept: keptOf(ofEvidence),
    revenue: Number(amounts.revenue ?? 0),
    roundedRevenue: inReais('revenue'),
    revenueTax: inReais('revenueTax'),
    gatewayFees: inReais('gatewayFees'),
    productCosts: inReais('productCosts'),
    pending: counts.pending ?? 0,
    pendingValue: Number(amounts.pending_value ?? 0),
    approved: counts.approved ?? 0,
    lost: counts.lost ?? 0,
    refunds: counts.refunds ?? 0,
    chargebacks: counts.chargebacks ?? 0,
    spend: Number(group.spend),
    roundedSpend: inReais('spend'),
    spendTax: inReais('spendTax'),
    impressions: counts.impressions ?? 0,
    platformClicks: counts.platform_clicks ?? 0,
    expenses: inReais('expenses'),
    leads,
  };
  const isOfWholeDay = (sum: Sum) => {
    const { uncut = 0, uncut_reach = 0 } = counts;
    return SUMS[sum] === 'spend' && (sum === 'impressions' || sum === 'platformClicks' ? uncut_reach : uncut) > 0;
  };
  // Of no ad a platform may report views without spend: they are known, and what they cost is not.
  return Object.fromEntries(
    asked.map((sum) => [
      sum,
      !isOfWholeDay(sum) && (values[sum] !== 0 || isKnown(SUMS[sum], group)) ? values[sum] : null,
    ]),
  );
}
