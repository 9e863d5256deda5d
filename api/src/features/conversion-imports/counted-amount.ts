import { interestOf, withoutInterest } from '@tracker/schemas/checkouts/amounts';
import { type ConversionStatus, isCounted } from '@tracker/schemas/checkouts/conversion-status';
import { clampMoney, compareMoney, type Money, subtractMoney, ZERO } from '@tracker/schemas/primitives/money';

export interface FileAmounts {
  /** Without interest. Null: the file has none; undefined: it cannot be read. */
  readonly price: Money | null | undefined;
  readonly withInterest: Money | null | undefined;
  readonly interest: Money | null | undefined;
  /** Null where the file does not say. */
  readonly installments: number | null;
  /** A person answered that no amount of the file has interest in it. */
  readonly hasNoInterest: boolean;
}

/**
 * What counts of an order, by the rule of its webhook: the price without the interest of instalments. In one payment the total is the price,
 * which may be before a coupon. 'interest': only a total is there that may have interest in it.
 */
export function countedAmountOf({
  price,
  withInterest,
  interest,
  installments,
  hasNoInterest,
}: FileAmounts): Money | 'interest' | null | undefined {
  if (price === undefined || withInterest === undefined) return undefined;
  if (withInterest === null) return price;
  const isBasePrice = price !== null && price !== ZERO && interestOf(withInterest, price) !== undefined;
  if (isBasePrice && installments !== 1) return price;
  if (installments === 1 || hasNoInterest) return withInterest;
  // A base price above the total is before a coupon: there is no interest.
  if (price !== null && price !== ZERO) return withInterest;
  return interest ? withoutInterest(withInterest, interest) : 'interest';
}

/** How much of a conversion went back; undefined where some of it did, and the row does not say how much. */
export function refundOf(
  status: ConversionStatus,
  {
    amount,
    net,
    back,
  }: { readonly amount: Money; readonly net: Money | null | undefined; readonly back: Money | null },
): Money | undefined {
  const isPartial = status === 'partially_refunded';
  if (isPartial && net) return compareMoney(net, amount) > 0 ? ZERO : clampMoney(subtractMoney(amount, net));
  if (isPartial && (back === null || back === ZERO)) return undefined;
  return isCounted(status) && back !== null ? back : ZERO;
}
