// What the totals of several tenants bind: the days, moments and settings of each, as the lists that `totals-of-tenants.ts` looks up.
import { DAY_MS } from '@tracker/schemas/primitives/durations';
import type { DayRange } from './day-range.ts';
import type { FigureSettings } from './settings.ts';
import { DAYS_OF_CURRENCY, type SpendRates } from './spend.ts';
import { IN_BRL_ALONE } from './spend-rates.ts';
import { MOMENTS_OF_PLACE } from './sql/net-figures.ts';
import type { TotalsShape } from './sql/totals-of-tenants.ts';
import type { Tenant } from './tenant.ts';
import type { RangeAndParts } from './traffic-range.ts';

/** What the totals of one of the tenants are read by. */
export interface TenantInRange {
  readonly tenant: Tenant;
  readonly range: DayRange;
  readonly settings: FigureSettings;
  readonly days: RangeAndParts;
}

/** What one of them needs, the statement has for all. */
export function shapeOfAll(all: readonly TenantInRange[], sums: TotalsShape['sums']): TotalsShape {
  const some = (is: (one: TenantInRange) => boolean) => all.some(is);
  const partsOf = (half: 'traffic' | 'money') => ({
    isFinalized: some(({ days }) => days.parts[half].isFinalized),
    isOpen: some(({ days }) => days.parts[half].isOpen),
  });
  return {
    sums,
    hasCosts: some(({ settings }) => settings.costs.params !== null),
    hasSpendTaxes: some(({ settings }) => settings.costs.spendTaxParams !== null),
    hasRates: some(({ settings }) => settings.rates !== null),
    isCut: some(({ range }) => range.isCut === true),
    startsLate: some(({ range }) => range.spendFromMs !== undefined),
    hasUnknown: some(({ settings }) => settings.unknownSpend !== null),
    parts: { traffic: partsOf('traffic'), money: partsOf('money') },
  };
}

const BOUNDS = ['fromMs', 'openFromMs', 'openAgainMs'] as const;
const ENDS = ['toMs', 'openToMs', 'openUntilMs'] as const;
/** Of no row. */
const NO_DAY = -1;
const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / DAY_MS;

export function valuesOfAll(all: readonly TenantInRange[]): Record<string, unknown> {
  const bounds = all.map(({ days }) => days.range);
  const ofEach = <Value>(give: (one: TenantInRange, place: number) => Value) => all.map(give);
  return {
    ...Object.fromEntries([...BOUNDS, ...ENDS].map((name) => [`${name}OfEach`, bounds.map((one) => one[name])])),
    ...Object.fromEntries(BOUNDS.map((name) => [`${name}OfAll`, Math.min(...bounds.map((one) => one[name]))])),
    ...Object.fromEntries(ENDS.map((name) => [`${name}OfAll`, Math.max(...bounds.map((one) => one[name]))])),
    places: ofEach((_, place) => place),
    // A build is of one tenant.
    buildIds: bounds.flatMap(({ buildIds }) => buildIds),
    openMoneyDays: [...new Set(bounds.flatMap(({ openMoneyDays }) => openMoneyDays))],
    ...openMoneyOf(bounds.map(({ openMoneyEdgesMs }) => openMoneyEdgesMs)),
    firstDayOfAll: ofEach(({ range }) => range.first).sort()[0],
    lastDayOfAll: ofEach(({ range }) => range.last)
      .sort()
      .at(-1),
    firstDays: ofEach(({ range }) => dayNumber(range.first)),
    lastDays: ofEach(({ range }) => dayNumber(range.last)),
    cutDays: ofEach(({ range }) => (range.isCut ? dayNumber(range.last) : NO_DAY)),
    cutSecondOfEach: ofEach(({ range }) => Math.floor(range.toMs / 1000)),
    lateDays: ofEach(({ range }) => (range.spendFromMs === undefined ? NO_DAY : dayNumber(range.first))),
    startSecondOfEach: ofEach(({ range }) => Math.floor((range.spendFromMs ?? range.fromMs) / 1000)),
    ...ratesOf(ofEach(({ tenant, settings }) => [tenant.tenantId, settings.rates ?? IN_BRL_ALONE])),
    ...costsOf(all),
    ...unknownOf(all),
    limit: all.length,
  };
}

const MOMENTS = BigInt(MOMENTS_OF_PLACE);

/** Where open days of each begin and end, as one step function of its place and the moment. */
function openMoneyOf(edgesOfEach: readonly (readonly number[])[]) {
  const steps = new Map<bigint, number>();
  for (const [place, edges] of edgesOfEach.entries()) {
    const begin = BigInt(place) * MOMENTS;
    steps.set(begin, 0);
    // A gap that begins where another ends goes on.
    for (const [index, edge] of edges.entries()) steps.set(begin + BigInt(edge), (index + 1) % 2);
  }
  return { openMoneyFrom: [...steps.keys()], isOpenMoney: [...steps.values()] };
}

function ratesOf(ofEach: readonly (readonly [tenantId: string, rates: SpendRates])[]): SpendRates {
  let currencies = 0;
  const places = ofEach.map(([tenantId, { rateCurrencies, ratesFrom, rates }]) => {
    const before = currencies * DAYS_OF_CURRENCY;
    currencies += rateCurrencies.length;
    return {
      rateCurrencies: rateCurrencies.map((currency) => `${tenantId} ${currency}`),
      ratesFrom: ratesFrom.slice(1).map((from) => before + from),
      rates: rates.slice(1),
    };
  });
  return {
    rateCurrencies: places.flatMap((place) => place.rateCurrencies),
    ratesFrom: [0, ...places.flatMap((place) => place.ratesFrom)],
    rates: ['0', ...places.flatMap((place) => place.rates)],
  };
}

// --- Costs

interface OfPlaces {
  readonly keys: readonly string[];
  readonly places: readonly number[];
  readonly from: readonly number[];
  /** At the place of `from`, by the name of the parameter. */
  readonly values: Readonly<Record<string, readonly number[]>>;
}

/** Of a tenant whose lines need no such setting: its sums are multiplied by 0, and not used. */
const nothing = (names: readonly string[]): OfPlaces => ({
  ...{ keys: [''], places: [0], from: [0] },
  values: Object.fromEntries(names.map((name) => [name, [0]])),
});

/** The step functions of each as one. Keys begin with the tenant; `ofOthers` is where each has what holds for keys without a place. */
function placesOf(names: readonly string[], ofEach: readonly (readonly [tenantId: string, own: OfPlaces | null])[]) {
  const all = { keys: [] as string[], places: [] as number[], from: [] as bigint[], ofOthers: [] as number[] };
  const values: Record<string, number[]> = Object.fromEntries(names.map((name) => [name, []]));
  for (const [tenantId, given] of ofEach) {
    const own = given ?? nothing(names);
    const before = all.keys.length;
    for (const key of own.keys) all.keys.push(`${tenantId} ${key}`);
    for (const place of own.places) all.places.push(before + place);
    for (const from of own.from) all.from.push(BigInt(before) * MOMENTS + BigInt(from));
    all.ofOthers.push(before);
    for (const name of names) for (const value of own.values[name] ?? []) values[name]?.push(value);
  }
  return { ...all, values };
}

function costsOf(all: readonly TenantInRange[]) {
  const ofEach = <Params>(paramsOf: (one: TenantInRange) => Params | null, give: (params: Params) => OfPlaces) =>
    all.map((one) => {
      const params = paramsOf(one);
      return [one.tenant.tenantId, params && give(params)] as const;
    });
  const costs = ({ settings }: TenantInRange) => settings.costs.params;
  const fees = placesOf(
    ['feePercent', 'feeFixed'],
    ofEach(costs, ({ feeCheckouts, feePlaces, feeFrom, feePercent, feeFixed }) => ({
      ...{ keys: feeCheckouts, places: feePlaces, from: feeFrom, values: { feePercent, feeFixed } },
    })),
  );
  const products = placesOf(
    ['productCost'],
    ofEach(costs, ({ productIds, productPlaces, productFrom, productCost }) => ({
      ...{ keys: productIds, places: productPlaces, from: productFrom, values: { productCost } },
    })),
  );
  const spendTaxes = placesOf(
    ['spendTax'],
    ofEach(
      ({ settings }) => settings.costs.spendTaxParams,
      ({ spendTaxSources, spendTaxPlaces, spendTaxFrom, spendTax }) => ({
        ...{ keys: spendTaxSources, places: spendTaxPlaces, from: spendTaxFrom, values: { spendTax } },
      }),
    ),
  );
  const revenueTaxes = placesOf(
    ['revenueTax'],
    ofEach(costs, ({ revenueTaxFrom, revenueTax }) => ({
      ...{ keys: [''], places: [0], from: revenueTaxFrom, values: { revenueTax } },
    })),
  );
  return {
    ...{ feeCheckouts: fees.keys, feePlaces: fees.places, feeFrom: fees.from, feePlacesOfOthers: fees.ofOthers },
    ...fees.values,
    ...{ productIds: products.keys, productPlaces: products.places, productFrom: products.from },
    ...{ productPlacesOfOthers: products.ofOthers, ...products.values },
    ...{ spendTaxSources: spendTaxes.keys, spendTaxPlaces: spendTaxes.places, spendTaxFrom: spendTaxes.from },
    ...{ spendTaxPlacesOfOthers: spendTaxes.ofOthers, ...spendTaxes.values },
    ...{ revenueTaxFrom: revenueTaxes.from, ...revenueTaxes.values },
  };
}

function unknownOf(all: readonly TenantInRange[]) {
  const listOf = (name: keyof NonNullable<FigureSettings['unknownSpend']>) =>
    all.flatMap(({ settings }): readonly (string | number)[] => settings.unknownSpend?.[name] ?? []);
  const names = ['unknownCampaigns', 'unknownSources', 'unknownSince', 'unknownDays'] as const;
  return {
    ...Object.fromEntries(names.map((name) => [name, listOf(name)])),
    unknownTenants: all.flatMap(({ tenant, settings }) =>
      (settings.unknownSpend?.unknownCampaigns ?? []).map(() => tenant.tenantId),
    ),
  };
}
