import { expect, test } from 'vitest';
import { CART, describeCheckout, describeWords, NO_CONVERSION, SUBSCRIPTION, utms } from '../checkout.suite.ts';
import { mapping } from './mapping.ts';

describeWords('ticto', 'status', {
  [CART]: ['abandoned_cart'],
  [SUBSCRIPTION]: [
    'close',
    'all_charges_paid',
    'card_exchanged',
    'extended',
    'subscription_canceled',
    'subscription_delayed',
    'trial',
    'trial_started',
    'trial_ended',
    'uncanceled',
  ],
});

const soldOf = (kind: string | null, recurrence: number | null, coupon: string | null) => ({
  sold: expect.objectContaining({ kind, recurrence, coupon }),
});

describeCheckout('ticto', {
  common: { transactionId: 'TOC1A2B3C4D-TPC9Z8Y7X6W-4455', amount: '197.00', clickReferences: utms('FB') },
  examples: {
    'Venda realizada': ['approved', '20 15:00', '20 15:00'],
    'Pix gerado': ['pending', '20 14:58', '20 14:58'],
    'Venda recusada': ['refused', '20 14:58:20.000', '20 14:58'],
    Reembolso: ['refunded', '22 12:00', '20 14:58'],
    Chargeback: ['chargeback', '24 12:00', '20 14:58'],
    'Assinatura cancelada': SUBSCRIPTION,
  },
  statuses: [
    [{ status: 'unauthorized' }, 'pending'],
    [{ status: 'AUTHORIZED' }, 'approved'],
    [{ status: 'claimed' }, 'disputed'],
    [{ status: 'abandoned_cart' }, CART],
    [{ status: 'claimed', order: { transaction_hash: 'TPC9Z8Y7X6W' } }, NO_CONVERSION],
    [{ status: 'abandoned_cart', order: null, token: null, product_name: 'Curso X' }, CART],
  ],
  words: {
    status: {
      approved: ['authorized', 'approved'],
      pending: ['waiting_payment', 'pix_created', 'bank_slip_created', 'bank_slip_delayed'],
      expired: ['pix_expired', 'bank_slip_expired', 'expired'],
      refused: ['refused'],
      canceled: ['canceled'],
      disputed: ['claimed'],
      refunded: ['refunded'],
      no_refund_amount: ['partially_refunded'],
      chargeback: ['chargeback'],
    },
  },
  readings: [
    [{ 'order/currency': 'USD' }, { currency: 'USD' }],
    [{ currency: 'EUR' }, { currency: 'EUR' }],
    [
      { query_params: { xcod: 'mc_c1_1763650800001000001' } },
      { clickReferences: expect.arrayContaining(['mc_c1_1763650800001000001']) },
    ],
    [{ 'item/coupon_name': 'VIP10', subscriptions: [{ id: 1, successful_charges: 1 }] }, soldOf(null, 1, 'VIP10')],
    [{ subscriptions: [{ id: 1, successful_charges: 3 }] }, soldOf('renewal', 3, null)],
    [{ status: 'refused', subscriptions: [{ id: 1, successful_charges: 3 }] }, soldOf(null, null, null)],
    [{ status_date: null }, { eventTime: null, conversionTime: '2026-11-20T14:58:00.000Z' }],
    [{ status: 'pix_created', status_date: null }, { eventTime: '2026-11-20T14:58:00.000Z' }],
    [
      { status: 'partially_refunded', 'order/refunded_amount': 3000 },
      { amount: '197.00', refundAmount: '30.00' },
    ],
    // A bump of R$ 47 in an order of R$ 244: a sale of its own.
    [
      { 'order/paid_amount': 24_400, 'item/amount': 4_700, 'item/offer_id': 9, 'item/product_name': 'Bump' },
      {
        transactionId: 'TOC1A2B3C4D-TPC9Z8Y7X6W-9',
        amount: '47.00',
        sold: expect.objectContaining({ productName: 'Bump', interest: null }),
      },
    ],
    [{ 'order/transaction_hash': 'TPC-RENEWAL' }, { transactionId: 'TOC1A2B3C4D-TPC-RENEWAL-4455' }],
    [
      { 'order/transaction_hash': null, item: null },
      { transactionId: 'TOC1A2B3C4D', amount: '197.00' },
    ],
    [{ 'order/paid_amount': 15_000 }, { amount: '150.00' }],
    [{ 'order/paid_amount': null }, { amount: '197.00' }],
  ],
});

test('knows a body of Ticto by its order, or by a silent status and its token', () => {
  expect(mapping.matches({ status: 'algo', order: { hash: 'h' } })).toBe(true);
  expect(mapping.matches({ order: { hash: 'h' } })).toBe(false);
  expect(mapping.matches({ status: 'trial', token: 't' })).toBe(true);
  expect(mapping.matches({ status: 'trial' })).toBe(false);
  expect(mapping.matches({ status: 'algo', token: 't' })).toBe(false);
  // The short forms.
  expect(mapping.matches({ status: 'claimed', order: { transaction_hash: 'h' } })).toBe(true);
  expect(mapping.matches({ status: 'abandoned_cart', name: 'Ana', product_name: 'Curso' })).toBe(true);
  expect(mapping.matches({ status: 'card_exchanged', transaction: { hash: 'h' } })).toBe(true);
  expect(mapping.matches({ status: 'abandoned_cart', name: 'Ana' })).toBe(false);
});
