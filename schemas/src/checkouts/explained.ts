import type { MappedConversion } from './mapping.ts';
import type { Sold } from './sold.ts';
import type { Utm } from './utm.ts';

/** What is explained, in the order in which people read it. */
export const EXPLAINED = [
  'status',
  'amount',
  'refundAmount',
  'currency',
  'transactionId',
  'conversionType',
  'eventTime',
  'conversionTime',
  'clickReferences',
  'productId',
  'productName',
  'products',
  'offer',
  'kind',
  'parentTransactionId',
  'recurrence',
  'paymentMethod',
  'installments',
  'gatewayFee',
  'netToSeller',
  'interest',
  'coupon',
  'affiliate',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
  'utm_term',
] as const satisfies readonly (keyof MappedConversion | keyof Sold | keyof Utm)[];
export type ExplainedField = (typeof EXPLAINED)[number];
