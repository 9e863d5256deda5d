import { expect, test } from 'vitest';
import { CART, change, describeCheckout, NO_CONVERSION, PING } from '../checkout.suite.ts';
import { EXAMPLE_CLICK_ID } from '../example.ts';
import { mapping } from './mapping.ts';

const ENTRY = `https://loja.example/?utm_source=FB&clickid=${EXAMPLE_CLICK_ID}`;

const { gone, part } = { gone: [{ total: '-197.00' }], part: [{ total: '-10.00' }, { total: '-5.50' }] };
describeCheckout('woocommerce', {
  common: { transactionId: '4750', amount: '197.00', clickReferences: [ENTRY, 'utm', 'lancamento', 'FB'] },
  examples: {
    'Pedido pago': ['approved', '20 15:00:01.000', '20 15:00'],
    'Pedido criado': ['pending', '20 14:58', '20 14:58'],
    'Pedido concluído': ['completed', '21 12:00', '20 15:00'],
    'Pagamento falhou': ['refused', '20 14:59', '20 14:58'],
    'Reembolso parcial': ['completed', '22 12:00', '20 15:00', change({ amount: '150.00' })],
    Reembolso: ['refunded', '22 12:00', '20 15:00'],
    'Teste do WooCommerce': PING,
  },
  statuses: [
    [{ refunds: [{ total: '-100.00' }, { total: '-97.00' }] }, 'refunded'],
    [{ total: '0.00' }, 'approved'],
    [{ total: null }, 'no_amount'],
    [{ total: null, status: 'refunded' }, 'refunded'],
    [{ total: 'x' }, 'invalid_amount'],
    [{ refunds: [{ total: 'x' }] }, 'invalid_amount'],
  ],
  words: {
    status: {
      pending: ['pending', 'on-hold'],
      approved: ['processing'],
      completed: ['completed'],
      canceled: ['cancelled'],
      refunded: ['refunded'],
      refused: ['failed'],
      [CART]: ['checkout-draft'],
      [NO_CONVERSION]: ['trash'],
      'unknown_event: separacao': ['separacao'],
    },
  },
  readings: [
    // However often the order is sent again, the same is left.
    [{ refunds: part }, { status: 'approved', amount: '181.50', refundAmount: '0.00' }],
    [
      { refunds: part, date_modified_gmt: '2026-11-23T12:00:00' },
      { status: 'approved', amount: '181.50' },
    ],
    [{ refunds: gone }, { status: 'refunded', amount: '197.00' }],
    [{ currency: 'USD' }, { currency: 'USD' }],
    [{ meta_data: [{ key: 'sck', value: EXAMPLE_CLICK_ID }] }, { clickReferences: [EXAMPLE_CLICK_ID] }],
    [
      { meta_data: [{ key: '_wc_order_attribution_utm_source', value: '(direct)' }] },
      { utm: expect.objectContaining({ utm_source: '' }), clickReferences: [] },
    ],
  ],
});

test('knows an order of WooCommerce by its key, and the ping by its only field', () => {
  expect(mapping.matches({ order_key: 'wc_order_1' })).toBe(true);
  expect(mapping.matches({ order_key: 'other' })).toBe(false);
  expect(mapping.matches({ webhook_id: '3' })).toBe(true);
  expect(mapping.matches({ webhook_id: '3', event: 'x' })).toBe(false);
});
