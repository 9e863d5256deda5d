import { CART, describeExamples, describeStatuses, SUBSCRIPTION, utms } from '../checkout.suite.ts';

describeExamples('greenn', {
  sale: { transactionId: '7788991', amount: '187.15', clickReferences: utms('FB') },
  examples: {
    'Venda paga': ['approved', '20 15:00', '20 15:00'],
    'Aguardando pagamento': ['pending', '20 14:58', '20 14:58'],
    'Venda recusada': ['refused', '20 14:58:20.000', '20 14:58'],
    Reembolso: ['refunded', '22 12:00', '20 15:00'],
    Chargeback: ['chargeback', '24 12:00', '20 15:00'],
    'Checkout abandonado': CART,
  },
});

describeStatuses('greenn', [
  [{ 'sale/status': 'unpaid' }, 'pending'],
  [{ 'sale/status': null, currentStatus: 'chargedback' }, 'chargeback'],
  [{ event: 'contractUpdated' }, SUBSCRIPTION],
]);
