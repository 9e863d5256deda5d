import type { Sold } from '@tracker/schemas/checkouts/sold';
import { Money } from '@tracker/schemas/primitives/money';
import { z } from 'zod';
import type { RowOf } from '../columns.ts';
import { DecimalText } from '../row-types.ts';

/** What was sold, in the ledger and in conversions. '' and 0: the delivery has none. */
export const SOLD_COLUMNS = {
  product_id: 'String',
  product_name: 'String',
  offer: 'String',
  payment_method: 'String',
  installments: 'UInt32',
  gateway_fee: 'NullableDecimal',
  net_to_seller: 'NullableDecimal',
  interest: 'NullableDecimal',
  kind: 'String',
  parent_transaction_id: 'String',
  recurrence: 'UInt32',
  coupon: 'String',
  affiliate: 'String',
  products: 'Strings',
} as const;
export type SoldRow = RowOf<typeof SOLD_COLUMNS>;

/** What a delivery reports of the buyer's link. */
export const UTM_COLUMNS = {
  utm_source: 'String',
  utm_medium: 'String',
  utm_campaign: 'String',
  utm_content: 'String',
  utm_term: 'String',
} as const;

export const toSoldRow = (sold: Sold): SoldRow => ({
  product_id: sold.productId ?? '',
  product_name: sold.productName ?? '',
  offer: sold.offer ?? '',
  payment_method: sold.paymentMethod ?? '',
  installments: sold.installments ?? 0,
  gateway_fee: sold.gatewayFee,
  net_to_seller: sold.netToSeller,
  interest: sold.interest,
  kind: sold.kind ?? '',
  parent_transaction_id: sold.parentTransactionId ?? '',
  recurrence: sold.recurrence ?? 0,
  coupon: sold.coupon ?? '',
  affiliate: sold.affiliate ?? '',
  products: sold.products ?? [],
});

/** Back from a row whose decimals are texts. */
export const soldOfRow = (row: Readonly<SoldRow>): Sold => ({
  productId: row.product_id || null,
  productName: row.product_name || null,
  offer: row.offer || null,
  paymentMethod: (row.payment_method || null) as Sold['paymentMethod'],
  installments: row.installments || null,
  gatewayFee: row.gateway_fee === null ? null : Money.parse(row.gateway_fee),
  netToSeller: row.net_to_seller === null ? null : Money.parse(row.net_to_seller),
  interest: row.interest === null ? null : Money.parse(row.interest),
  kind: (row.kind || null) as Sold['kind'],
  parentTransactionId: row.parent_transaction_id || null,
  recurrence: row.recurrence || null,
  coupon: row.coupon || null,
  affiliate: row.affiliate || null,
  products: row.products.length > 0 ? row.products : null,
});

/** As queries read them, and as a SELECT names them. */
export const soldFields = {
  product_id: z.string(),
  product_name: z.string(),
  offer: z.string(),
  payment_method: z.string(),
  installments: z.number(),
  gateway_fee: DecimalText.nullable(),
  net_to_seller: DecimalText.nullable(),
  interest: DecimalText.nullable(),
  kind: z.string(),
  parent_transaction_id: z.string(),
  recurrence: z.number(),
  coupon: z.string(),
  affiliate: z.string(),
  products: z.array(z.string()),
};
export const SOLD_LIST = Object.keys(SOLD_COLUMNS).join(', ');
