import { CART, describeExamples, describeStatuses, describeWords, SUBSCRIPTION, utms } from '../checkout.suite.ts';

describeExamples('ticto', {
  sale: { transactionId: 'TOC1A2B3C4D', amount: '197.00', clickReferences: utms('FB') },
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
