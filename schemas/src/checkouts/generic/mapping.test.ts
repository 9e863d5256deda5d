import { CART, change, describeCheckout, PING, SUBSCRIPTION } from '../checkout.suite.ts';

describeCheckout('generic', {
  common: { transactionId: 'TESTE-1001', amount: '97.90' },
  examples: {
    'Compra aprovada': ['approved', '20 15:00', '20 15:00'],
    'Aguardando pagamento': ['pending', '20 14:58', null],
    'Reembolso parcial': ['partially_refunded', '21 13:00', null, change({ refundAmount: '30.00' })],
    Reembolso: ['refunded', '22 12:00', null],
    Chargeback: ['chargeback', '24 12:00', null],
    'Chargeback revertido': ['chargeback_reversed', '28 12:00', null],
    Lead: ['approved', null, null, change({ transactionId: null, conversionType: 'lead', amount: '0.00' })],
  },
  statuses: [
    [{ status: 'unpaid' }, 'unknown_status: unpaid'],
    [{ status: 'toString' }, 'unknown_status: toString'],
    [{ status: undefined, event: 'PURCHASE_REFUNDED' }, 'refunded'],
    [{ status: undefined, event: 'paid' }, 'approved'],
    [{ status: undefined, event: 'algo_novo' }, 'unknown_event: algo_novo'],
    [{ event: 'abandoned_cart' }, CART],
    [{ event: 'subscription_canceled' }, SUBSCRIPTION],
    [{ event: 'ping' }, 'platform_ping'],
  ],
  words: {
    status: {
      pending: ['pending', 'waiting_payment'],
      approved: ['approved', 'paid'],
      completed: ['completed'],
      canceled: ['canceled', 'cancelled'],
      expired: ['expired'],
      refused: ['refused'],
      refunded: ['refunded'],
      no_refund_amount: ['partially_refunded'],
      chargeback: ['chargeback'],
      chargeback_reversed: ['chargeback_reversed'],
      disputed: ['disputed'],
    },
    event: {
      [PING]: ['ping', 'test', 'webhook_test'],
      [CART]: [
        'abandoned_cart',
        'cart_abandoned',
        'checkout_abandoned',
        'checkout_abandonment',
        'purchase_out_of_shopping_cart',
      ],
      [SUBSCRIPTION]: [
        'subscription_canceled',
        'subscription_cancelled',
        'subscription_cancellation',
        'subscription_expired',
      ],
    },
  },
});
