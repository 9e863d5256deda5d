import { expect, test } from 'vitest';
import { change, describeCheckout, NO_CONVERSION, SUBSCRIPTION, utms } from '../checkout.suite.ts';
import { mapping } from './mapping.ts';

describeCheckout('pagarme', {
  common: { transactionId: 'or_ZdnB5BBCmYhk534R', amount: '197.00', clickReferences: utms('lancamento', 'FB') },
  examples: {
    'Pedido pago': ['approved', '20 15:00:01.000', '20 15:00'],
    'Pedido criado': ['pending', '20 14:58', '20 14:58'],
    'Pagamento falhou': ['refused', '20 14:59', '20 14:58'],
    'Pedido cancelado': ['canceled', '20 16:00', '20 14:58'],
    'Cobrança paga': ['approved', '20 15:00:01.000', '20 15:00'],
    // The order is not paid yet.
    'Uma de duas cobranças paga': NO_CONVERSION,
    'Cobrança estornada': ['refunded', '22 15:00', '20 15:00'],
    'Uma de duas cobranças estornada': [
      'partially_refunded',
      '22 15:00',
      '20 15:00',
      change({ refundAmount: '97.00' }),
    ],
    Chargeback: ['chargeback', '25 15:00', '20 15:00'],
    'Assinatura criada': SUBSCRIPTION,
  },
  statuses: [
    [{ 'data/amount': null }, 'no_amount'],
    [{ 'data/amount': null, type: 'charge.refunded' }, 'refunded'],
    [{ 'data/amount': 197.5 }, 'invalid_amount'],
    // One of two charges that the bank took back.
    [{ type: 'charge.chargedback', 'data/order': { id: 'or_1', amount: 30000 } }, 'partially_refunded'],
    [{ type: 'charge.payment_failed', 'data/order': { id: 'or_1', amount: 30000 } }, 'refused'],
  ],
  words: {
    type: {
      pending: ['order.created', 'charge.created', 'charge.pending', 'charge.processing'],
      approved: ['order.paid', 'charge.paid'],
      refused: ['order.payment_failed', 'charge.payment_failed'],
      canceled: ['order.canceled'],
      refunded: ['charge.refunded'],
      chargeback: ['charge.chargedback'],
      invalid_refund_amount: ['charge.partial_canceled'],
      [SUBSCRIPTION]: ['subscription.created', 'subscription.canceled', 'subscription_item.created'],
      [NO_CONVERSION]: [
        ...[
          'order.closed',
          'order.updated',
          'charge.updated',
          'charge.antifraud_approved',
          'charge.antifraud_reproved',
        ],
        ...['charge.antifraud_manual', 'charge.antifraud_pending', 'invoice.paid', 'customer.created', 'card.updated'],
        ...['checkout.closed', 'transfer.paid', 'order_item.created'],
      ],
      'unknown_event: charge.underpaid': ['charge.underpaid'],
      'unknown_event: charge.overpaid': ['charge.overpaid'],
    },
  },
  readings: [
    // A charge of a subscription has no order.
    [
      { type: 'charge.paid', 'data/id': 'ch_1' },
      { transactionId: 'ch_1', amount: '197.00' },
    ],
    [
      { created_at: '2026-11-20T12:00:00', 'data/charges': [] },
      { eventTime: '2026-11-20T12:00:00.000Z', conversionTime: '2026-11-20T12:00:00.000Z' },
    ],
  ],
});

test('knows an event of Pagar.me by its id, its type and its data', () => {
  const event = { id: 'hook_1', type: 'order.paid', data: {} };
  expect(mapping.matches(event)).toBe(true);
  for (const fields of [{ id: 'evt_1' }, { type: 'paid' }, { data: null }]) {
    expect(mapping.matches({ ...event, ...fields })).toBe(false);
  }
});
