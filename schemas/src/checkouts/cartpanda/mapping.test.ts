import { expect, test } from 'vitest';
import { describeCheckout, NO_CONVERSION } from '../checkout.suite.ts';
import { EXAMPLE_CLICK_ID } from '../example.ts';
import { mapping } from './mapping.ts';

describeCheckout('cartpanda', {
  common: { transactionId: '40586315', amount: '197.00', clickReferences: [EXAMPLE_CLICK_ID, 'lancamento', 'FB'] },
  examples: {
    'Pedido pago': ['approved', null, '20 15:00'],
    'Pedido criado': ['pending', '20 14:58', '20 14:58'],
    'Pedido reembolsado': ['refunded', null, '20 15:00'],
    'Pedido cancelado': ['canceled', null, '20 14:58'],
    'Pedido enviado': NO_CONVERSION,
  },
  statuses: [
    [{ event: 'order.chargeback' }, 'unknown_event: order.chargeback'],
    [{ 'order/total_price': null }, 'no_amount'],
    [{ 'order/total_price': null, event: 'order.refunded' }, 'refunded'],
    [{ 'order/total_price': 'x' }, 'invalid_amount'],
  ],
  words: {
    event: {
      approved: ['order.paid'],
      pending: ['order.created'],
      refunded: ['order.refunded'],
      canceled: ['order.cancelled', 'order.canceled'],
      [NO_CONVERSION]: ['order.fulfilled', 'order.updated'],
    },
  },
  readings: [
    [
      { 'order/currency': 'USD', 'order/total_price': 49.9 },
      { currency: 'USD', amount: '49.90' },
    ],
    [{ 'order/id': null }, { transactionId: '1042' }],
    [{ 'order/utm': null, 'order/src': EXAMPLE_CLICK_ID }, { clickReferences: [EXAMPLE_CLICK_ID] }],
    [{ 'order/test': true }, { isTest: true }],
  ],
});

test('knows a body of CartPanda by its event and order', () => {
  expect(mapping.matches({ event: 'order.paid', order: {} })).toBe(true);
  expect(mapping.matches({ event: 'order.paid', resource: {} })).toBe(false);
  expect(mapping.matches({ event: 'order_approved', order: {} })).toBe(false);
});
