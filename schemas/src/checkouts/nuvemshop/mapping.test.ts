import { expect, test } from 'vitest';
import { change, describeCheckout, NO_CONVERSION } from '../checkout.suite.ts';
import { EXAMPLE_CLICK_ID } from '../example.ts';
import { mapping } from './mapping.ts';

const sold = (fields: object) => change({ sold: expect.objectContaining(fields) });
describeCheckout('nuvemshop', {
  common: {
    transactionId: '871254203',
    amount: '197.00',
    clickReferences: [EXAMPLE_CLICK_ID, 'Lançamento|238', 'FB'],
  },
  examples: {
    'Pedido pago (consultado)': ['approved', '20 15:00:05.000', '20 15:00'],
    'Aviso de pedido pago': 'awaits_look_up: /805793/orders/871254203',
    'Aviso de produto': NO_CONVERSION,
    'Pedido criado (consultado)': ['pending', '20 14:58', '20 14:58'],
    'Pedido cancelado (consultado)': ['canceled', '21 12:00', '20 14:58'],
    // How much went back is not in the order.
    'Reembolso parcial (consultado)': ['approved', '22 12:00', '20 15:00'],
    'Pedido reembolsado (consultado)': ['refunded', '23 12:00', '20 15:00'],
  },
  statuses: [
    [{ status: 'cancelled' }, 'approved'],
    [{ total: null }, 'invalid_amount'],
    [{ total: 'x' }, 'invalid_amount'],
  ],
  words: {
    payment_status: {
      approved: ['paid', 'partially_refunded'],
      pending: ['pending', 'authorized', 'partially_paid'],
      refunded: ['refunded'],
      canceled: ['voided'],
      expired: ['abandoned'],
      'unknown_event: unpaid': ['unpaid'],
    },
  },
  readings: [
    [{}, sold({ offer: 'Impresso', coupon: 'DEZ', installments: 3, paymentMethod: 'credit_card', products: null })],
    [{ landing_url: null, note: EXAMPLE_CLICK_ID }, { clickReferences: [EXAMPLE_CLICK_ID] }],
    [{ landing_url: '/', extra: { click_id: EXAMPLE_CLICK_ID } }, { clickReferences: [EXAMPLE_CLICK_ID] }],
    [
      { currency: 'ARS', total: '1234.50' },
      { currency: 'ARS', amount: '1234.50' },
    ],
  ],
});

test('asks only for orders with a number, at the store that the notification names', () => {
  const reported = (body: object) => {
    const result = mapping.map(body as never, { timeZone: 'UTC' as never, receivedAtMs: 0 });
    return result.kind === 'conversion' ? result : Object.values(result.reason);
  };
  expect(reported({ store_id: 1, event: 'order/voided', id: 2 })).toEqual(['awaits_look_up', '/1/orders/2']);
  expect(reported({ store_id: 1, event: 'order/paid', id: '2/../../3' })).toEqual(['unknown_event', 'order/paid']);
  expect(reported({ store_id: 1, event: 'app/uninstalled', id: 2 })).toEqual([NO_CONVERSION]);
});

test('knows notifications and orders of Nuvemshop', () => {
  expect(mapping.matches({ store_id: 123, event: 'order/paid', id: 1 })).toBe(true);
  expect(mapping.matches({ store_id: '1/2', event: 'order/paid', id: 1 })).toBe(false);
  expect(mapping.matches({ store_id: 123, event: 'order.paid', id: 1 })).toBe(false);
  expect(mapping.matches({ id: 1, number: 2, payment_status: 'paid', products: [] })).toBe(false);
});
