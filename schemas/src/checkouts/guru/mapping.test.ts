import { expect, test } from 'vitest';
import { ACCESS, CART, change, describeCheckout, PING, SUBSCRIPTION, utms } from '../checkout.suite.ts';
import { EXAMPLE_CLICK_ID } from '../example.ts';
import { mapping } from './mapping.ts';

const interest = (reported: string | null) => ({ sold: expect.objectContaining({ interest: reported }) });
describeCheckout('guru', {
  common: {
    transactionId: '9081534a-7512-4dab-9172-218c1dc1f263',
    amount: '500.00',
    clickReferences: utms('FB'),
  },
  examples: {
    'Venda aprovada': ['approved', '20 15:00', '20 15:00'],
    'Aguardando pagamento': ['pending', '20 14:58:10.000', '20 14:58'],
    'Reembolso solicitado': ['disputed', '21 12:00', '20 15:00'],
    Reembolso: ['refunded', '22 12:00', '20 15:00'],
    Chargeback: ['chargeback', '24 12:00', '20 15:00'],
    Renovação: ['approved', '20 15:00', '20 15:00', change({ transactionId: '9b71cfb2-da2e-44d5-92ce-d83459dec85f' })],
    'Venda abandonada': CART,
    'Assinatura cancelada': SUBSCRIPTION,
  },
  statuses: [
    [{ status: 'algo_novo' }, 'unknown_event: algo_novo'],
    [{ status: null }, 'no_event'],
    [{ status: 'transferred' }, 'unknown_event: transferred'],
    [{ webhook_type: 'eticket' }, ACCESS],
    [{ webhook_type: 'webhook_deactivation' }, PING],
  ],
  words: {
    status: {
      approved: ['approved', 'APPROVED'],
      completed: ['completed'],
      pending: [
        ...['waiting_payment', 'billet_printed', 'analysis', 'charging', 'delayed', 'in_recovery', 'pending'],
        ...['pending_transfer', 'processing', 'scheduled', 'started'],
      ],
      refused: ['blocked', 'rejected'],
      canceled: ['canceled'],
      expired: ['expired'],
      disputed: ['dispute'],
      refunded: ['refunded'],
      chargeback: ['chargeback'],
      [CART]: ['abandoned'],
      [SUBSCRIPTION]: ['trial'],
    },
  },
  readings: [
    // Without the interest; but a total that never had it in it stays whole.
    [{ 'payment/total': 500 }, { amount: '500.00', ...interest('36.40') }],
    [{ 'payment/total': 486.4, 'payment/discount_value': 50 }, { amount: '450.00' }],
    [
      { 'payment/installments': null, 'payment/total': 297.5 },
      { amount: '297.50', ...interest(null) },
    ],
    [{ 'payment/currency': 'USD' }, { currency: 'USD' }],
    [{ status: 'refunded', 'dates/canceled_at': '2026-11-23T09:00:00Z' }, { eventTime: '2026-11-23T09:00:00.000Z' }],
    [{ source: null, trackings: { checkout_source: EXAMPLE_CLICK_ID } }, { clickReferences: [EXAMPLE_CLICK_ID] }],
    [{ source: { source: EXAMPLE_CLICK_ID } }, { clickReferences: [EXAMPLE_CLICK_ID] }],
  ],
});

test('knows a body of Guru by its type and by its token or payment', () => {
  expect(mapping.matches({ webhook_type: 'transaction', api_token: 'x' })).toBe(true);
  expect(mapping.matches({ webhook_type: 'Subscription', api_token: 'x' })).toBe(true);
  expect(mapping.matches({ webhook_type: 'transaction', payment: {} })).toBe(true);
  expect(mapping.matches({ webhook_type: 'transaction', transaction_id: '1', status: 'approved' })).toBe(false);
  expect(mapping.matches({ webhook_type: 'other', api_token: 'x' })).toBe(false);
  expect(mapping.matches({ api_token: 'x', payment: {} })).toBe(false);
});
