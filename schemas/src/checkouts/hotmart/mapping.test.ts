import {
  ACCESS,
  CART,
  change,
  describeExamples,
  describeStatuses,
  describeWords,
  SUBSCRIPTION,
} from '../checkout.suite.ts';

describeExamples('hotmart', {
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
});

describeStatuses('hotmart', [
  [{ event: 'purchase_approved', 'data/purchase/status': 'approved' }, 'approved'],
  [{ event: 'PURCHASE_COMPLETED', 'data/purchase/status': 'COMPLETED' }, 'completed'],
  [{ event: 'PURCHASE_REFUNDED', 'data/purchase/status': 'PARTIALLY_REFUNDED' }, 'partially_refunded'],
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
]);

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

describeWords('hotmart', 'event', {
  [CART]: ['purchase_out_of_shopping_cart'],
  [SUBSCRIPTION]: ['subscription_cancellation', 'switch_plan', 'update_subscription_charge_date'],
  [ACCESS]: ['club_first_access', 'club_module_completed'],
});

describeWords('hotmart', 'data/purchase/status', {
  approved: ['approved', 'complete', 'completed'], // the event says which approval it is
  refused: ['blocked', 'no_funds'],
  canceled: ['canceled', 'cancelled'],
  expired: ['expired'],
  chargeback: ['chargeback'],
  chargeback_reversed: ['chargeback_reversed'],
  refunded: ['refunded'],
  partially_refunded: ['partially_refunded'],
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
});
