import { z } from 'zod';
import { ConversionStatus } from '../checkouts/conversion-status.ts';
import { CheckoutId } from '../checkouts/registry.ts';
import { CONVERSION_KINDS, PAYMENT_METHODS } from '../checkouts/sold.ts';
import { FilterTexts } from '../figures/figure-query.ts';
import { Money, MoneySum } from '../primitives/money.ts';
import { TEXT_LIMITS } from '../primitives/text.ts';
import { Instant } from '../primitives/time.ts';
import { UncountedReason } from '../unverified-conversions.ts';
import { Click, PageView } from './click-logs.contract.ts';
import { EventFilters, Figure, paging, TotalLater } from './common.ts';
import { defineContract } from './define-contract.ts';
import { DestinationKind, SendState } from './send-back.contract.ts';

const text = z.string().nullable();

/**
 * How a conversion's campaign, channel and ad are known: by its click; by a person, who assigned its campaign; by the utm values that the
 * checkout sent; or not at all.
 */
export const ATTRIBUTIONS = ['click', 'manual', 'utm', 'none'] as const;

export const Conversion = z.object({
  id: z.string(),
  clickId: text,
  campaignId: text,
  conversionType: z.string(),
  status: ConversionStatus,
  /** Gross, in its own currency. */
  value: Money,
  /** What is left of it after refunds, in its own currency; '0.00' when it does not count. */
  netValue: Money,
  currency: z.string(),
  /** What counts of it in BRL; null when no one gave a rate for its currency. */
  revenue: Money.nullable(),
  transactionId: text,
  provider: z.string(),
  /** The same as `provider`. */
  checkout: z.string(),
  /** What was sold; null where the checkout does not say so. */
  productId: text,
  productName: text,
  offer: text,
  paymentMethod: z.enum(PAYMENT_METHODS).nullable(),
  installments: Figure.nullable(),
  /** What the checkout keeps, and what the seller gets, in `currency`. */
  gatewayFee: Money.nullable(),
  netToSeller: Money.nullable(),
  /** What the buyer paid on top of `value` for paying in instalments; null where the checkout does not report it. */
  interest: Money.nullable(),
  kind: z.enum(CONVERSION_KINDS),
  /** The transaction that a bump or an upsell belongs to. */
  parentTransactionId: text,
  /** Which charge of a subscription it is; 1 is the first. */
  recurrence: Figure.nullable(),
  coupon: text,
  /** The affiliate's code at the checkout. */
  affiliate: text,
  /** The names of all products of an order with several; null otherwise. */
  products: z.array(z.string()).nullable(),
  attribution: z.enum(ATTRIBUTIONS),
  /** As in the figures; 'direct' where nothing is known. */
  channel: z.string(),
  adId: text,
  adName: text,
  isTest: z.boolean(),
  /** What the conversion states was proved by a key or secret. */
  verified: z.boolean(),
  /** It came with a file that a person imported, and no checkout has delivered it. */
  imported: z.boolean(),
  /** It is in the figures. */
  counted: z.boolean(),
  /** It is paid, and waited for the payment before (a Pix or boleto that was generated, a card in analysis). */
  recovered: z.boolean(),
  /** What keeps a conversion without a key out of the figures, although its status counts; null: nothing. */
  uncountedReason: UncountedReason.nullable(),
  createdAt: Instant,
});
export type Conversion = z.infer<typeof Conversion>;

export const ConversionTotals = z.object({
  /** Those that count: no tests, nothing pending, refunded or charged back, and without a key only what the tenant counts. */
  all: Figure,
  withTracking: Figure,
  direct: Figure,
  /** In BRL, after refunds. */
  totalValue: MoneySum,
  /** Of `all`, those in a currency without a rate: they are in no sum of money. */
  withoutRate: Figure,
  /** All that the list holds, also what does not count. */
  listed: Figure,
});
export type ConversionTotals = z.infer<typeof ConversionTotals>;

/** What a list of conversions, its totals and its file are asked with alike. */
export const ConversionFilters = EventFilters.extend({
  /** 'false': without a key. */
  verified: z.enum(['true', 'false']).optional(),
  status: ConversionStatus.optional(),
  /** 'with': its click is known. */
  tracking: z.enum(['with', 'direct']).optional(),
  checkout: CheckoutId.optional(),
  /** A product's id or name, whole. */
  product: z.string().max(256).optional(),
  payment: z.enum(PAYMENT_METHODS).optional(),
  f: FilterTexts,
});

export const listConversions = defineContract('conversions.list', 'GET /api/conversions', 'viewer', {
  summary:
    'Conversions of every status, newest first; default: the last 7 days. With `total=later` without X-Total-Count; `listed` of the totals is the same figure.',
  query: ConversionFilters.extend({ ...paging, total: TotalLater }),
  response: z.array(Conversion),
  paged: true,
  mayDiffer: ['source', 'q', 'verified', 'status', 'tracking', 'checkout', 'product', 'payment', 'f'],
});

export const readConversionTotals = defineContract('conversions.totals', 'GET /api/conversions/totals', 'viewer', {
  summary: 'What the conversions of a filter come to; pending, refunded and test ones are in `listed` alone.',
  query: ConversionFilters,
  response: ConversionTotals,
});

export const SET_ASIDE_LISTED_MAX = 100;

/** Stored, and not computed: a defect of the product, which its operator is notified of. */
export const ConversionSetAside = z.object({
  id: z.string(),
  transactionId: z.string().nullable(),
  provider: z.string().nullable(),
  since: Instant,
  /** For the operator, in English. */
  reason: z.string(),
});
export type ConversionSetAside = z.infer<typeof ConversionSetAside>;

export const listConversionsSetAside = defineContract(
  'conversions.set-aside',
  'GET /api/conversions/set-aside',
  'admin',
  {
    summary: `Up to ${SET_ASIDE_LISTED_MAX} conversions that are stored and could not be computed, the one that waits longest first. They count as soon as they are; nothing needs to be sent again.`,
    response: z.array(ConversionSetAside),
  },
);

/** Something that a checkout reported of the conversion; repeated, it is the same entry. */
export const ConversionEntry = z.object({
  id: z.string(),
  /** When it happened, as the checkout reports; else when we heard of it. */
  at: Instant,
  receivedAt: Instant,
  status: ConversionStatus,
  /** Gross, and what it gives back, in `currency`. */
  amount: Money,
  refundAmount: Money,
  currency: z.string(),
  isTest: z.boolean(),
  verified: z.boolean(),
  /** A row of a file: never verified, and yet it counts while no delivery exists. */
  imported: z.boolean(),
  /** 'ignored-unverified': a verified event of the conversion exists, and so this one decides nothing. */
  mark: z.enum(['ignored-unverified']).nullable(),
  /** As in `/api/webhook-deliveries`: the first that reported it. Null for a captured lead, and when the delivery is not kept any more. */
  deliveryId: z.string().nullable(),
});
export type ConversionEntry = z.infer<typeof ConversionEntry>;

/** A click names up to this many of its pages in a story; `pageViewCount` counts them all. */
export const STORY_VIEWS_MAX = 50;

/** How the buyer came: their click, and what they saw until they bought. */
export const ClickStory = z.object({
  click: Click.omit({ convertedAt: true, conversionValue: true }),
  pageViews: z.array(PageView.pick({ id: true, createdAt: true, url: true, title: true })),
  pageViewCount: Figure,
  /** From the click to the conversion. */
  secondsToSale: Figure,
});
export type ClickStory = z.infer<typeof ClickStory>;

/** What became of the notice of this conversion to a person. */
export const ConversionSend = z.object({
  /** 'Facebook (pixel 123…)', or the postback's name. */
  destination: z.string(),
  kind: DestinationKind,
  state: SendState,
  /** When it was sent or given up; of one that waits, when it is tried next. */
  at: Instant,
  attempts: Figure,
  /** In Portuguese; null when nothing went wrong. */
  error: z.string().nullable(),
});
export type ConversionSend = z.infer<typeof ConversionSend>;

export const ConversionDetail = Conversion.extend({
  /** What the checkout sent as the click's id; kept when it names no click of ours. */
  clickReference: z.string().nullable(),
  /** In the order in which it happened. */
  history: z.array(ConversionEntry),
  /** Null for a direct conversion. */
  story: ClickStory.nullable(),
  /** Where the conversion was sent, or will be. */
  sends: z.array(ConversionSend),
});
export type ConversionDetail = z.infer<typeof ConversionDetail>;

export const readConversion = defineContract('conversions.read', 'GET /api/conversions/:id', 'viewer', {
  summary: `One conversion with the history of its status and the story of its click (the first ${STORY_VIEWS_MAX} page views).`,
  params: z.object({ id: z.string().max(80) }),
  response: ConversionDetail,
});

export const attributeConversion = defineContract(
  'conversions.attribute',
  'PATCH /api/conversions/:id/attribution',
  'editor',
  {
    summary:
      'Assigns a conversion without a click to a campaign and, where one is given, to a channel; `campaignId: null` takes the assignment away. 409 where a click is known. The figures follow within seconds.',
    params: z.object({ id: z.string().max(80) }),
    body: z.object({
      campaignId: z.string().max(64).nullable(),
      /** In lower case, as the channels of clicks are. Without it the conversion keeps that of its utm values, else 'direct'. */
      channel: z.string().max(TEXT_LIMITS.tag).optional(),
    }),
    response: Conversion,
  },
);

/** How the buyer of an order can be reached; null for what is not known. */
export const ConversionContact = z.object({
  /** Digits with the country's code: '5511999998888'. */
  phone: z
    .string()
    .regex(/^\d{8,15}$/)
    .nullable(),
  firstName: z.string().max(60).nullable(),
  /** `lead`: not from the order itself. */
  from: z.enum(['order', 'lead']).nullable(),
});
export type ConversionContact = z.infer<typeof ConversionContact>;

/** A call of its own, since it decrypts a person's data: each answer with a phone is in the audit log. */
export const readConversionContact = defineContract(
  'conversions.contact',
  'POST /api/conversions/:id/contact',
  'editor',
  {
    summary:
      'Phone and first name of the buyer of a pending order, from its deliveries, else from a lead with the same e-mail that came with a key or before the order. All is null for an order that is not pending, is a test, or came without a key.',
    params: z.object({ id: z.string().max(80) }),
    response: ConversionContact,
  },
);

/** Who bought, as the checkout sent it; null for what is not known, and all of it once the person is erased. */
export const ConversionBuyer = z.object({
  name: z.string().max(120).nullable(),
  email: z.string().nullable(),
  /** Digits with the country's code. */
  phone: ConversionContact.shape.phone,
});
export type ConversionBuyer = z.infer<typeof ConversionBuyer>;

/** As the call above: each answer that has something is in the audit log. */
export const readConversionBuyer = defineContract('conversions.buyer', 'POST /api/conversions/:id/buyer', 'editor', {
  summary: 'Name, e-mail and phone of the buyer, from the deliveries of the conversion that came with a key.',
  params: z.object({ id: z.string().max(80) }),
  response: ConversionBuyer,
});

export const CONVERSION_CSV_COLUMNS = [
  'Conversion ID',
  'Created At',
  'Status',
  'Type',
  'Value',
  'Net Value',
  'Currency',
  'Revenue (BRL)',
  'Click ID',
  'Campaign ID',
  'Transaction ID',
  'Provider',
  'Test',
  'Verified',
  'Counted',
  'Not Counted Because',
  'Attribution',
  'Channel',
  'Ad ID',
  'Ad Name',
  'Product ID',
  'Product',
  'Offer',
  'Payment Method',
  'Installments',
  'Gateway Fee',
  'Net To Seller',
  'Kind',
  'Parent Transaction',
  'Recurrence',
  'Coupon',
  'Affiliate',
  'Recovered',
  'Imported',
  'Interest',
  'Products',
] as const;

export const exportConversions = defineContract('conversions.export', 'GET /api/conversions/export', 'viewer', {
  summary: `The conversions of a filter as \`conversions-export-yyyy-MM-dd.csv\`, newest first; columns: ${CONVERSION_CSV_COLUMNS.join(', ')}. A direct conversion has no Click ID; one in a currency without a rate has no Revenue. With \`f\` its name and first line say period and filters.`,
  query: ConversionFilters,
  response: z.string(),
  csv: true,
});
