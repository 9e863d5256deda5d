// The settings of costs that hold in a range, as statements and formulas take them.

import { spendSourceNamed } from '@tracker/schemas/capture/source-names';
import type { Cost } from '@tracker/schemas/contracts/costs.contract';
import { type Dated, settingOn, spendTaxOn } from '@tracker/schemas/costs/cost-rules';
import { DAY_MS } from '@tracker/schemas/primitives/durations';
import { addDays, daysFrom, startOfDay, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import {
  DAYS_OF_MONTHS,
  type EvidenceAmounts,
  exact,
  type LineAmounts,
  linesOfEvidence,
  type NetLines,
  type PlainTaxes,
  toLines,
} from './net.ts';
import { type Catalogue, NO_CATALOGUE } from './product-catalogue.ts';
import { type CostParams, MOMENTS_OF_PLACE, type SpendTaxParams } from './sql/net-figures.ts';

interface Days {
  readonly first: TenantDay;
  readonly last: TenantDay;
}

export interface CostsOfRange {
  /** Of conversions; null: the plain statement is enough. */
  readonly params: CostParams | null;
  /** Null: one tax on all spend. */
  readonly spendTaxParams: SpendTaxParams | null;
  /** Of a group, without expenses. */
  linesOf(amounts: LineAmounts): NetLines;
  /** Of the conversions of a group that a verdict counts. */
  linesOfEvidence(amounts: EvidenceAmounts): NetLines;
  /**
   * What the expenses of the range add to each group, in parts of a real (`NetLines`); groups without any are left out.
   * @param groupOf of an expense's campaign (null: none) and a day; null: it is in no group
   */
  expensesBy(groupOf: (campaignId: string | null, day: TenantDay) => string | null): Map<string, bigint>;
  /** Those of some days of the range. */
  expensesOf(within: Days): bigint;
}

/** The cost of a product of the catalogue is that of each of its ids. */
const ofCheckouts = (costs: readonly Cost[], { idsOf }: Catalogue): Cost[] =>
  costs.flatMap((cost) =>
    cost.productId === undefined ? [cost] : idsOf(cost.productId).map((productId) => ({ ...cost, productId })),
  );

export function costsOfRange(
  given: readonly Cost[],
  days: Days,
  timeZone: TimeZone,
  catalogue: Catalogue = NO_CATALOGUE,
): CostsOfRange {
  const costs = ofCheckouts(given, catalogue);
  const of = (kind: Cost['kind']) => costs.filter((cost) => cost.kind === kind);
  const percentOn = (settings: readonly Cost[]) => (day: TenantDay) => millionths(settingOn(settings, day)?.percent);
  const spendTaxes = spendTaxesOf(of('spend-tax'), days);
  const revenueTax = stepsOf(of('revenue-tax'), days, percentOn(of('revenue-tax')));
  const fees = feesOf(of('gateway-fee'), days);
  const products = productsOf(of('product-cost'), days);
  const isPlain = revenueTax.length === 1 && [...fees, ...products].every(({ steps }) => isNothing(steps));
  const isOneTaxOnSpend = spendTaxes.length === 1 && spendTaxes[0]?.steps.length === 1;
  const taxes: PlainTaxes = {
    spendTax: isOneTaxOnSpend ? (spendTaxes[0]?.steps[0]?.value.percent ?? 0) : null,
    revenueTax: isPlain ? (revenueTax[0]?.value ?? 0) : null,
  };
  const startOf = (day: TenantDay) => startOfDay(day, timeZone);
  return {
    params: isPlain
      ? null
      : {
          revenueTaxFrom: revenueTax.map(({ from }, index) => (index === 0 ? 0 : startOf(from))),
          revenueTax: revenueTax.map(({ value }) => value),
          ...placed(fees, startOf, ({ keys, places, from, values }) => ({
            ...{ feeCheckouts: keys, feePlaces: places, feeFrom: from },
            feePercent: values.map(({ percent }) => percent),
            feeFixed: values.map(({ fixed }) => fixed),
          })),
          ...placed(products, startOf, ({ keys, places, from, values }) => ({
            ...{ productIds: keys, productPlaces: places, productFrom: from },
            productCost: values.map(({ fixed }) => fixed),
          })),
        },
    spendTaxParams: isOneTaxOnSpend
      ? null
      : placed(spendTaxes, daysSince1970, ({ keys, places, from, values }) => ({
          ...{ spendTaxSources: keys, spendTaxPlaces: places, spendTaxFrom: from },
          spendTax: values.map(({ percent }) => percent),
        })),
    linesOf: (amounts) => toLines(amounts, taxes),
    linesOfEvidence: (amounts) => linesOfEvidence(amounts, taxes),
    expensesBy: (groupOf) => expensesBy(of('expense'), days, groupOf),
    expensesOf: (within) => expensesBy(of('expense'), within, () => '').get('') ?? 0n,
  };
}

interface Step<Value> {
  readonly from: TenantDay;
  readonly value: Value;
}

/** The values of a range, each with the first day on which it holds; at least one, of the first day. */
function stepsOf<Value>(settings: readonly Dated[], { first, last }: Days, valueOn: (day: TenantDay) => Value) {
  const changes = settings.flatMap(({ from, until }) => [
    from,
    ...(until === null ? [] : [addDays(until as TenantDay, 1)]),
  ]);
  const begins = [...new Set([first, ...changes.filter((day) => day > first && day <= last)])].sort() as TenantDay[];
  const steps: Step<Value>[] = [];
  for (const from of begins) {
    const value = valueOn(from);
    if (JSON.stringify(steps.at(-1)?.value) !== JSON.stringify(value)) steps.push({ from, value });
  }
  return steps;
}

interface Rate {
  /** In millionths. */
  readonly percent: number;
  /** In ten-thousandths of a real. */
  readonly fixed: number;
}
interface Place {
  /** '' is the place of all that have none. */
  readonly key: string;
  readonly steps: readonly Step<Rate>[];
}

const NO_RATE: Rate = { percent: 0, fixed: 0 };
const isNothing = (steps: readonly Step<Rate>[]) =>
  steps.every(({ value: { percent, fixed } }) => percent + fixed === 0);
const toRate = (cost: Cost | undefined): Rate =>
  cost ? { percent: millionths(cost.percent), fixed: tenThousandths(cost.fixed) } : NO_RATE;

const daysSince1970 = (day: TenantDay): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;

/** By the source of the spend. */
function spendTaxesOf(given: readonly Cost[], days: Days): Place[] {
  const settings = given.map((cost) =>
    cost.source === undefined ? cost : { ...cost, source: spendSourceNamed(cost.source) },
  );
  // Both the one name of a source and those of older settings and entries.
  const keys = new Set([...settings, ...given].flatMap(({ source }) => source ?? []));
  return ['', ...keys].map((key) => ({
    key,
    steps: stepsOf(settings, days, (day) => toRate(spendTaxOn(settings, key && spendSourceNamed(key), day))),
  }));
}

/** A checkout without a fee of its own on a day has that of all checkouts. */
function feesOf(settings: readonly Cost[], days: Days): Place[] {
  const general = settings.filter(({ checkout }) => checkout === undefined);
  const keys = new Set(settings.flatMap(({ checkout }) => checkout ?? []));
  return ['', ...keys].map((key) => {
    const own = settings.filter(({ checkout }) => checkout === key);
    const rateOn = (day: TenantDay) => toRate(settingOn(own, day) ?? settingOn(general, day));
    return { key, steps: stepsOf([...own, ...general], days, rateOn) };
  });
}

function productsOf(settings: readonly Cost[], days: Days): Place[] {
  const keys = new Set(settings.flatMap(({ productId }) => productId ?? []));
  return ['', ...keys].map((key) => {
    const own = settings.filter(({ productId }) => productId === key);
    return { key, steps: stepsOf(own, days, (day) => toRate(settingOn(own, day))) };
  });
}

interface Placed {
  readonly keys: string[];
  readonly places: number[];
  readonly from: number[];
  readonly values: Rate[];
}

/** The steps of all places as one step function. */
function placed<Params>(places: readonly Place[], startOf: (day: TenantDay) => number, give: (all: Placed) => Params) {
  const steps = places.flatMap(({ steps: own }, place) =>
    own.map(({ from, value }, index) => ({
      from: place * MOMENTS_OF_PLACE + (index === 0 ? 0 : startOf(from)),
      value,
    })),
  );
  return give({
    keys: places.map(({ key }) => key),
    places: places.map((_, place) => place),
    from: steps.map(({ from }) => from),
    values: steps.map(({ value }) => value),
  });
}

const millionths = (percent: string | undefined): number => Math.round(Number(percent ?? 0) * 10_000);
/** At most fourteen digits. */
const tenThousandths = (fixed: string | undefined): number => Math.round(Number(fixed ?? 0) * 10_000);

function expensesBy(
  expenses: readonly Cost[],
  { first, last }: Days,
  groupOf: (campaignId: string | null, day: TenantDay) => string | null,
): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const expense of expenses) {
    const amount = exact(expense.fixed ?? '0');
    const isMonthly = expense.every === 'month';
    const from = expense.from > first ? expense.from : first;
    const end = isMonthly ? expense.until : expense.from;
    const until = end !== null && end < last ? end : last;
    for (const day of daysFrom(from, until)) {
      const group = groupOf(expense.campaignId ?? null, day);
      if (group === null) continue;
      sums.set(group, (sums.get(group) ?? 0n) + (isMonthly ? amount / daysOfMonth(day) : amount));
    }
  }
  return sums;
}

/** Divides every amount in parts of a real without a rest. */
function daysOfMonth(day: TenantDay): bigint {
  const [year = 0, month = 0] = day.split('-').map(Number);
  const days = BigInt(new Date(Date.UTC(year, month, 0)).getUTCDate());
  if (DAYS_OF_MONTHS % days !== 0n) throw new RangeError('no month has so many days');
  return days;
}
