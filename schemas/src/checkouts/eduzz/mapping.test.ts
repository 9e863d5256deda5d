import { describe, expect, test } from 'vitest';
import type { TimeZone } from '../../primitives/time.ts';
import { ACCESS, CART, describeCheckout, describeWords, SUBSCRIPTION } from '../checkout.suite.ts';
import { EXAMPLE_CLICK_ID } from '../example.ts';
import { recogniseCheckout } from '../map-checkout.ts';
import { mapping } from './mapping.ts';

describeWords(
  'eduzz',
  'event',
  {
    pending: [
      'myeduzz.invoice_opened',
      'myeduzz.invoice_waiting_payment',
      'myeduzz.invoice_scheduled',
      'myeduzz.invoice_processing',
      'myeduzz.invoice_analysing',
      'myeduzz.invoice_waiting_documents',
      'myeduzz.invoice_recovering',
      'myeduzz.invoice_overdue',
      'myeduzz.invoice_negotiated',
      'myeduzz.invoice_trial',
    ],
    approved: ['myeduzz.invoice_paid'],
    refused: ['myeduzz.invoice_refused'],
    expired: ['myeduzz.invoice_expired'],
    canceled: ['myeduzz.invoice_canceled', 'myeduzz.invoice_duplicated', 'myeduzz.invoice_deleted'],
    disputed: ['myeduzz.invoice_waiting_refund'],
    no_refund_amount: ['myeduzz.invoice_partial_refund', 'myeduzz.invoice_partially_refunded'],
    refunded: ['myeduzz.invoice_refunded'],
    chargeback: ['myeduzz.invoice_chargeback'],
  },
  { 'data/status': null },
);

describeCheckout('eduzz', {
  common: {
    transactionId: '98364546',
    amount: '197.50',
    clickReferences: ['FB', EXAMPLE_CLICK_ID, 'lancamento', 'cpc'],
  },
  examples: {
    'Fatura paga': ['approved', '20 15:00', '20 15:00'],
    'Fatura aberta': ['pending', '20 14:58:01.000', '20 14:58'],
    'Aguardando pagamento': ['pending', '20 14:58:30.000', '20 14:58'],
    'Fatura cancelada': ['canceled', '21 03:00', '20 14:58'],
    Reembolso: ['refunded', '22 12:00', '20 15:00'],
    Chargeback: ['chargeback', '24 12:00', '20 15:00'],
    'Assinatura atualizada': SUBSCRIPTION,
  },
  statuses: [
    [{ event: 'myeduzz.invoice_algo' }, 'unknown_event: myeduzz.invoice_algo'],
    [{ 'data/status': 'unpaid' }, 'pending'],
    [{ event: 'myeduzz.invoice_waiting_refund', 'data/status': 'waitingRefund' }, 'disputed'],
    [{ event: 'myeduzz.invoice_refunded', 'data/status': 'partialRefund' }, 'no_refund_amount'],
    [
      { event: 'myeduzz.invoice_refunded', 'data/status': 'partialRefund', 'data/refund': { value: 30 } },
      'partially_refunded',
    ],
    [{ event: 'sun.cart_abandonment' }, CART],
    [{ event: 'nutror.lesson_watched' }, ACCESS],
    [{ event: 'MyEduzz.Contract_Created' }, SUBSCRIPTION],
    [{ event: 'eduzz.cart_abandonment' }, CART],
    [{ event: 'myeduzz.cart_abandonment' }, CART],
    [{ event: 'x.myeduzz.contract_created' }, 'unknown_event: x.myeduzz.contract_created'],
    [{ event: 'x.sun.cart_abandonment' }, 'unknown_event: x.sun.cart_abandonment'],
    [{ event: 'x.nutror.lesson' }, 'unknown_event: x.nutror.lesson'],
  ],
  words: {
    'data/status': {
      pending: [
        'open',
        'opened',
        'processing',
        'waitingpayment',
        'waiting_payment',
        'waitingdocuments',
        'analysing',
        'scheduled',
        'recovering',
        'overdue',
        'negotiated',
        'trial',
      ],
      approved: ['paid'],
      refused: ['refused'],
      expired: ['expired'],
      canceled: ['canceled', 'duplicated', 'deleted'],
      disputed: ['waitingrefund', 'waiting_refund'],
      no_refund_amount: ['partialrefund', 'partial_refund'],
      refunded: ['refunded'],
      chargeback: ['chargeback'],
    },
  },
  readings: [
    [{ 'data/id': null, 'data/transaction': { id: 'T1' } }, { transactionId: 'T1' }],
    [{ 'data/id': null, transaction: { id: 'T2' } }, { transactionId: 'T2' }],
    [{ 'data/price': null }, { amount: '219.90', currency: 'BRL' }],
    [
      { 'data/price': null, 'data/paid': { value: 1, currency: 'USD' } },
      { amount: '1.00', currency: 'USD' },
    ],
    [{ 'data/price/currency': 'EUR' }, { currency: 'EUR' }],
    [{ 'data/paidAt': null }, { eventTime: '2026-11-20T15:00:02.000Z', conversionTime: '2026-11-20T15:00:02.000Z' }],
    [
      { 'data/paidAt': null, sentDate: null },
      { eventTime: null, conversionTime: '2026-11-20T14:58:00.000Z' },
    ],
    [
      { event: 'myeduzz.invoice_partial_refund', 'data/status': null, 'data/refund': { value: 30 } },
      { status: 'partially_refunded', refundAmount: '30.00' },
    ],
    [
      { event: 'myeduzz.invoice_refunded', 'data/status': 'refunded', 'data/refundedAt': '2026-11-22T09:00:00Z' },
      { eventTime: '2026-11-22T09:00:00.000Z' },
    ],
    [
      {
        'data/items': [
          { productId: 'b', name: 'Livro', isBump: true },
          { productId: 'm', name: 'Curso X', isBump: false, coupon: { key: 'DEZ' } },
        ],
      },
      {
        sold: expect.objectContaining({
          ...{
            productId: 'm',
            productName: 'Curso X',
            products: ['Curso X', 'Livro'],
            coupon: 'DEZ',
            interest: '22.40',
          },
        }),
      },
    ],
    [
      { 'data/paid': { currency: 'USD', value: 219.9 } },
      { amount: '197.50', sold: expect.objectContaining({ interest: null }) },
    ],
  ],
});

describe('the postback of Eduzz before version 3', () => {
  const postback = {
    ...{ type: 'invoice', trans_cod: '98364546', trans_status: '3', trans_value: '197.50', trans_paid: '219.90' },
    ...{ trans_currency: 'BRL', trans_paymentmethod: '15', trans_createdate: '20261120', trans_createtime: '11:58:00' },
    ...{ trans_paiddate: '2026-11-20', trans_paidtime: '12:00:00', product_cod: '3027605', product_name: 'Curso X' },
    ...{ tracker_trk: EXAMPLE_CLICK_ID, tracker_utm_source: 'FB', tracker_utm_campaign: 'lancamento' },
    ...{ eduzz_value: '19.75', pro_value: '177.75', discount_coupon_code: 'DEZ', aff_cod: '77' },
  };
  const context = { timeZone: 'Asia/Tokyo' as TimeZone, receivedAtMs: Date.parse('2026-11-29T00:00:00Z') };
  const map = (fields: object = {}) => mapping.map({ ...postback, ...fields }, context);

  test('is read with amount, interest, fee, click and the time of São Paulo', () => {
    expect(recogniseCheckout(postback, 'generic')).toBe('eduzz');
    expect(map()).toMatchObject({
      conversion: {
        ...{ checkout: 'eduzz', transactionId: '98364546', status: 'approved', amount: '197.50', currency: 'BRL' },
        ...{ eventTime: '2026-11-20T15:00:00.000Z', conversionTime: '2026-11-20T15:00:00.000Z' },
        clickReferences: expect.arrayContaining([EXAMPLE_CLICK_ID]),
        utm: { utm_source: 'FB', utm_campaign: 'lancamento' },
        sold: {
          ...{ productId: '3027605', productName: 'Curso X', paymentMethod: 'credit_card', interest: '22.40' },
          ...{ gatewayFee: '19.75', netToSeller: '177.75', coupon: 'DEZ', affiliate: '77', kind: null },
        },
      },
    });
    expect(map({ trans_paiddate: '', recurrence_count: '3' })).toMatchObject({
      conversion: { conversionTime: '2026-11-20T14:58:00.000Z', sold: { kind: 'renewal', recurrence: 3 } },
    });
  });

  test.each([
    ['1', 'pending'],
    ['4', 'canceled'],
    ['6', 'disputed'],
    ['7', 'refunded'],
    ['9', 'canceled'],
    ['10', 'expired'],
    ['11', 'pending'],
    ['15', 'pending'],
    ['99', 'pending'],
  ])('reads the status %s as %s', (trans_status, status) => {
    expect(map({ trans_status })).toMatchObject({ conversion: { status } });
  });

  test('is no sale without a value, or of an abandoned cart', () => {
    expect(map({ trans_value: null, trans_paid: null })).toEqual({ kind: 'invalid', reason: { code: 'no_amount' } });
    const cart = { type: 'abandonment', cartAccessedAt: '2026-11-20T14:17:44Z', product: { id: '1' } };
    expect([recogniseCheckout(cart), mapping.map(cart, context)]).toEqual([
      'eduzz',
      { kind: 'ignored', reason: { code: 'abandoned_cart' } },
    ]);
  });
});

test('knows a body of Eduzz by the family of its event', () => {
  for (const event of ['myeduzz.a', 'eduzz.a', 'sun.a', 'nutror.a', 'SUN.a'])
    expect(mapping.matches({ event })).toBe(true);
  for (const event of ['myeduzz', 'x.eduzz.a', 'sunday', '']) expect(mapping.matches({ event })).toBe(false);
});
