import { CART, describeExamples, describeStatuses, SUBSCRIPTION, utms } from '../checkout.suite.ts';

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
