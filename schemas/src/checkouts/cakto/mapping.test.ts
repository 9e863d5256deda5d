import { CART, describeExamples, describeStatuses, SUBSCRIPTION, utms } from '../checkout.suite.ts';

describeExamples('cakto', {
  sale: {
    transactionId: '1f1c81d2-088a-412d-8bb7-3d5269d64f58',
    amount: '90.00',
    clickReferences: utms('FB'),
  },
  examples: {
    'Compra aprovada': ['approved', '20 15:00:00.575', '20 15:00:00.575'],
    'Pix gerado': ['pending', '20 14:58:00.022', '20 14:58:00.022'],
    'Compra recusada': ['refused', '20 14:58:00.022', '20 14:58:00.022'],
    Reembolso: ['refunded', '22 12:00', '20 15:00:00.575'],
    Chargeback: ['chargeback', '24 12:00', '20 15:00:00.575'],
    'Abandono de checkout': CART,
  },
});

describeStatuses('cakto', [
  [{ 'data/status': 'unpaid' }, 'pending'],
  [{ event: 'subscription_renewed' }, 'approved'],
  [{ event: 'subscription_canceled' }, SUBSCRIPTION],
  [{ event: 'purchase_unapproved' }, 'unknown_event: purchase_unapproved'],
]);
