import { CONVERSION_STATUSES, type ConversionStatus } from '@tracker/schemas/checkouts/conversion-status';
import { CHECKOUT_IDS, type CheckoutId } from '@tracker/schemas/checkouts/registry';
import { PAYMENT_METHODS, type PaymentMethod } from '@tracker/schemas/checkouts/sold';
import type { DateRange } from '../../date-range/date-range.ts';
import type { ConversionSearch } from './search.ts';

export interface ConversionFilters {
  startDate: DateRange['from'];
  endDate: DateRange['to'];
  campaignId?: string | undefined;
  q?: string | undefined;
  verified?: 'true' | 'false' | undefined;
  status?: ConversionStatus | undefined;
  tracking?: 'with' | 'direct' | undefined;
  checkout?: CheckoutId | undefined;
  product?: string | undefined;
  payment?: PaymentMethod | undefined;
  f?: string[] | undefined;
}

/** The same as the calls take it. */
export const filtersOf = (
  { campaign, q, verified, status, tracking, checkout, product, payment, f }: ConversionSearch,
  { from, to }: DateRange,
): ConversionFilters => ({
  startDate: from,
  endDate: to,
  campaignId: campaign,
  q,
  verified: verified === undefined ? undefined : verified ? 'true' : 'false',
  status: CONVERSION_STATUSES.find((one) => one === status),
  tracking,
  checkout: CHECKOUT_IDS.find((one) => one === checkout),
  product,
  payment: PAYMENT_METHODS.find((one) => one === payment),
  f: f && [...f],
});

/** As the URL is without filters; the period stays. */
export const NO_FILTERS = {
  campaign: undefined,
  q: undefined,
  verified: undefined,
  status: undefined,
  tracking: undefined,
  checkout: undefined,
  product: undefined,
  payment: undefined,
  f: undefined,
} satisfies ConversionSearch;

export const isFiltered = (search: ConversionSearch): boolean =>
  (Object.keys(NO_FILTERS) as (keyof typeof NO_FILTERS)[]).some((name) => search[name] !== undefined);
