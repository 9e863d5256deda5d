import { expect, test } from 'vitest';
import { change, describeCheckout, NO_CONVERSION, SUBSCRIPTION, utms } from '../checkout.suite.ts';
import { EXAMPLE_CLICK_ID } from '../example.ts';
import { mapping } from './mapping.ts';

describeCheckout('appmax', {
  common: { transactionId: '12844', amount: '267.48', clickReferences: ['sck', EXAMPLE_CLICK_ID] },
  examples: {
    'Pedido aprovado': ['approved', null, null],
    'Pix gerado': ['pending', null, null],
    'Pix pago': ['approved', null, null],
    'Pix expirado': ['expired', null, null],
    'Pedido estornado': ['refunded', null, null],
    'Chargeback em tratativa': ['disputed', null, null],
    'Pedido aprovado, plano': ['approved', null, null, change({ clickReferences: utms() })],
    'Cliente criado': NO_CONVERSION,
  },
  statuses: [
    [{ event: 'OrderPartialRefund' }, 'unknown_event: orderpartialrefund'],
    // The oldest form: an approval without a total is no conversion of R$ 0,00.
    [{ event: 'order_paid', event_type: 'order', data: { order_id: 12844 } }, 'no_amount'],
    [{ event: 'order_refund', event_type: 'order', data: { order_id: 12844 } }, 'refunded'],
    [{ 'data/total': 'x' }, 'invalid_amount'],
  ],
  words: {
    event: {
      approved: ['OrderApproved', 'order_approved', 'OrderPaid', 'OrderPaidByPix', 'OrderIntegrated', 'OrderUpSold'],
      pending: [
        ...['OrderAuthorized', 'order_authorized_with_delay', 'payment_authorized_with_delay', 'OrderBilletCreated'],
        ...['OrderPixCreated', 'OrderPendingIntegration'],
      ],
      expired: ['OrderBilletOverdue', 'OrderPixExpired'],
      refused: ['payment_not_authorized', 'PaymentNotAuthorized | Reason: Não autorizado'],
      refunded: ['OrderRefund'],
      disputed: ['OrderChargeBackInTreatment', 'order_chargeback_in_treatment'],
      [SUBSCRIPTION]: [
        ...['CreatedSubscription', 'SubscriptionCancellationEvent', 'SubscriptionDelayedEvent'],
        ...['subscription_cancelation', 'subscription_delayed'],
      ],
      [NO_CONVERSION]: ['CustomerCreated', 'CustomerInterested', 'CustomerContacted', 'split_orders'],
    },
  },
  readings: [
    [{ data: { order_id: 5, order_total: 0 } }, { transactionId: '5', amount: '0.00' }],
    [{ event: 'OrderUpSold' }, { sold: expect.objectContaining({ kind: 'upsell' }) }],
  ],
});

test('knows a body of Appmax by the name of its event', () => {
  expect(mapping.matches({ event: 'OrderPaid', data: {} })).toBe(true);
  expect(mapping.matches({ event: 'order_pix_expired', data: {} })).toBe(true);
  expect(mapping.matches({ event: 'OrderChargeBackGain', data: {} })).toBe(true);
  expect(mapping.matches({ event: 'OrderPaid' })).toBe(false);
  expect(mapping.matches({ event: 'order.paid', data: {} })).toBe(false);
});
