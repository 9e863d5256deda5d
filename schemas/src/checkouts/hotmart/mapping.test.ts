import { describe, expect, test } from 'vitest';
import type { TimeZone } from '../../primitives/time.ts';
import { ACCESS, CART, change, describeCheckout, describeWords, SUBSCRIPTION } from '../checkout.suite.ts';
import { mapCheckout } from '../map-checkout.ts';
import { mapping } from './mapping.ts';

const CONTEXT = { timeZone: 'America/Sao_Paulo' as TimeZone, receivedAtMs: Date.parse('2026-11-29T00:00:00Z') };

describeWords(
  'hotmart',
  'event',
  {
    approved: ['purchase_approved'],
    completed: ['purchase_complete', 'purchase_completed'],
    canceled: ['purchase_canceled', 'purchase_cancelled'],
    pending: ['purchase_billet_printed', 'purchase_delayed'],
    disputed: ['purchase_protest'],
    refunded: ['purchase_refunded'],
    chargeback: ['purchase_chargeback'],
    chargeback_reversed: ['purchase_chargeback_reversed'],
    expired: ['purchase_expired'],
  },
  { 'data/purchase/status': null },
);

const PART = { event: 'PURCHASE_REFUNDED', 'data/purchase/status': 'PARTIALLY_REFUNDED' };
describeCheckout('hotmart', {
  common: { transactionId: 'HP16015479281022', amount: '297.00' },
  examples: {
    'Compra aprovada': ['approved', '20 15:00:05.000', '20 15:00'],
    'Boleto impresso': ['pending', '20 14:58:10.000', '20 14:58'],
    'Compra completa': ['completed', '21 15:00', '20 15:00'],
    'Pedido de reembolso': ['disputed', '20 16:00', '20 15:00'],
    Reembolso: ['refunded', '20 17:00', '20 15:00'],
    Chargeback: ['chargeback', '20 17:30', '20 15:00'],
    'Order bump': [
      'approved',
      '20 15:00:06.000',
      '20 15:00',
      change({ transactionId: 'HP16015479281023', amount: '47.00' }),
    ],
    'Formato plano': ['approved', null, null, change({ transactionId: 'HP1' })],
    'Postback 1.0': ['approved', '20 15:00', '20 15:00', change({ transactionId: 'HP16015479281099' })],
    'Carrinho abandonado': CART,
  },
  statuses: [
    [{ event: 'purchase_approved', 'data/purchase/status': 'approved' }, 'approved'],
    [{ event: 'PURCHASE_COMPLETED', 'data/purchase/status': 'COMPLETED' }, 'completed'],
    [{ event: 'PURCHASE_REFUNDED', 'data/purchase/status': 'PARTIALLY_REFUNDED' }, 'no_refund_amount'],
    [
      { event: 'PURCHASE_REFUNDED', 'data/purchase/status': 'PARTIALLY_REFUNDED', 'data/purchase/refund_value': 30 },
      'partially_refunded',
    ],
    [{ event: 'PURCHASE_REFUNDED' }, 'refunded'],
    [{ event: 'PURCHASE_DELAYED' }, 'pending'],
    [{ event: 'PURCHASE_EXPIRED' }, 'expired'],
    [{ event: 'PURCHASE_CANCELED' }, 'canceled'],
    [{ 'data/purchase/status': 'ALGO_NOVO' }, 'pending'],
    [{ 'data/purchase/status': 'UNAPPROVED' }, 'pending'],
    [{ 'data/purchase/status': null }, 'approved'],
    [{ event: 'PURCHASE_ALGO' }, 'unknown_event: PURCHASE_ALGO'],
    [{ event: 'SUBSCRIPTION_CANCELLATION' }, SUBSCRIPTION],
    [{ event: 'SWITCH_PLAN' }, SUBSCRIPTION],
    [{ event: 'CLUB_FIRST_ACCESS' }, ACCESS],
  ],
  words: {
    event: {
      [CART]: ['purchase_out_of_shopping_cart'],
      [SUBSCRIPTION]: ['subscription_cancellation', 'switch_plan', 'update_subscription_charge_date'],
      [ACCESS]: ['club_first_access', 'club_module_completed'],
    },
    'data/purchase/status': {
      approved: ['approved', 'complete', 'completed'], // the event says which approval it is
      refused: ['blocked', 'no_funds'],
      canceled: ['canceled', 'cancelled'],
      expired: ['expired'],
      chargeback: ['chargeback'],
      chargeback_reversed: ['chargeback_reversed'],
      refunded: ['refunded'],
      no_refund_amount: ['partially_refunded'],
      disputed: ['dispute', 'protested'],
      pending: [
        'overdue',
        'delayed',
        'pre_order',
        'printed_billet',
        'billet_printed',
        'processing_transaction',
        'started',
        'under_analisys',
        'under_analysis',
        'waiting_payment',
      ],
    },
  },
  readings: [
    [{ ...PART, 'data/purchase/refund_amount': 97.5 }, { refundAmount: '97.50' }],
    [{ ...PART, 'data/purchase/refund_value': '47.00' }, { refundAmount: '47.00' }],
    [{ 'data/purchase/price': { value: 10, currency_code: 'USD' } }, { currency: 'USD' }],
    [{ 'data/product': { id: 0, name: 'Produto test postback2' } }, { isTest: true }],
    [{ 'data/product': { id: 0, name: 'Curso' } }, { isTest: false }],
    [{ 'data/product': { id: 7, name: 'Produto test postback2' } }, { isTest: false }],
  ],
});

describe('format of Hotmart', () => {
  const purchase = { transaction: 'HP1' };
  test.each([
    // 2.0: a purchase, or the envelope with one of its events.
    [{ event: 'PURCHASE_APPROVED', data: { purchase } }, true],
    [{ event: 'ANYTHING', data: { purchase } }, true],
    [{ data: { purchase } }, false],
    [{ event: 'PURCHASE_APPROVED', data: 'x' }, false],
    [{ event: 'PURCHASE_APPROVED', data: {}, creation_date: 1_763_650_805_000 }, true],
    [{ event: 'CLUB_FIRST_ACCESS', data: {}, version: '2.0.0' }, true],
    [{ event: 'ANYTHING', data: {}, version: '2.0.0' }, false],
    [{ event: 'PURCHASE_APPROVED', data: {} }, false],
    // Flat: its own name of the amount, the three fields of 1.0, or an event without an amount.
    [{ purchase_value: '10' }, true],
    [{ transaction: 'HP1', hottok: 'x', prod: 1 }, true],
    [{ transaction: 'HP1', hottok: 'x' }, false],
    [{ event: 'CLUB_FIRST_ACCESS' }, true],
    [{ event: 'CLUB_FIRST_ACCESS', amount: '10' }, false],
  ])('of %j is recognised: %s', (body, isOurs) => {
    expect(mapping.matches(body)).toBe(isOurs);
  });

  test.each([
    [{ approved_at: '2026-11-20T12:00:00Z' }, '2026-11-20T12:00:00.000Z'],
    [{ approved_date: '2026-11-20T12:00:01Z' }, '2026-11-20T12:00:01.000Z'],
    [{ confirmation_purchase_date: '2026-11-20T12:00:02Z' }, '2026-11-20T12:00:02.000Z'],
    [{ created_at: '2026-11-20T12:00:03Z' }, '2026-11-20T12:00:03.000Z'],
    [{ order_date: '2026-11-20T12:00:04Z' }, '2026-11-20T12:00:04.000Z'],
    [{ purchase_date: '2026-11-20T12:00:05Z' }, '2026-11-20T12:00:05.000Z'],
  ])('has the moment of the sale in %j', (times, conversionTime) => {
    const body = { transaction: 'HP1', purchase_value: '10', status: 'approved', ...times };
    expect(mapCheckout('hotmart', body, CONTEXT)).toMatchObject({ conversion: { conversionTime } });
  });

  test.each([
    [{ amount: '1' }, { amount: '297.00', currency: 'BRL' }],
    [
      { amount: '2', currency: '$', currency_code_from: 'USD' },
      { amount: '297.00', currency: 'USD' },
    ],
    [
      { amount: '2', currency: 'R$' },
      { amount: '297.00', currency: 'BRL' },
    ],
    [{ recurrency: '3' }, { sold: { kind: 'renewal', recurrence: 3, interest: '44.28' } }],
    [{ recurrency: '1', funnel: 'false' }, { sold: { kind: null } }],
    [{ funnel: 'true' }, { sold: { kind: 'upsell' } }],
    [{ order_bump: 'false', parent_purchase_transaction: 'HP1' }, { sold: { kind: null, parentTransactionId: null } }],
    [
      { order_bump: 'true', parent_purchase_transaction: 'HP1' },
      { sold: { kind: 'bump', parentTransactionId: 'HP1' } },
    ],
  ])('reads the price of 1.0, not the number of tickets, from %j', (fields, conversion) => {
    const body = {
      transaction: 'HP2',
      hottok: 'x',
      prod: '1',
      price: '297.00',
      full_price: '341.28',
      status: 'approved',
    };
    expect(mapCheckout('hotmart', { ...body, ...fields }, CONTEXT)).toMatchObject({ kind: 'conversion', conversion });
  });
});
