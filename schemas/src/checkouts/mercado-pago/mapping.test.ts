import { expect, test } from 'vitest';
import { change, describeCheckout, NO_CONVERSION, PING } from '../checkout.suite.ts';
import { EXAMPLE_CLICK_ID } from '../example.ts';
import { EXAMPLES } from '../generated/examples.ts';
import { mapCheckout } from '../map-checkout.ts';
import { mapping } from './mapping.ts';

const ASKED = 'awaits_look_up: /v1/payments/20359978123';

const sold = (fields: object) => change({ sold: expect.objectContaining(fields) });
describeCheckout('mercado-pago', {
  common: {
    transactionId: '20359978123',
    amount: '197.00',
    clickReferences: ['lancamento', 'FB', EXAMPLE_CLICK_ID],
  },
  examples: {
    'Pagamento aprovado (consultado)': ['approved', '20 15:00', '20 15:00'],
    'Aviso de pagamento': ASKED,
    'Aviso antigo (IPN)': ASKED,
    'Aviso de pedido': NO_CONVERSION,
    'Pix gerado (consultado)': ['pending', '20 14:58', '20 14:58'],
    'Pix expirado (consultado)': ['expired', '21 14:58', '20 14:58'],
    'Pagamento recusado (consultado)': ['refused', '20 14:58:30.000', '20 14:58'],
    'Estorno parcial (consultado)': ['partially_refunded', '22 12:00', '20 15:00', change({ refundAmount: '47.00' })],
    'Estorno (consultado)': ['refunded', '23 12:00', '20 15:00'],
    'Contestação (consultado)': ['chargeback', '24 12:00', '20 15:00'],
    'Contestação ganha (consultado)': ['approved', '26 12:00', '20 15:00'],
  },
  statuses: [
    [{ operation_type: 'money_transfer' }, NO_CONVERSION],
    [{ operation_type: 'account_fund' }, NO_CONVERSION],
    [{ transaction_amount: 'x' }, 'invalid_amount'],
    [{ transaction_amount_refunded: 47 }, 'partially_refunded'],
    [{ status: 'charged_back', status_detail: 'reimbursed', transaction_amount_refunded: 47 }, 'partially_refunded'],
    [{ status: 'charged_back', status_detail: 'settled' }, 'chargeback'],
  ],
  words: {
    status: {
      pending: ['pending', 'in_process', 'authorized'],
      approved: ['approved'],
      disputed: ['in_mediation'],
      refused: ['rejected'],
      canceled: ['cancelled'],
      refunded: ['refunded'],
      chargeback: ['charged_back'],
      'unknown_event: unpaid': ['unpaid'],
    },
  },
  readings: [
    [{ live_mode: false }, { isTest: true }],
    [{ currency_id: 'USD' }, { currency: 'USD' }],
    [
      { metadata: { click_id: EXAMPLE_CLICK_ID }, external_reference: 'P-1' },
      { clickReferences: [EXAMPLE_CLICK_ID, 'P-1'] },
    ],
    [{}, sold({ interest: '22.40', gatewayFee: '9.83', netToSeller: '187.17', paymentMethod: 'credit_card' })],
    [{ shipping_amount: 20 }, sold({ interest: '2.40' })],
    [{ coupon_amount: 10 }, sold({ interest: '32.40' })],
    [{ installments: 1 }, sold({ interest: null })],
    [{ fee_details: [] }, sold({ gatewayFee: null })],
    [
      {
        fee_details: [
          { amount: 5, fee_payer: 'collector' },
          { amount: 1.5, fee_payer: 'collector' },
          { amount: 22.4, fee_payer: 'payer' },
        ],
      },
      sold({ gatewayFee: '6.50' }),
    ],
    [{ 'transaction_details/net_received_amount': 0 }, sold({ netToSeller: null })],
    [{ payment_method_id: 'pix', payment_type_id: 'bank_transfer' }, sold({ paymentMethod: 'pix' })],
    [{ payment_type_id: 'account_money' }, sold({ paymentMethod: 'wallet' })],
    [{ payment_type_id: 'ticket' }, sold({ paymentMethod: 'boleto' })],
    [{ payment_type_id: 'constructor' }, sold({ paymentMethod: 'other' })],
    [{ additional_info: null }, sold({ productName: 'Curso X', productId: null })],
    [
      { 'point_of_interaction/transaction_data/subscription_sequence/number': 3 },
      sold({ kind: 'renewal', recurrence: 3 }),
    ],
    [{ 'point_of_interaction/transaction_data/subscription_sequence/number': 1 }, sold({ kind: null, recurrence: 1 })],
  ],
});

const CONTEXT = { timeZone: 'UTC' as never, receivedAtMs: Date.parse('2026-11-29T00:00:00Z') };
const notice = EXAMPLES['mercado-pago'][1]!.body;
const reported = (body: object) =>
  Object.values((mapCheckout('mercado-pago', body as never, CONTEXT) as never as { reason: object }).reason);

test.each([
  ['https://api.mercadopago.com/v1/payments/77', '/v1/payments/77'],
  // Never an address of the sender's.
  ['https://evil.example/v1/payments/77', '/v1/payments/77'],
  ['http://169.254.169.254/latest/9', '/v1/payments/9'],
])('asks the path of a payment for the resource "%s"', (resource, path) => {
  expect(reported({ topic: 'payment', resource })).toEqual(['awaits_look_up', path]);
});

test('asks only for payments with a number', () => {
  expect(reported({ ...notice, data: { id: '20359978123/refunds' } })).toEqual(['unknown_event', 'payment']);
  expect(reported({ ...notice, type: 'order', data: { id: 'ORD01' } })).toEqual(['unknown_event', 'order']);
  expect(reported({ ...notice, type: 'topic_chargebacks_wh' })).toEqual([NO_CONVERSION]);
  expect(reported({ ...notice, is_test: true })).toEqual([PING]);
});

test('knows notifications and payments of Mercado Pago', () => {
  expect(mapping.matches(notice)).toBe(true);
  expect(mapping.matches({ topic: 'payment', resource: '1' })).toBe(true);
  expect(mapping.matches({ type: 'payment', data: { id: '1' } })).toBe(false);
  expect(mapping.matches({ topic: 'orders/paid', resource: '1' })).toBe(false);
  expect(mapping.matches({ id: 1, status: 'approved', transaction_amount: 1 })).toBe(false);
});
