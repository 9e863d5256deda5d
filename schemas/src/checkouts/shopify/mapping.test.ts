import { describe, expect, test } from 'vitest';
import type { TimeZone } from '../../primitives/time.ts';
import { CART, change, describeCheckout, NO_CONVERSION } from '../checkout.suite.ts';
import { EXAMPLE_CLICK_ID } from '../example.ts';
import { EXAMPLES } from '../generated/examples.ts';
import { mapCheckout } from '../map-checkout.ts';
import { mapping } from './mapping.ts';

const references = [EXAMPLE_CLICK_ID, 'Lançamento|238', 'Frio|239', 'FB'];

describeCheckout('shopify', {
  common: { transactionId: '5940139491234', amount: '197.00', clickReferences: references },
  examples: {
    'Pedido pago': ['approved', '20 15:00', '20 14:58'],
    'Pedido criado': ['pending', '20 14:58', '20 14:58'],
    'Reembolso parcial': [
      'partially_refunded',
      '22 12:00',
      null,
      change({ amount: '0.00', refundAmount: '47.00', clickReferences: [] }),
    ],
    'Pedido reembolsado': ['refunded', '23 12:00', '20 14:58'],
    'Pedido cancelado': ['canceled', '21 12:00', '20 14:58'],
    'Devolução sem dinheiro': NO_CONVERSION,
    'Carrinho abandonado': CART,
  },
  statuses: [
    [{ financial_status: 'pending', cancelled_at: '2026-11-21T09:00:00-03:00' }, 'canceled'],
    [{ financial_status: 'paid', cancelled_at: '2026-11-21T09:00:00-03:00' }, 'approved'],
    [{ total_price: null }, 'no_amount'],
    [{ total_price: null, financial_status: 'refunded' }, 'refunded'],
    [{ total_price: 'x' }, 'invalid_amount'],
  ],
  words: {
    financial_status: {
      // The refund has how much went back.
      approved: ['paid', 'partially_refunded'],
      pending: ['pending', 'authorized', 'partially_paid'],
      refunded: ['refunded'],
      canceled: ['voided'],
      expired: ['expired'],
      'unknown_event: unpaid': ['unpaid'],
    },
  },
  readings: [
    [
      { currency: 'USD', total_price: '1234.50' },
      { currency: 'USD', amount: '1234.50' },
    ],
    [{ test: true }, { isTest: true }],
    [{ note_attributes: [], landing_site: `/?clickid=${EXAMPLE_CLICK_ID}#x` }, { clickReferences: [EXAMPLE_CLICK_ID] }],
    [{ payment_gateway_names: ['pagarme_boleto'] }, { sold: expect.objectContaining({ paymentMethod: 'boleto' }) }],
    [{ payment_gateway_names: ['shopify_payments'] }, { sold: expect.objectContaining({ paymentMethod: 'other' }) }],
    [{ payment_gateway_names: [] }, { sold: expect.objectContaining({ paymentMethod: null }) }],
  ],
});

describe('refund of Shopify', () => {
  const context = { timeZone: 'UTC' as TimeZone, receivedAtMs: Date.parse('2026-11-29T00:00:00Z') };
  const body = EXAMPLES.shopify.find(({ name }) => name === 'Reembolso parcial')!.body;
  const paid = (amount: string, fields: object = {}) => ({
    kind: 'refund',
    status: 'success',
    amount,
    currency: 'BRL',
    ...fields,
  });

  test('adds up what went back, and counts neither failed refunds nor other transactions', () => {
    const transactions = [
      paid('10.50'),
      paid('5.00'),
      paid('7.00', { status: 'failure' }),
      paid('9', { kind: 'void' }),
    ];
    expect(mapCheckout('shopify', { ...body, transactions }, context)).toMatchObject({
      conversion: { status: 'partially_refunded', refundAmount: '15.50' },
    });
    expect(mapCheckout('shopify', { ...body, transactions: [paid('x')] }, context)).toEqual({
      kind: 'invalid',
      reason: { code: 'invalid_refund_amount' },
    });
  });

  test('belongs to the test order that it gives back', () => {
    const transactions = [paid('10.00', { test: true })];
    expect(mapCheckout('shopify', { ...body, transactions }, context)).toMatchObject({ conversion: { isTest: true } });
  });
});

test('knows orders, refunds and abandoned checkouts of Shopify', () => {
  expect(mapping.matches({ financial_status: 'paid', line_items: [] })).toBe(true);
  expect(mapping.matches({ order_id: 1, refund_line_items: [] })).toBe(true);
  expect(mapping.matches({ abandoned_checkout_url: 'https://a' })).toBe(true);
  expect(mapping.matches({ financial_status: 'paid' })).toBe(false);
  expect(mapping.matches({ order_id: 1, transactions: [] })).toBe(false);
  expect(mapping.matches({ line_items: [], total_price: '1' })).toBe(false);
});
