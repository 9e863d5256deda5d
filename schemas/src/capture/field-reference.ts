// What each field of the generic format means, for the reference of the API: the names come from the one table of names.
import { z } from 'zod';
import { FIELD_NAMES, type FieldName } from './field-names.ts';

interface Reference {
  /** As the examples write it. */
  readonly name: string;
  readonly meaning: string;
  readonly type?: z.ZodType;
}

const TextOrNumber = z.union([z.string(), z.number()]);
const TIME = 'ISO 8601 with an offset; without one it is of the company’s time zone.';

const YesOrNo = z.union([z.boolean(), z.string(), z.number()]);
const REFERENCE: Readonly<Record<FieldName, Reference>> = {
  event: {
    name: 'event_type',
    meaning: 'What happened: `purchase` (default), `refund`, `lead` … Read together with `status`.',
  },
  status: {
    name: 'status',
    meaning:
      'The state of the payment: `approved`, `completed`, `pending`, `expired`, `refused`, `canceled`, `disputed`, `partially_refunded`, `refunded`, `chargeback`, `chargeback_reversed`, or what others call it.',
  },
  clickId: { name: 'click_id', meaning: 'The click id, `mc_{campaign}_{19 digits}`.' },
  clickIdOfNetwork: {
    name: 'subid',
    meaning: 'A field of an ad network that carries the click id; an id of the network’s own is no click.',
  },
  campaignId: { name: 'campaign_id', meaning: 'The campaign, where there is no click id.' },
  transactionId: {
    name: 'transaction_id',
    meaning: 'The order. What comes later with the same id (a refund, say) is of the same conversion.',
    type: TextOrNumber,
  },
  amount: {
    name: 'amount',
    meaning: 'What the buyer owes, before the interest of instalments, in units of the currency: `97.90` or `97,90`.',
    type: TextOrNumber,
  },
  refundAmount: {
    name: 'refund_amount',
    meaning:
      'How much this refund took back. A partial refund without it is not understood; a `refund` without it takes its `amount`, or else all. Next to a paid status: all that went back until then.',
    type: TextOrNumber,
  },
  refundedInAll: {
    name: 'amount_refunded',
    meaning:
      'How much went back until now, with this refund: of several such sums the largest counts, and they are not added. Refunds that say their own `refund_amount` add up.',
    type: z.union([z.string(), z.number(), z.array(z.looseObject({}))]),
  },
  refundOf: {
    name: 'refund_of',
    meaning:
      'Of a refund or chargeback with an id of its own: the `transaction_id` of the sale. `parent_transaction_id` and `order_id` say it, too, where no sale came under the refund’s own id.',
    type: TextOrNumber,
  },
  currency: { name: 'currency', meaning: 'ISO 4217; BRL by default.' },
  occurredAt: {
    name: 'occurred_at',
    meaning: `When it happened; by default when it was received. ${TIME}`,
    type: TextOrNumber,
  },
  changedAt: {
    name: 'refunded_at',
    meaning: `When the money went back or the state changed. ${TIME}`,
    type: TextOrNumber,
  },
  approvedAt: {
    name: 'approved_at',
    meaning: `When it was paid: the day of the conversion. ${TIME}`,
    type: TextOrNumber,
  },
  createdAt: { name: 'created_at', meaning: `When it was ordered. ${TIME}`, type: TextOrNumber },
  timestamp: { name: 'timestamp', meaning: 'As a number: seconds or milliseconds since 1970.', type: TextOrNumber },
  email: { name: 'email', meaning: 'Of the buyer; stored encrypted.' },
  phone: { name: 'phone', meaning: 'Of the buyer; stored encrypted.' },
  name: { name: 'name', meaning: 'Of the buyer; stored encrypted.' },
  source: { name: 'utm_source', meaning: 'Where the buyer came from, where there is no click.' },
  medium: { name: 'utm_medium', meaning: 'As above.' },
  campaign: { name: 'utm_campaign', meaning: 'As above.' },
  productId: { name: 'product_id', meaning: 'The product’s id at the sender.', type: TextOrNumber },
  productName: { name: 'product_name', meaning: 'What people call it.' },
  offer: { name: 'offer', meaning: 'The offer or plan.' },
  paymentMethod: { name: 'payment_method', meaning: '`pix`, `boleto`, `credit_card` …' },
  installments: { name: 'installments', meaning: 'How many.', type: TextOrNumber },
  gatewayFee: { name: 'gateway_fee', meaning: 'What the checkout keeps.', type: TextOrNumber },
  netToSeller: { name: 'net_to_seller', meaning: 'What the seller receives.', type: TextOrNumber },
  interest: {
    name: 'interest',
    meaning: 'What the buyer pays on top for instalments: no revenue.',
    type: TextOrNumber,
  },
  kind: { name: 'kind', meaning: '`main`, `bump`, `upsell` or `renewal`.' },
  parentTransactionId: {
    name: 'parent_transaction_id',
    meaning: 'Of a bump or upsell: the main order.',
    type: TextOrNumber,
  },
  recurrence: { name: 'recurrence', meaning: 'Of a subscription: which charge it is.', type: TextOrNumber },
  coupon: { name: 'coupon', meaning: 'The coupon’s code.' },
  affiliate: { name: 'affiliate', meaning: 'Who referred the buyer.' },
  isTest: {
    name: 'is_test',
    meaning: '`true`: listed, and in no figure.',
    type: YesOrNo,
  },
  isLive: { name: 'livemode', meaning: '`false`: a test, as `is_test`.', type: YesOrNo },
  environment: { name: 'environment', meaning: '`test` or `sandbox`: a test, as `is_test`.' },
  isRefunded: {
    name: 'is_refunded',
    meaning: '`true`: all of it went back, though `status` still says that it was paid.',
    type: YesOrNo,
  },
  isChargeback: {
    name: 'is_chargeback',
    meaning: '`true`: a chargeback, though `status` still says that it was paid.',
    type: YesOrNo,
  },
  isCanceled: {
    name: 'is_canceled',
    meaning: '`true`: canceled, though `status` still says that it was paid.',
    type: YesOrNo,
  },
};

/** Names that are written alike without case, accents and separators are one. */
const othersOf = (field: FieldName, own: string): string =>
  FIELD_NAMES[field]
    .filter((name) => name !== own)
    .map((name) => `\`${name}\``)
    .join(', ');

const propertyOf = (field: FieldName) => {
  const { name, meaning, type = z.string() } = REFERENCE[field];
  const others = othersOf(field, name);
  return [name, type.optional().describe(others === '' ? meaning : `${meaning} Also read: ${others}.`)] as const;
};

const FIELDS = Object.keys(FIELD_NAMES) as FieldName[];

/** The generic format. Other fields are kept with the delivery and listed as not read. */
export const GenericBody = z.looseObject(Object.fromEntries(FIELDS.map(propertyOf)));

/** The same in the address of a postback. */
export const GenericQuery = z.object(
  Object.fromEntries(
    FIELDS.map(propertyOf).map(([name, schema]) => [
      name,
      z
        .string()
        .optional()
        .describe(schema.description ?? ''),
    ]),
  ),
);
