import { CART, describeExamples, describeStatuses, describeWords, SUBSCRIPTION, utms } from '../checkout.suite.ts';

describeExamples('kiwify', {
  sale: { transactionId: 'b6ba3959-30b5-44fc-a3e5-2c61e3d68ee5', amount: '50.73', clickReferences: utms('FB') },
  examples: {
    'Compra aprovada': ['approved', '20 15:00', '20 15:00'],
    'Pix gerado': ['pending', '20 14:58', '20 14:58'],
    'Compra recusada': ['refused', '20 15:00', '20 14:58'],
    Reembolso: ['refunded', '22 12:00', '20 15:00'],
    Chargeback: ['chargeback', '24 12:00', '20 15:00'],
    'Carrinho abandonado': CART,
  },
});

describeStatuses('kiwify', [
  [{ order_status: 'unpaid' }, 'pending'],
  [{ webhook_event_type: 'subscription_canceled' }, SUBSCRIPTION],
  [{ webhook_event_type: 'subscription_renewed' }, 'approved'],
  [{ webhook_event_type: undefined, order_status: 'refunded' }, 'refunded'],
  [{ webhook_event_type: 'algo_novo' }, 'unknown_event: algo_novo'],
  [{ order_status: 'refund_requested' }, 'disputed'],
]);

describeWords(
  'kiwify',
  'webhook_event_type',
  {
    approved: ['order_approved', 'compra_aprovada', 'subscription_renewed'],
    pending: ['billet_created', 'boleto_gerado', 'pix_created', 'pix_gerado'],
    refused: ['order_rejected', 'compra_recusada'],
    refunded: ['order_refunded', 'compra_reembolsada'],
    chargeback: ['chargeback'],
  },
  { order_status: null },
);

describeWords('kiwify', 'webhook_event_type', {
  [CART]: ['carrinho_abandonado', 'cart_abandoned'],
  [SUBSCRIPTION]: ['subscription_canceled', 'subscription_late'],
});

describeWords('kiwify', 'order_status', {
  approved: ['paid', 'approved'],
  pending: ['waiting_payment', 'pending', 'processing', 'authorized'],
  refused: ['refused'],
  canceled: ['canceled'],
  expired: ['expired'],
  disputed: ['refund_requested', 'pending_refund'],
  refunded: ['refunded'],
  partially_refunded: ['partially_refunded'],
  chargeback: ['chargedback', 'chargeback'],
});
