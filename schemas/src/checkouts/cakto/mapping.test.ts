import { expect, test } from 'vitest';
import { CART, describeCheckout, describeWords, SUBSCRIPTION, utms } from '../checkout.suite.ts';
import { mapping } from './mapping.ts';

describeWords(
  'cakto',
  'event',
  {
    approved: ['purchase_approved', 'subscription_renewed'],
    pending: ['boleto_gerado', 'pix_gerado', 'picpay_gerado', 'openfinance_nubank_gerado'],
    refused: ['purchase_refused', 'subscription_renewal_refused'],
    refunded: ['refund', 'purchase_refunded'],
    chargeback: ['chargeback'],
  },
  { 'data/status': null },
);

describeCheckout('cakto', {
  common: {
    transactionId: '1f1c81d2-088a-412d-8bb7-3d5269d64f58',
    amount: '90.00',
    clickReferences: utms('FB'),
  },
  examples: {
    'Compra aprovada': ['approved', '20 15:00:00.575', '20 15:00:00.575'],
    'Pix gerado': ['pending', '20 14:58:00.022', '20 14:58:00.022'],
    'Compra recusada': ['refused', '20 14:58:00.022', '20 14:58:00.022'],
    Reembolso: ['refunded', '22 12:00', '20 15:00:00.575'],
    Chargeback: ['chargeback', '24 12:00', '20 15:00:00.575'],
    'Abandono de checkout': CART,
  },
  statuses: [
    [{ 'data/status': 'unpaid' }, 'pending'],
    [{ event: 'subscription_renewed' }, 'approved'],
    [{ event: 'subscription_canceled' }, SUBSCRIPTION],
    [{ event: 'purchase_unapproved' }, 'unknown_event: purchase_unapproved'],
  ],
  words: {
    event: {
      [CART]: ['checkout_abandonment', 'initiate_checkout'],
      [SUBSCRIPTION]: [
        'subscription_created',
        'subscription_canceled',
        'subscription_cancelled',
        'subscription_expired',
      ],
    },
    'data/status': {
      approved: ['paid', 'approved'],
      pending: ['waiting_payment', 'pending', 'processing', 'scheduled', 'authorized'],
      refused: ['refused'],
      canceled: ['canceled'],
      expired: ['expired'],
      disputed: ['in_protest', 'med'],
      refunded: ['refunded'],
      no_refund_amount: ['partially_refunded'],
      chargeback: ['chargedback', 'chargeback'],
    },
  },
  readings: [
    [{ 'data/id': null }, { transactionId: '6HngVo6' }],
    [{ 'data/currency': 'USD' }, { currency: 'USD' }],
    [
      { event: 'refund', 'data/status': 'partially_refunded', 'data/refundedAmount': 30 },
      { status: 'partially_refunded', amount: '90.00', refundAmount: '30.00' },
    ],
    [
      { 'data/subscription': { current_period: 8 } },
      { sold: expect.objectContaining({ kind: 'renewal', recurrence: 8 }) },
    ],
    [
      { 'data/subscription': { current_period: 1 } },
      { sold: expect.objectContaining({ kind: 'main', recurrence: 1 }) },
    ],
  ],
});

test('knows a body of Cakto by its secret, its reference or its events', () => {
  const matches = (event: string, data: object, others = {}) => mapping.matches({ event, data, ...others });
  expect(matches('algo', {}, { secret: 's' })).toBe(true);
  expect(matches('algo', { refId: 'r' })).toBe(true);
  expect(matches('initiate_checkout', {})).toBe(true);
  expect(matches('purchase_approved', { amount: 1 })).toBe(true);
  expect(matches('purchase_approved', {})).toBe(false);
  expect(matches('algo', { amount: 1 })).toBe(false);
  expect(matches('purchase_approved', { amount: 1, purchase: {} })).toBe(false);
});
