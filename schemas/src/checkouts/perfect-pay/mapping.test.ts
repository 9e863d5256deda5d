import { CART, describeExamples, describeStatuses, utms } from '../checkout.suite.ts';

describeExamples('perfect-pay', {
  sale: { transactionId: 'PPCPMTB5H72794', amount: '39.90', clickReferences: utms('FB') },
  examples: {
    'Venda aprovada': ['approved', '20 15:00', '20 15:00'],
    Pendente: ['pending', '20 14:58', '20 14:58'],
    Recusada: ['refused', '20 14:58', '20 14:58'],
    Reembolso: ['refunded', null, '20 15:00'],
    Chargeback: ['chargeback', null, '20 15:00'],
    Completa: ['completed', '20 15:00', '20 15:00'],
    'Pré-checkout': CART,
  },
});

describeStatuses('perfect-pay', [
  [{ sale_status_enum_key: 'disapproved' }, 'pending'],
  [{ sale_status_enum_key: null, sale_status_enum: '7' }, 'refunded'],
  [{ sale_status_enum_key: 'in_mediation' }, 'disputed'],
]);
