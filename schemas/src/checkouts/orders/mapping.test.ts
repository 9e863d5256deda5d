import { expect, test } from 'vitest';
import { describeCheckout, utms } from '../checkout.suite.ts';
import { mapping } from './mapping.ts';

describeCheckout('orders', {
  common: {
    transactionId: 'TESTE-7781',
    amount: '197.00',
    clickReferences: utms(
      'Lançamento|238470000000',
      'Vídeo 1|238470000002',
      'Frio|238470000001',
      'FB',
      'Instagram_Feed',
    ),
  },
  examples: {
    'Pix pago': ['approved', '20 15:00', '20 15:00'],
    'Pix gerado': ['pending', '20 14:58', '20 14:58'],
    Recusado: ['refused', '20 14:58', '20 14:58'],
    Reembolso: ['refunded', '22 12:00', '20 15:00'],
    Chargeback: ['chargeback', '24 12:00', '20 15:00'],
  },
  statuses: [
    [{ status: 'UNPAID' }, 'pending'],
    [{ status: 'PAID' }, 'approved'],
    [{ status: 'chargedback' }, 'chargeback'],
    [{ commission: null, products: null }, 'no_amount'],
    [{ commission: null, products: [] }, 'no_amount'],
    [{ commission: null, products: [{ quantity: 2 }] }, 'no_amount'],
    [{ commission: null, products: [{ priceInCents: 'x' }, { priceInCents: 1 }] }, 'invalid_amount'],
  ],
  words: {
    status: {
      pending: ['waiting_payment', 'pending'],
      approved: ['paid', 'approved'],
      refused: ['refused'],
      canceled: ['canceled', 'cancelled'],
      expired: ['expired'],
      refunded: ['refunded'],
      chargeback: ['chargedback', 'chargeback'],
    },
  },
  readings: [
    [{ 'commission/currency': 'USD' }, { currency: 'USD' }],
    [{ approvedDate: null }, { eventTime: '2026-11-20T14:58:00.000Z', conversionTime: '2026-11-20T14:58:00.000Z' }],
    [{ status: 'chargedback', refundedAt: '2026-11-24 12:00:00' }, { eventTime: '2026-11-24T12:00:00.000Z' }],
    [{ status: 'canceled', refundedAt: '2026-11-24 12:00:00' }, { eventTime: null }],
    [
      { commission: null, products: [{ priceInCents: 100, quantity: 3 }, { priceInCents: 50 }, { quantity: 2 }, 'x'] },
      { amount: '3.50' },
    ],
  ],
});

test('knows a body of the orders format by its order id and its tracking parameters', () => {
  expect(mapping.matches({ orderId: 'o', trackingParameters: null })).toBe(true);
  expect(mapping.matches({ orderId: 'o' })).toBe(false);
  expect(mapping.matches({ trackingParameters: {} })).toBe(false);
});
