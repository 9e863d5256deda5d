import { expect, test } from 'vitest';
import { change, describeCheckout } from '../checkout.suite.ts';
import { mapping as hotmart } from '../hotmart/mapping.ts';
import { mapping } from './mapping.ts';

describeCheckout('pepper', {
  common: { transactionId: 'PP56489423', amount: '100.00' },
  examples: {
    'Venda paga': ['approved', '20 15:00', '20 15:00'],
    'Aguardando pagamento': ['pending', '20 14:58', '20 14:58'],
    'Pagamento recusado': ['refused', '20 14:58', '20 14:58'],
    Reembolso: ['refunded', '20 15:00', '20 15:00'],
    Chargeback: ['chargeback', '20 15:00', '20 15:00'],
    'Order bump': ['approved', '20 15:00', '20 15:00', change({ transactionId: 'PP56489424', amount: '27.00' })],
  },
  words: {
    status: {
      approved: ['Paid', 'PAID'],
      pending: ['Created', 'WaitingPayment'],
      'unknown_status: Pepper approved': ['approved'],
      'unknown_status: Pepper unpaid': ['unpaid'],
      refused: ['Refused'],
      refunded: ['Refunded'],
      chargeback: ['Chargeback'],
    },
  },
  readings: [
    [{ currency: 'USD' }, { currency: 'USD' }],
    [
      { order_bump: true },
      { sold: expect.objectContaining({ kind: 'bump', gatewayFee: '5.90', netToSeller: '94.10' }) },
    ],
  ],
});

test('leaves a body of Pepper to no other checkout of the same form', () => {
  const body = { payment_engine: 'Pepper', transaction: 'PP1', prod: 1, hottok: 'x' };
  expect([mapping.matches(body), hotmart.matches(body)]).toEqual([true, false]);
  expect(mapping.matches({ ...body, payment_engine: 'HotPay' })).toBe(false);
});
