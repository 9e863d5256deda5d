// A second implementation of net profit, to be compared with the first. It reads the lists that everybody can read (conversions, costs, rates) and the
// sender's own records of spend, works on whole cents and fractions of them, and shares no code with the API.
import type { Conversion } from '@tracker/schemas/contracts/conversion-logs.contract';
import type { Cost } from '@tracker/schemas/contracts/costs.contract';

export interface SpendOfDay {
  readonly day: string;
  readonly campaignId: string;
  readonly cents: number;
  /** Of its ads, in cents. */
  readonly ads: Readonly<Record<string, number>>;
}

export interface Books {
  readonly conversions: readonly Conversion[];
  readonly costs: readonly Cost[];
  readonly spend: readonly SpendOfDay[];
  /** Of one US dollar, in BRL: whole units. */
  readonly dollar: number;
  /** Of direct conversions. */
  readonly mainCampaignId: string;
}

export interface Scope {
  readonly first: string;
  readonly last: string;
  readonly campaignId?: string;
  readonly adId?: string;
  /** 1 is Monday. */
  readonly weekday?: number;
  /** What belongs to no campaign: expenses. */
  readonly isOfNone?: true;
}

/** Months have 28 to 31 days: 60 × 7 × 29 × 31 parts of a cent divide into each; times a million for percentages with four decimals. */
const PART = 60n * 7n * 29n * 31n * 1_000_000n;

/** The lines in cents, and profit. */
export function recount(books: Books, scope: Scope) {
  const days = daysOf(scope);
  const isAsked = new Set(days);
  const conversions = books.conversions.filter(
    (conversion) =>
      conversion.counted &&
      isAsked.has(localDay(conversion.createdAt)) &&
      (scope.campaignId === undefined || (conversion.campaignId ?? books.mainCampaignId) === scope.campaignId) &&
      (scope.adId === undefined || conversion.adId === scope.adId) &&
      !scope.isOfNone,
  );
  const spend = books.spend.filter(
    ({ day, campaignId }) =>
      isAsked.has(day) && (scope.campaignId === undefined || campaignId === scope.campaignId) && !scope.isOfNone,
  );
  const spentOf = (row: SpendOfDay) => (scope.adId === undefined ? row.cents : (row.ads[scope.adId] ?? 0));
  const inForce = (day: string, isMeant: (cost: Cost) => boolean): Cost | undefined =>
    books.costs
      .filter((cost) => isMeant(cost) && cost.from <= day && (cost.until ?? '9999') >= day)
      .sort((a, b) => (a.from < b.from ? 1 : -1))[0];
  const taxOn = (kind: Cost['kind'], day: string) =>
    tenThousandthsOf(inForce(day, (cost) => cost.kind === kind)?.percent);
  const inBrl = (conversion: Conversion, amount: string) =>
    centsOf(amount) * (conversion.currency === 'BRL' ? 1 : books.dollar);

  let [revenue, spent, spendTax, revenueTax, gatewayFees, productCosts, expenses] = [0n, 0n, 0n, 0n, 0n, 0n, 0n];
  for (const row of spend) {
    spent += BigInt(spentOf(row)) * PART;
    spendTax += share(spentOf(row), taxOn('spend-tax', row.day));
  }
  for (const conversion of conversions) {
    const day = localDay(conversion.createdAt);
    const earned = inBrl(conversion, conversion.netValue);
    revenue += BigInt(earned) * PART;
    revenueTax += share(earned, taxOn('revenue-tax', day));
    if (conversion.gatewayFee === null) {
      const fee =
        inForce(day, (cost) => cost.kind === 'gateway-fee' && cost.checkout === conversion.checkout) ??
        inForce(day, (cost) => cost.kind === 'gateway-fee' && cost.checkout === undefined);
      const value = inBrl(conversion, conversion.value);
      gatewayFees += share(value, tenThousandthsOf(fee?.percent));
      if (value !== 0) gatewayFees += BigInt(centsOf(fee?.fixed ?? '0')) * PART;
    } else {
      gatewayFees += BigInt(inBrl(conversion, conversion.gatewayFee)) * PART;
    }
    const product = conversion.productId ?? conversion.productName;
    const cost = inForce(day, (one) => one.kind === 'product-cost' && one.productId === product);
    productCosts += BigInt(centsOf(cost?.fixed ?? '0')) * PART;
  }
  if (scope.adId === undefined) {
    for (const expense of books.costs.filter(({ kind }) => kind === 'expense')) {
      if (scope.campaignId !== undefined && expense.campaignId !== scope.campaignId) continue;
      if (scope.isOfNone && expense.campaignId !== undefined) continue;
      const cents = BigInt(centsOf(expense.fixed ?? '0'));
      if (expense.every === 'once') {
        if (isAsked.has(expense.from)) expenses += cents * PART;
        continue;
      }
      for (const day of days) {
        if (day < expense.from || day > (expense.until ?? '9999')) continue;
        expenses += (cents * PART) / BigInt(lengthOfMonth(day));
      }
    }
  }
  const lines = {
    revenue: rounded(revenue),
    spend: rounded(spent),
    spendTax: rounded(spendTax),
    revenueTax: rounded(revenueTax),
    gatewayFees: rounded(gatewayFees),
    productCosts: rounded(productCosts),
    expenses: rounded(expenses),
  };
  const { revenue: earned, ...costs } = lines;
  return { ...lines, profit: earned - Object.values(costs).reduce((sum, cents) => sum + cents, 0) };
}

/** Half up. */
const rounded = (parts: bigint): number => Number((2n * parts + PART) / (2n * PART));

/** `percent`: in ten-thousandths of a percent. */
const share = (cents: number, percent: number): bigint => (BigInt(cents) * PART * BigInt(percent)) / 1_000_000n;

/** '13.83' → 138300 */
const tenThousandthsOf = (percent: string | undefined): number => digits(percent ?? '0', 4);
/** '97.90' → 9790 */
const centsOf = (money: string): number => digits(money, 2);

function digits(text: string, places: number): number {
  const [whole = '0', fraction = ''] = text.split('.');
  if (/[1-9]/.test(fraction.slice(places))) throw new Error(`${text} has more than ${places} decimals`);
  return Number(`${whole}${fraction.slice(0, places).padEnd(places, '0')}`);
}

/** In São Paulo, which is three hours behind UTC all year. */
const localDay = (instant: string): string => new Date(Date.parse(instant) - 10_800_000).toISOString().slice(0, 10);

function daysOf({ first, last, weekday }: Scope): string[] {
  const days = [first];
  while ((days.at(-1) ?? last) < last) {
    days.push(new Date(Date.parse(days.at(-1) ?? first) + 86_400_000).toISOString().slice(0, 10));
  }
  return days.filter((day) => weekday === undefined || new Date(day).getUTCDay() === weekday % 7);
}

const lengthOfMonth = (day: string): number =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).getUTCDate();
