import { expect, test } from 'vitest';
import { CART, change, describeCheckout, describeWords, SUBSCRIPTION, utms } from '../checkout.suite.ts';
import { EXAMPLE_CLICK_ID } from '../example.ts';
import { mapping } from './mapping.ts';

describeWords(
  'payt',
  'status',
  {
    approved: [
      ...['paid', 'billed', 'separation', 'collected', 'collected_order', 'shipping', 'shipped'],
      ...['subscription_activated', 'subscription_renewed'],
    ],
    pending: ['waiting_payment'],
    canceled: ['canceled', 'cancelled'],
    [CART]: ['lost_cart'],
    [SUBSCRIPTION]: ['subscription_canceled', 'subscription_overdue', 'subscription_reactivated'],
  },
  { 'transaction/payment_status': null },
);

describeCheckout('payt', {
  common: { transactionId: 'R3NYZR', amount: '197.00', clickReferences: utms('FB') },
  examples: {
    'Pagamento aprovado': ['approved', '20 15:00', '20 15:00'],
    'Aguardando pagamento': ['pending', '20 14:58', '20 14:58'],
    Entregue: ['approved', '20 15:00', '20 15:00'],
    'Pagamento recusado': ['refused', '20 14:58:30.000', '20 14:58'],
    Reembolso: ['refunded', '22 12:00', '20 15:00'],
    Chargeback: ['chargeback', '24 12:00', '20 15:00'],
    Upsell: ['approved', '20 15:00:34.000', '20 15:00:34.000', change({ transactionId: 'L9OEO4', amount: '39.99' })],
    'Assinatura renovada': ['approved', '20 15:00', '20 15:00', change({ transactionId: 'R4NYZR' })],
    'Carrinho perdido': CART,
  },
  statuses: [
    [{ status: 'algo_novo' }, 'unknown_event: algo_novo'],
    // The money's status leads, and an unknown one is no approval.
    [{ status: 'paid', 'transaction/payment_status': 'algo_novo' }, 'pending'],
    [{ status: 'shipping', 'transaction/payment_status': 'waiting_payment' }, 'pending'],
    [{ status: 'canceled', 'transaction/payment_status': 'paid' }, 'canceled'],
    [{ status: 'paid', transaction: { total_price: 1 } }, 'approved'],
  ],
  words: {
    'transaction/payment_status': {
      approved: ['paid'],
      pending: ['waiting_payment', 'reprocessed'],
      refused: ['refused', 'one_click_buy_refused'],
      canceled: ['canceled', 'cancelled'],
      expired: ['expired'],
      disputed: ['chargeback_presented', 'peding_refund', 'pending_refund'],
      chargeback: ['chargeback'],
      refunded: ['refunded', 'one_click_buy_refunded'],
      partially_refunded: ['refunded_partial', 'one_click_buy_refunded_partial'],
    },
  },
  readings: [
    [{ 'transaction/price_without_installments': null }, { amount: '236.40' }],
    [{ test: true }, { isTest: true }],
    [{ 'link/sources': [], 'link/query_params': { sck: EXAMPLE_CLICK_ID } }, { clickReferences: [EXAMPLE_CLICK_ID] }],
    [
      { 'transaction/modifiers': [{ name: 'DEZ', reason: 'coupon' }] },
      { sold: expect.objectContaining({ coupon: 'DEZ' }) },
    ],
  ],
});

test('knows a body of PayT by its seller, start and status, also without its key', () => {
  const body = { seller_id: 's', started_at: '2026-11-20 11:57:00', status: 'paid' };
  expect(mapping.matches(body)).toBe(true);
  for (const name of Object.keys(body)) expect(mapping.matches({ ...body, [name]: '' })).toBe(false);
});
