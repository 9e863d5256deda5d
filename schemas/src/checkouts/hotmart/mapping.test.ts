import { ACCESS, CART, change, describeExamples, describeStatuses, SUBSCRIPTION } from '../checkout.suite.ts';

describeExamples('hotmart', {
  sale: { transactionId: 'HP16015479281022', amount: '297.00' },
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
