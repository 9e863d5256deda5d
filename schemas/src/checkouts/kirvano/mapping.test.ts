import { expect, test } from 'vitest';
import { CART, describeCheckout, describeWords, SUBSCRIPTION, utms } from '../checkout.suite.ts';
import { mapping } from './mapping.ts';

describeWords(
  'kirvano',
  'event',
  {
    approved: ['sale_approved', 'subscription_renewed'],
    pending: ['pix_generated', 'bank_slip_generated'],
    expired: ['pix_expired', 'bank_slip_expired'],
    refused: ['sale_refused'],
    canceled: ['sale_canceled'],
    refunded: ['sale_refunded'],
    chargeback: ['sale_chargeback'],
  },
  { status: null },
);

describeCheckout('kirvano', {
  common: { transactionId: 'G9KXR21M', amount: '169.80', clickReferences: utms('lancamento', 'paid', 'FB') },
  examples: {
    'Compra aprovada': ['approved', '20 15:00', '20 15:00'],
    'Pix gerado': ['pending', '20 14:58', '20 14:58'],
    'Pix expirado': ['expired', null, '20 14:58'],
    'Compra recusada': ['refused', '20 14:58', '20 14:58'],
    Reembolso: ['refunded', null, '20 15:00'],
    Chargeback: ['chargeback', null, '20 15:00'],
    'Carrinho abandonado': CART,
  },
  statuses: [
    [{ status: 'UNAPPROVED' }, 'pending'],
    [{ event: 'SUBSCRIPTION_RENEWED' }, 'approved'],
    [{ event: 'SUBSCRIPTION_EXPIRED' }, SUBSCRIPTION],
    [{ event: 'ALGO' }, 'unknown_event: ALGO'],
  ],
  words: {
    event: {
      [CART]: ['abandoned_cart'],
      [SUBSCRIPTION]: ['subscription_canceled', 'subscription_expired'],
    },
    status: {
      pending: ['pending'],
      approved: ['approved'],
      refused: ['refused'],
      canceled: ['canceled'],
      expired: ['expired'],
      refunded: ['refunded'],
      partially_refunded: ['partially_refunded'],
      chargeback: ['chargeback'],
    },
  },
  readings: [
    [
      {
        products: [
          { name: 'Livro', is_order_bump: true },
          { name: 'Curso X', is_order_bump: false },
        ],
      },
      { sold: expect.objectContaining({ productName: 'Curso X', products: ['Curso X', 'Livro'] }) },
    ],
    [{ total_price: null, fiscal: { total_value: 12.5 } }, { amount: '12.50' }],
    [{ currency: 'USD' }, { currency: 'USD' }],
    [
      { 'payment/finished_at': null },
      { eventTime: '2026-11-20T14:58:00.000Z', conversionTime: '2026-11-20T14:58:00.000Z' },
    ],
  ],
});

test('knows a body of Kirvano by its checkout, or by sale with a known event or a price', () => {
  expect(mapping.matches({ event: 'ALGO', checkout_id: 'c' })).toBe(true);
  expect(mapping.matches({ checkout_id: 'c' })).toBe(false);
  expect(mapping.matches({ event: 'ALGO', checkout_id: 'c', data: {} })).toBe(false);
  expect(mapping.matches({ event: 'SALE_APPROVED', sale_id: 's' })).toBe(true);
  expect(mapping.matches({ event: 'ABANDONED_CART', sale_id: 's' })).toBe(true);
  expect(mapping.matches({ event: 'ALGO', sale_id: 's', total_price: '1' })).toBe(true);
  expect(mapping.matches({ event: 'ALGO', sale_id: 's' })).toBe(false);
  expect(mapping.matches({ event: 'SALE_APPROVED' })).toBe(false);
});
