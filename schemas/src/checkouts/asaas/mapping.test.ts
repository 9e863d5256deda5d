import { expect, test } from 'vitest';
import { change, describeCheckout, describeWords, NO_CONVERSION } from '../checkout.suite.ts';
import { mapping } from './mapping.ts';

describeWords(
  'asaas',
  'payment/status',
  {
    pending: ['PENDING'],
    expired: ['OVERDUE'],
    approved: ['CONFIRMED', 'RECEIVED', 'RECEIVED_IN_CASH'],
    [NO_CONVERSION]: ['REFUNDED', 'CHARGEBACK_REQUESTED', 'DUNNING_REQUESTED', ''],
  },
  { event: 'PAYMENT_UPDATED' },
);

describeCheckout('asaas', {
  common: { transactionId: 'pay_080225913252', amount: '197.00' },
  examples: {
    'Cobrança confirmada': ['approved', '20 15:00:05.000', '20 15:00:05.000'],
    'Cobrança criada': ['pending', '20 14:58', '20 03:00'],
    // Paid on the day on which it was confirmed.
    'Cobrança recebida': ['approved', '23 11:00', '20 03:00'],
    'Cobrança vencida': ['expired', '22 06:00', '20 03:00'],
    'Cobrança removida': ['canceled', '22 12:00', '20 03:00'],
    'Estorno parcial': ['partially_refunded', '23 13:00', '20 03:00', change({ refundAmount: '47.00' })],
    'Cobrança estornada': ['refunded', '24 12:00', '20 03:00'],
    Chargeback: ['chargeback', '25 12:00', '20 03:00'],
    'Fatura vista': NO_CONVERSION,
  },
  statuses: [
    [{ 'payment/value': null }, 'no_amount'],
    [{ 'payment/value': null, event: 'PAYMENT_REFUNDED' }, 'refunded'],
    [{ 'payment/value': 'x' }, 'invalid_amount'],
    [{ event: 'PAYMENT_PARTIALLY_REFUNDED' }, 'invalid_refund_amount'],
    [
      { event: 'PAYMENT_PARTIALLY_REFUNDED', 'payment/refunds': [{ status: 'CANCELLED', value: 5 }] },
      'invalid_refund_amount',
    ],
    [{ event: 'PAYMENT_PARTIALLY_REFUNDED', 'payment/refunds': [{ status: 'DONE' }] }, 'invalid_refund_amount'],
  ],
  words: {
    event: {
      pending: [
        ...['PAYMENT_CREATED', 'PAYMENT_AWAITING_RISK_ANALYSIS', 'PAYMENT_APPROVED_BY_RISK_ANALYSIS'],
        ...['PAYMENT_AUTHORIZED', 'PAYMENT_RESTORED'],
      ],
      approved: ['PAYMENT_CONFIRMED', 'PAYMENT_RECEIVED', 'PAYMENT_UPDATED'],
      refused: ['PAYMENT_REPROVED_BY_RISK_ANALYSIS', 'PAYMENT_CREDIT_CARD_CAPTURE_REFUSED'],
      expired: ['PAYMENT_OVERDUE'],
      canceled: ['PAYMENT_DELETED', 'PAYMENT_RECEIVED_IN_CASH_UNDONE'],
      refunded: ['PAYMENT_REFUNDED'],
      chargeback: ['PAYMENT_CHARGEBACK_REQUESTED'],
      chargeback_reversed: ['PAYMENT_AWAITING_CHARGEBACK_REVERSAL'],
      [NO_CONVERSION]: [
        ...['PAYMENT_ANTICIPATED', 'PAYMENT_REFUND_IN_PROGRESS', 'PAYMENT_REFUND_DENIED', 'PAYMENT_CHARGEBACK_DISPUTE'],
        ...['PAYMENT_DUNNING_REQUESTED', 'PAYMENT_DUNNING_RECEIVED', 'PAYMENT_BANK_SLIP_CANCELLED'],
        ...['PAYMENT_BANK_SLIP_VIEWED', 'PAYMENT_CHECKOUT_VIEWED', 'PAYMENT_SPLIT_CANCELLED'],
        ...['PAYMENT_SPLIT_DIVERGENCE_BLOCK', 'PAYMENT_SPLIT_DIVERGENCE_BLOCK_FINISHED'],
      ],
      'unknown_event: PAYMENT_PAID_TWICE': ['PAYMENT_PAID_TWICE'],
    },
  },
  readings: [
    // Paid late, with interest and a fine.
    [{ 'payment/value': 203.94, 'payment/originalValue': 197 }, { amount: '197.00' }],
    [{ 'payment/externalReference': '056984' }, { clickReferences: ['056984'] }],
    [{ 'payment/externalReference': null }, { clickReferences: [] }],
  ],
});

test('knows a charge of Asaas by the name of its event', () => {
  expect(mapping.matches({ event: 'PAYMENT_RECEIVED', payment: { id: 'pay_1' } })).toBe(true);
  expect(mapping.matches({ event: 'PAYMENT_RECEIVED', payment: {} })).toBe(false);
  expect(mapping.matches({ event: 'payment_received', payment: { id: 'pay_1' } })).toBe(false);
  expect(mapping.matches({ event: 'CHECKOUT_PAID', checkout: { id: 'x' } })).toBe(false);
});
