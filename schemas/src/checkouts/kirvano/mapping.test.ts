import { CART, describeExamples, describeStatuses, describeWords, SUBSCRIPTION, utms } from '../checkout.suite.ts';

describeExamples('kirvano', {
  sale: { transactionId: 'G9KXR21M', amount: '169.80', clickReferences: utms('lancamento', 'paid', 'FB') },
  examples: {
    'Compra aprovada': ['approved', '20 15:00', '20 15:00'],
    'Pix gerado': ['pending', '20 14:58', '20 14:58'],
    'Pix expirado': ['expired', null, '20 14:58'],
    'Compra recusada': ['refused', '20 14:58', '20 14:58'],
    Reembolso: ['refunded', null, '20 15:00'],
    Chargeback: ['chargeback', null, '20 15:00'],
    'Carrinho abandonado': CART,
  },
});

describeStatuses('kirvano', [
  [{ status: 'UNAPPROVED' }, 'pending'],
  [{ event: 'SUBSCRIPTION_RENEWED' }, 'approved'],
  [{ event: 'SUBSCRIPTION_EXPIRED' }, SUBSCRIPTION],
  [{ event: 'ALGO' }, 'unknown_event: ALGO'],
]);

describeWords(
  'kirvano',
  'event',
  {
    approved: ['sale_approved', 'subscription_renewed'],
    pending: ['pix_generated', 'bank_slip_generated'],
    expired: ['pix_expired', 'bank_slip_expired'],
    refused: ['sale_refused'],
    canceled: ['sale_canceled'],
    refunded: ['sale_refunded'],
    chargeback: ['sale_chargeback'],
  },
  { status: null },
);

describeWords('kirvano', 'event', {
  [CART]: ['abandoned_cart'],
  [SUBSCRIPTION]: ['subscription_canceled', 'subscription_expired'],
});

describeWords('kirvano', 'status', {
  pending: ['pending'],
  approved: ['approved'],
  refused: ['refused'],
  canceled: ['canceled'],
  expired: ['expired'],
  refunded: ['refunded'],
  partially_refunded: ['partially_refunded'],
  chargeback: ['chargeback'],
});
