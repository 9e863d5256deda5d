import { expect, test } from 'vitest';
import { CART, describeCheckout, describeWords, NO_CONVERSION, utms } from '../checkout.suite.ts';
import { mapping } from './mapping.ts';

describeWords(
  'yampi',
  'resource/status/data/alias',
  {
    pending: ['waiting_payment', 'authorized'],
    approved: ['paid', 'approved'],
    refused: ['refused'],
    canceled: ['canceled', 'cancelled'],
    expired: ['expired'],
    refunded: ['refunded'],
    chargeback: ['chargeback', 'chargedback'],
    // A shop's own name for a status is no approval.
    [NO_CONVERSION]: ['on_carriage', 'delivered', 'unpaid', 'pago_na_loja'],
  },
  { event: 'order.status.updated' },
);

const interest = (reported: string | null) => ({ sold: expect.objectContaining({ interest: reported }) });
describeCheckout('yampi', {
  common: { transactionId: '40586315', amount: '197.00', clickReferences: utms() },
  examples: {
    'Pedido aprovado': ['approved', '20 15:00', '20 15:00'],
    'Pedido criado': ['pending', '20 14:58', '20 14:58'],
    'Pagamento recusado': ['refused', '20 14:59', '20 14:58'],
    'Pedido cancelado': ['canceled', '21 12:00', '20 14:58'],
    'Pedido em transporte': NO_CONVERSION,
    Reembolso: ['refunded', '22 12:00', '20 14:58'],
    'Carrinho abandonado': CART,
  },
  statuses: [
    // The event of a payment leads, with any status of the shop.
    [{ 'resource/status/data/alias': 'em_separacao' }, 'approved'],
    [{ event: 'order.status.updated', 'resource/status': null }, 'unknown_event: order.status.updated'],
    [{ event: 'order.invoice.created' }, NO_CONVERSION],
    [{ event: 'customer.created' }, NO_CONVERSION],
    [{ 'resource/value_total': null }, 'no_amount'],
    [
      { 'resource/value_total': null, event: 'order.status.updated', 'resource/status/data/alias': 'refunded' },
      'refunded',
    ],
    [{ 'resource/value_total': 'x' }, 'invalid_amount'],
    [{ 'resource/value_tax': 'x' }, 'invalid_amount'],
  ],
  readings: [
    [{ 'resource/value_tax': 0 }, { amount: '216.90', ...interest('0.00') }],
    [{ 'resource/value_tax': null }, { amount: '216.90', ...interest(null) }],
    [{ time: '2026-11-20T15:00:05Z' }, { eventTime: '2026-11-20T15:00:05.000Z' }],
    [{ 'resource/id': null }, { transactionId: '1491520' }],
  ],
});

test('knows a body of Yampi by its event and resource', () => {
  expect(mapping.matches({ event: 'order.paid', resource: {} })).toBe(true);
  expect(mapping.matches({ event: 'transaction.payment.refused', resource: {} })).toBe(true);
  expect(mapping.matches({ event: 'order.paid', order: {} })).toBe(false);
  expect(mapping.matches({ event: 'ORDER_PAID', resource: {} })).toBe(false);
});
