import { CART, describeExamples, describeStatuses, SUBSCRIPTION, utms } from '../checkout.suite.ts';

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
