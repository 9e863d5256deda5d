import { expect, test } from 'vitest';
import type { TimeZone } from '../../primitives/time.ts';
import { CART, describeCheckout, describeWords, SUBSCRIPTION, utms } from '../checkout.suite.ts';
import { mapCheckout } from '../map-checkout.ts';
import { examples } from './examples.ts';
import { mapping } from './mapping.ts';

describeWords(
  'kiwify',
  'webhook_event_type',
  {
    approved: ['order_approved', 'compra_aprovada', 'subscription_renewed'],
    pending: ['billet_created', 'boleto_gerado', 'pix_created', 'pix_gerado'],
    refused: ['order_rejected', 'compra_recusada'],
    refunded: ['order_refunded', 'compra_reembolsada'],
    chargeback: ['chargeback'],
  },
  { order_status: null },
);

const soldWith = (fields: object) => ({ sold: expect.objectContaining(fields) });

describeCheckout('kiwify', {
  common: { transactionId: 'b6ba3959-30b5-44fc-a3e5-2c61e3d68ee5', amount: '50.73', clickReferences: utms('FB') },
  examples: {
    'Compra aprovada': ['approved', '20 15:00', '20 15:00'],
    'Pix gerado': ['pending', '20 14:58', '20 14:58'],
    'Compra recusada': ['refused', '20 15:00', '20 14:58'],
    Reembolso: ['refunded', '22 12:00', '20 15:00'],
    Chargeback: ['chargeback', '24 12:00', '20 15:00'],
    'Carrinho abandonado': CART,
  },
  statuses: [
    [{ order_status: 'unpaid' }, 'pending'],
    [{ webhook_event_type: 'subscription_canceled' }, SUBSCRIPTION],
    [{ webhook_event_type: 'subscription_renewed' }, 'approved'],
    [{ webhook_event_type: undefined, order_status: 'refunded' }, 'refunded'],
    [{ webhook_event_type: 'algo_novo' }, 'unknown_event: algo_novo'],
    [{ order_status: 'refund_requested' }, 'disputed'],
  ],
  words: {
    webhook_event_type: {
      [CART]: ['carrinho_abandonado', 'cart_abandoned'],
      [SUBSCRIPTION]: ['subscription_canceled', 'subscription_late'],
    },
    order_status: {
      approved: ['paid', 'approved'],
      pending: ['waiting_payment', 'pending', 'processing', 'authorized'],
      refused: ['refused'],
      canceled: ['canceled'],
      expired: ['expired'],
      disputed: ['refund_requested', 'pending_refund'],
      refunded: ['refunded'],
      partially_refunded: ['partially_refunded'],
      chargeback: ['chargedback', 'chargeback'],
    },
  },
  readings: [
    [{ order_id: null }, { transactionId: 'iYJwhMP' }],
    [{ 'Commissions/charge_amount': null, 'Commissions/product_base_price': 100 }, { amount: '1.00' }],
    [{ 'Commissions/currency': 'USD' }, { currency: 'USD' }],
    [{ 'Product/product_name': 'Example product' }, { isTest: true }],
    [
      { approved_date: '2026-11-20 11:59' },
      { eventTime: '2026-11-20T14:59:00.000Z', conversionTime: '2026-11-20T14:59:00.000Z' },
    ],
    [{ order_status: 'waiting_payment', updated_at: null }, { eventTime: '2026-11-20T14:58:00.000Z' }],
    [
      { approved_date: null, updated_at: null },
      { eventTime: null, conversionTime: '2026-11-20T14:58:00.000Z' },
    ],
    // 12x: 20 % on top of the price.
    [
      { installments: 12, 'Commissions/charge_amount': 12_036, 'Commissions/product_base_price': 9_970 },
      { amount: '99.70', ...soldWith({ interest: '20.66' }) },
    ],
    [
      { installments: 12, 'Commissions/charge_amount': 8_000, 'Commissions/product_base_price': 9_970 },
      { amount: '80.00', ...soldWith({ interest: null }) },
    ],
    // At once: what is charged beyond the base price is no interest.
    [
      { 'Commissions/charge_amount': 12_000, 'Commissions/product_base_price': 9_970 },
      { amount: '120.00', ...soldWith({ interest: null }) },
    ],
    [
      {
        ...{ installments: 2, 'Commissions/charge_amount': 12_000, 'Commissions/product_base_price': 2_000 },
        'Commissions/product_base_price_currency': 'USD',
      },
      { amount: '120.00', ...soldWith({ interest: null }) },
    ],
    [
      { 'Commissions/commissioned_stores': [{ id: 'uuid', type: 'affiliate', affiliate_id: 'A1' }] },
      soldWith({ affiliate: 'A1' }),
    ],
    [{ 'Commissions/commissioned_stores': [{ id: 'uuid', type: 'affiliate' }] }, soldWith({ affiliate: 'uuid' })],
  ],
});

test('reads times as those of São Paulo, in any time zone of the tenant', () => {
  const result = mapCheckout('kiwify', examples[0]!.body, {
    timeZone: 'Asia/Tokyo' as TimeZone,
    receivedAtMs: Date.UTC(2026, 10, 29),
  });
  expect(result).toMatchObject({ conversion: { conversionTime: '2026-11-20T15:00:00.000Z' } });
});

test('knows an order of Kiwify by its status or event and one of its own fields, and a cart by its link', () => {
  for (const own of ['webhook_event_type', 'Commissions', 'TrackingParameters', 'Customer', 'Product', 'order_ref'])
    expect(mapping.matches({ order_status: 'paid', [own]: null })).toBe(true);
  expect(mapping.matches({ webhook_event_type: 'order_approved' })).toBe(true);
  expect(mapping.matches({ order_status: 'paid' })).toBe(false);
  expect(mapping.matches({ order_ref: 'r' })).toBe(false);
  expect(mapping.matches({ order: { order_status: 'paid', order_ref: 'r' } })).toBe(true);
  expect(mapping.matches({ checkout_link: 'l', status: 'Abandoned' })).toBe(true);
  expect(mapping.matches({ checkout_link: 'l', status: 'paid' })).toBe(false);
  expect(mapping.matches({ status: 'abandoned' })).toBe(false);
});
