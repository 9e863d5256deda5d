import { expect, test } from 'vitest';
import {
  CART,
  describeExamples,
  describeReadings,
  describeStatuses,
  describeWords,
  SUBSCRIPTION,
  utms,
} from '../checkout.suite.ts';
import { mapping } from './mapping.ts';

describeExamples('ticto', {
  common: { transactionId: 'TOC1A2B3C4D', amount: '197.00', clickReferences: utms('FB') },
  examples: {
    'Venda realizada': ['approved', '20 15:00', '20 15:00'],
    'Pix gerado': ['pending', '20 14:58', '20 14:58'],
    'Venda recusada': ['refused', '20 14:58:20.000', '20 14:58'],
    Reembolso: ['refunded', '22 12:00', '20 14:58'],
    Chargeback: ['chargeback', '24 12:00', '20 14:58'],
    'Assinatura cancelada': SUBSCRIPTION,
  },
});

describeStatuses('ticto', [
  [{ status: 'unauthorized' }, 'pending'],
  [{ status: 'AUTHORIZED' }, 'approved'],
  [{ status: 'claimed' }, 'disputed'],
  [{ status: 'abandoned_cart' }, CART],
]);

describeWords('ticto', 'status', {
  approved: ['authorized', 'approved'],
  pending: ['waiting_payment', 'pix_created', 'bank_slip_created', 'bank_slip_delayed'],
  expired: ['pix_expired', 'bank_slip_expired', 'expired'],
  refused: ['refused'],
  canceled: ['canceled'],
  disputed: ['claimed'],
  refunded: ['refunded'],
  partially_refunded: ['partially_refunded'],
  chargeback: ['chargeback'],
});

describeWords('ticto', 'status', {
  [CART]: ['abandoned_cart'],
  [SUBSCRIPTION]: [
    'close',
    'all_charges_paid',
    'card_exchanged',
    'extended',
    'subscription_canceled',
    'subscription_delayed',
    'trial',
    'trial_started',
    'trial_ended',
    'uncanceled',
  ],
});

const soldOf = (kind: string | null, recurrence: number | null, coupon: string | null) => ({
  sold: expect.objectContaining({ kind, recurrence, coupon }),
});

describeReadings('ticto', [
  [{ 'order/currency': 'USD' }, { currency: 'USD' }],
  [{ currency: 'EUR' }, { currency: 'EUR' }],
  [
    { query_params: { xcod: 'mc_c1_1763650800001000001' } },
    { clickReferences: expect.arrayContaining(['mc_c1_1763650800001000001']) },
  ],
  [{ 'item/coupon_name': 'VIP10', subscriptions: [{ id: 1, successful_charges: 1 }] }, soldOf(null, 1, 'VIP10')],
  [{ subscriptions: [{ id: 1, successful_charges: 3 }] }, soldOf('renewal', 3, null)],
  [{ status: 'refused', subscriptions: [{ id: 1, successful_charges: 3 }] }, soldOf(null, null, null)],
  [{ status_date: null }, { eventTime: null, conversionTime: '2026-11-20T14:58:00.000Z' }],
  [{ status: 'pix_created', status_date: null }, { eventTime: '2026-11-20T14:58:00.000Z' }],
  [
    { status: 'partially_refunded', 'order/refunded_amount': 3000 },
    { amount: '197.00', refundAmount: '30.00' },
  ],
]);

test('knows a body of Ticto by its order, or by a silent status and its token', () => {
  expect(mapping.matches({ status: 'algo', order: { hash: 'h' } })).toBe(true);
  expect(mapping.matches({ order: { hash: 'h' } })).toBe(false);
  expect(mapping.matches({ status: 'trial', token: 't' })).toBe(true);
  expect(mapping.matches({ status: 'trial' })).toBe(false);
  expect(mapping.matches({ status: 'algo', token: 't' })).toBe(false);
});
