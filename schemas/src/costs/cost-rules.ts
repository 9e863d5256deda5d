// What a dated cost needs, and which of several holds on a day (ADR 63).
import type { TenantDay } from '../primitives/tenant-day.ts';

export const COST_KINDS = ['spend-tax', 'revenue-tax', 'gateway-fee', 'product-cost', 'expense'] as const;
export type CostKind = (typeof COST_KINDS)[number];

/** Of the tax on ad spend: 12.15 % of PIS, Cofins and ISS within the price are 13.83 % on top of it. */
export const DEFAULT_SPEND_TAX = '13.83';
/** Whose bills have it. */
export const DEFAULT_SPEND_TAX_SOURCE = 'facebook';
/** Since then Facebook passes these taxes on, and reports spend without them. */
export const DEFAULT_SPEND_TAX_FROM = '2026-01-01' as TenantDay;

type Field = 'percent' | 'fixed' | 'source' | 'checkout' | 'productId' | 'campaignId' | 'every' | 'until';

export type CostFields = {
  readonly kind: CostKind;
  readonly from: string;
} & { readonly [Name in Field]?: string | null | undefined };

/** Of each kind: the fields that it has besides its days; those that are `must` cannot be left out. */
const FIELDS: Readonly<Record<CostKind, Partial<Record<Field, 'may' | 'must'>>>> = {
  'spend-tax': { percent: 'must', source: 'may', until: 'may' },
  'revenue-tax': { percent: 'must', until: 'may' },
  'gateway-fee': { percent: 'may', fixed: 'may', checkout: 'may', until: 'may' },
  'product-cost': { fixed: 'must', productId: 'must', until: 'may' },
  expense: { fixed: 'must', every: 'must', campaignId: 'may', until: 'may' },
};
const NAMES: Readonly<Record<Exclude<Field, 'until'>, string>> = {
  percent: 'a porcentagem',
  fixed: 'o valor',
  source: 'a fonte',
  checkout: 'a plataforma',
  productId: 'o produto',
  campaignId: 'a campanha',
  every: 'se a despesa é única ou mensal',
};

/** The first thing that is wrong with the fields taken together. */
export function costProblem(cost: CostFields): { readonly field: Field; readonly message: string } | undefined {
  const isGiven = (field: Field) => cost[field] !== undefined && cost[field] !== null;
  for (const field of Object.keys(NAMES) as (keyof typeof NAMES)[]) {
    const need = FIELDS[cost.kind][field];
    if (need === 'must' && !isGiven(field)) return { field, message: `Informe ${NAMES[field]}.` };
    if (need === undefined && isGiven(field)) {
      return { field, message: 'Este tipo de custo não tem este campo.' };
    }
  }
  if (cost.kind === 'gateway-fee' && !isGiven('percent') && !isGiven('fixed')) {
    return { field: 'percent', message: 'Informe a porcentagem, o valor fixo ou os dois.' };
  }
  if (isGiven('until') && String(cost.until) < cost.from) {
    return { field: 'until', message: 'O último dia não pode ser anterior ao primeiro.' };
  }
  if (cost.every === 'once' && isGiven('until') && cost.until !== cost.from) {
    return { field: 'until', message: 'Uma despesa única vale só no seu dia.' };
  }
  return undefined;
}

export interface Dated {
  /** First and last day, both inclusive; null: without an end. */
  readonly from: string;
  readonly until: string | null;
}

/**
 * Of settings for the same thing, the one that holds on a day: of those whose days include it, the one that began last. So a setting with an
 * end is an exception, after which the earlier one holds again. No two begin on the same day.
 */
export const settingOn = <Setting extends Dated>(settings: readonly Setting[], day: string): Setting | undefined =>
  settings
    .filter(({ from, until }) => from <= day && (until === null || day <= until))
    .reduce<Setting | undefined>((latest, one) => (latest && latest.from > one.from ? latest : one), undefined);

interface TaxOnSpend extends Dated {
  readonly source?: string | undefined;
}

/** Of taxes on spend, the one on a source's spend of a day: one for all sources counts like one of its own, which goes before on the same day. */
export const spendTaxOn = <Tax extends TaxOnSpend>(taxes: readonly Tax[], source: string | undefined, day: string) =>
  settingOn(
    taxes
      .filter((tax) => tax.source === undefined || tax.source === source)
      .toSorted((one, other) => Number(other.source === undefined) - Number(one.source === undefined)),
    day,
  );
