// What figures say. A metric is a function of sums, never of ratios: the ROAS of a month is its revenue divided by its spend, not the mean of its days.
// To add one: here, and where its sum is new, the SQL of that in `api/figures/src/sql/statement.ts`.
import { cpa } from '../metrics/formulas.ts';
import type { Fact } from './facts.ts';

/** Which fact each sum is made of. `attributed`: conversions with a click. Money is in BRL. */
export const SUMS = {
  clicks: 'clicks',
  pageViews: 'pageViews',
  conversions: 'sales',
  attributed: 'sales',
  /** Vouched for by a checkout, or by a person who imported it: all that a verdict counts. */
  verified: 'sales',
  verifiedRevenue: 'sales',
  /** What a verdict counts: verified ones of a click, an assignment or utm values that name a campaign or an ad (ADR 169). */
  evidence: 'sales',
  /** Of these the ones with a value; of those the ones in a currency with a rate, and what they brought. */
  evidenceValued: 'sales',
  evidencePriced: 'sales',
  evidenceRevenue: 'sales',
  /** And left after the tax on revenue, fees and product costs, to the cent. */
  evidenceKept: 'sales',
  revenue: 'sales',
  /** To the cent, rounded once from the exact sum: profit is the difference of such lines (ADR 63). */
  roundedRevenue: 'sales',
  revenueTax: 'sales',
  gatewayFees: 'sales',
  productCosts: 'sales',
  pending: 'orders',
  pendingValue: 'orders',
  approved: 'orders',
  lost: 'orders',
  refunds: 'orders',
  chargebacks: 'orders',
  spend: 'spend',
  roundedSpend: 'spend',
  spendTax: 'spend',
  impressions: 'spend',
  platformClicks: 'spend',
  expenses: 'expenses',
  leads: 'leads',
} as const satisfies Readonly<Record<string, Fact>>;
export type Sum = keyof typeof SUMS;

/** A sum is null where its fact cannot be split as asked, or where no ad platform reports it. */
export type Sums = Readonly<Record<Sum, number | null>>;

export const METRIC_UNITS = ['count', 'money', 'percent', 'ratio'] as const;
export type MetricUnit = (typeof METRIC_UNITS)[number];

/**
 * `sum`: one sum of rows. `difference` and `ratio`: of several sums. `distinct`: how many there are of
 * something, which adds up over no groups; none yet.
 */
export type MetricKind = 'sum' | 'difference' | 'ratio' | 'distinct';

interface Definition {
  readonly kind: MetricKind;
  /** For people, in Portuguese. */
  readonly label: string;
  readonly unit: MetricUnit;
  /** The sums it is made of; null when one of them is. */
  readonly of: readonly Sum[];
  /** In the order of `of`. */
  readonly formula: (...sums: number[]) => number | null;
  /** `tracked`: those since tracking began (ADR 94, 170). */
  readonly days: 'all' | 'tracked';
  /** Sums that it also takes off where they are known. */
  readonly less?: readonly Sum[];
}

const itself = (sum: number) => sum;
/** Null over zero. */
const share = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null);
const percent = (part: number, whole: number): number | null => (whole > 0 ? (part / whole) * 100 : null);
/** Sums of cents: a float must not show its own digits. */
const cents = (amount: number): number => Math.round(amount * 100) / 100;

const sumOf = (unit: MetricUnit, label: string, sum: Sum): Definition => ({
  kind: 'sum',
  label,
  unit,
  of: [sum],
  formula: itself,
  days: 'all',
});
const count = (label: string, sum: Sum) => sumOf('count', label, sum);
const money = (label: string, sum: Sum) => sumOf('money', label, sum);
const ratio = (label: string, unit: MetricUnit, of: readonly Sum[], formula: Definition['formula']): Definition => ({
  kind: 'ratio',
  label,
  unit,
  of,
  formula,
  days: 'tracked',
});
/** What a platform alone says needs no tracking. */
const ofPlatform = (definition: Definition): Definition => ({ ...definition, days: 'all' });

const KEPT = ['roundedRevenue', 'revenueTax', 'gatewayFees', 'productCosts'] as const;
const PAID = ['roundedSpend', 'spendTax'] as const;
const NET = { of: [...KEPT, ...PAID], less: ['expenses'] } as const;

/** Of amounts in whole cents, in the order of `NET`: what is left of revenue, and what was paid for ads. */
function netOf([
  revenue = 0,
  revenueTax = 0,
  gatewayFees = 0,
  productCosts = 0,
  spend = 0,
  spendTax = 0,
  expenses = 0,
]: number[]) {
  return { kept: cents(revenue - revenueTax - gatewayFees - productCosts - expenses), paid: cents(spend + spendTax) };
}

export const FIGURE_METRICS = {
  clicks: count('Clicks', 'clicks'),
  pageViews: count('Visualizações', 'pageViews'),
  conversions: count('Conversões', 'conversions'),
  /** With a click. */
  attributed: count('Conversões rastreadas', 'attributed'),
  /** Vouched for by a checkout or an import: what decisions rest on. */
  verifiedConversions: count('Conversões verificadas', 'verified'),
  verifiedRevenue: money('Receita verificada', 'verifiedRevenue'),
  revenue: money('Receita', 'revenue'),
  ticket: ratio('Ticket médio', 'money', ['revenue', 'conversions'], share),
  /** Of clicks: conversions without one are left out (decision 24). */
  conversionRate: ratio('Taxa de conversão', 'percent', ['attributed', 'clicks'], percent),
  epc: ratio('Receita por click', 'money', ['revenue', 'clicks'], share),
  leads: count('Leads', 'leads'),
  pending: count('Pendentes', 'pending'),
  pendingValue: money('Valor pendente', 'pendingValue'),
  approvalRate: ratio(
    'Taxa de aprovação',
    'percent',
    ['approved', 'pending', 'lost'],
    (approved = 0, pending = 0, lost = 0) => percent(approved, approved + pending + lost),
  ),
  refunds: count('Reembolsos', 'refunds'),
  /** Refunded and charged back, of all that were ever paid. */
  refundRate: ratio(
    'Taxa de reembolso',
    'percent',
    ['refunds', 'chargebacks', 'approved'],
    (refunds = 0, chargebacks = 0, approved = 0) => percent(refunds + chargebacks, approved),
  ),
  chargebacks: count('Chargebacks', 'chargebacks'),
  spend: money('Gasto', 'spend'),
  impressions: count('Impressões', 'impressions'),
  /** That of the ratios: a row whose spend is more had the rest before tracking began. */
  trackedSpend: { ...money('Gasto rastreado', 'spend'), days: 'tracked' },
  cpm: ofPlatform(
    ratio('CPM', 'money', ['spend', 'impressions'], (spend = 0, impressions = 0) => share(spend * 1000, impressions)),
  ),
  ctr: ofPlatform(ratio('CTR', 'percent', ['platformClicks', 'impressions'], percent)),
  cpc: ofPlatform(ratio('CPC', 'money', ['spend', 'platformClicks'], share)),
  /** 0 without spend, as the specification says; every other ratio over zero is null. */
  roas: ratio('ROAS', 'ratio', ['revenue', 'spend'], (revenue = 0, spend = 0) => share(revenue, spend) ?? 0),
  cpa: ratio('CPA', 'money', ['spend', 'conversions'], cpa),
  roi: ratio('ROI', 'percent', ['revenue', 'spend'], (revenue = 0, spend = 0) => percent(revenue - spend, spend)),
  revenueTax: money('Imposto sobre vendas', 'revenueTax'),
  spendTax: money('Imposto sobre anúncios', 'spendTax'),
  gatewayFees: money('Taxas do checkout', 'gatewayFees'),
  productCosts: money('Custo dos produtos', 'productCosts'),
  expenses: money('Despesas', 'expenses'),
  netRevenue: {
    kind: 'difference',
    days: 'tracked',
    label: 'Receita líquida',
    unit: 'money',
    of: KEPT,
    formula: (...amounts) => netOf(amounts).kept,
  },
  /** Expenses belong to days and campaigns: in other groups it is before them. */
  netProfit: {
    kind: 'difference',
    days: 'tracked',
    label: 'Lucro líquido',
    unit: 'money',
    ...NET,
    formula: (...amounts) => cents(netOf(amounts).kept - netOf(amounts).paid),
  },
  netRoas: {
    kind: 'ratio',
    days: 'tracked',
    label: 'ROAS líquido',
    unit: 'ratio',
    ...NET,
    formula: (...amounts) => share(netOf(amounts).kept, netOf(amounts).paid) ?? 0,
  },
  netRoi: {
    kind: 'ratio',
    days: 'tracked',
    label: 'ROI líquido',
    unit: 'percent',
    ...NET,
    formula: (...amounts) => percent(netOf(amounts).kept - netOf(amounts).paid, netOf(amounts).paid),
  },
} as const satisfies Readonly<Record<string, Definition>>;

export type FigureMetric = keyof typeof FIGURE_METRICS;
export const FIGURE_METRIC_NAMES = Object.keys(FIGURE_METRICS) as [FigureMetric, ...FigureMetric[]];

export const metricOf = (name: FigureMetric): Definition => FIGURE_METRICS[name];

/** Whether it follows from what ads cost. */
export const hasSpend = (name: FigureMetric): boolean => metricOf(name).of.some((sum) => SUMS[sum] === 'spend');

/** The sums that some metrics are made of, in the order of `SUMS`. */
export function sumsOf(metrics: readonly FigureMetric[]): Sum[] {
  const asked = new Set<Sum>(metrics.flatMap((name) => [...metricOf(name).of, ...(metricOf(name).less ?? [])]));
  return (Object.keys(SUMS) as Sum[]).filter((sum) => asked.has(sum));
}

/** Null where one of its sums is unknown. */
export function metricFrom(name: FigureMetric, sums: Partial<Sums>): number | null {
  const { of, less = [], formula } = metricOf(name);
  const known = of.flatMap((sum) => sums[sum] ?? []);
  if (known.length < of.length) return null;
  return formula(...known, ...less.map((sum) => sums[sum] ?? 0));
}

const REPORTED: ReadonlySet<Fact> = new Set<Fact>(['spend', 'expenses']);

/** Whether it is no whole over days of which some were not tracked: a ratio is of the others alone, and what platforms and people report needs no tracking. */
export const needsTracking = (metric: FigureMetric): boolean => {
  const { kind, days, of }: Definition = FIGURE_METRICS[metric];
  return kind !== 'ratio' && (days === 'tracked' || of.some((sum) => !REPORTED.has(SUMS[sum])));
};
