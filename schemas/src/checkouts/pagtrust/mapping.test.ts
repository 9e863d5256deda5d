import { expect, test } from 'vitest';
import { CART, describeCheckout, utms } from '../checkout.suite.ts';
import { mapping } from './mapping.ts';

describeCheckout('pagtrust', {
  common: { transactionId: '7126945', amount: '397.00', clickReferences: utms('lancamento', 'cpc', 'facebook') },
  examples: {
    'Compra aprovada': ['approved', '20 15:00:20.000', '20 15:00:20.000'],
    'Pix gerado': ['pending', '20 14:58:31.000', '20 14:58:31.000'],
    'Cartão recusado': ['canceled', '20 14:58:31.000', '20 14:58:31.000'],
    Reembolso: ['refunded', '20 15:00:20.000', '20 15:00:20.000'],
    Chargeback: ['chargeback', '20 15:00:20.000', '20 15:00:20.000'],
    'Carrinho abandonado': CART,
  },
  words: {
    status: {
      approved: ['approved'],
      completed: ['complete'],
      pending: ['pending', 'billet_printed'],
      'unknown_status: algo_novo': ['algo_novo'],
      refused: ['refused'],
      canceled: ['canceled', 'cancelled'],
      expired: ['expired'],
      refunded: ['refunded'],
      chargeback: ['chargeback'],
    },
  },
  readings: [
    // Never the producer's part, and never the interest.
    [{ original_offer_price: null }, { amount: '397.00' }],
    [{ full_price: '454.37' }, { amount: '397.00' }],
    [{ confirmation_purchase_date: '2026-11-20T12:00:20' }, { eventTime: '2026-11-20T15:00:20.000Z' }],
  ],
});

test('knows a sale of PagTrust by its engine, and a cart by its status and product', () => {
  expect(mapping.matches({ payment_engine: 'pagtrust' })).toBe(true);
  expect(mapping.matches({ payment_engine: 'evermart' })).toBe(false);
  expect(mapping.matches({ status: 'abandoned_cart', productUCode: 'x' })).toBe(true);
  expect(mapping.matches({ status: 'abandoned_cart' })).toBe(false);
});
