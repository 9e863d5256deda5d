import { describeExamples, describeStatuses, describeWords, utms } from '../checkout.suite.ts';

describeExamples('orders', {
  sale: {
    transactionId: 'PEDIDO-7781',
    amount: '197.00',
    clickReferences: utms(
      'Lançamento|238470000000',
      'Vídeo 1|238470000002',
      'Frio|238470000001',
      'FB',
      'Instagram_Feed',
    ),
  },
  examples: {
    'Pix pago': ['approved', '20 15:00', '20 15:00'],
    'Pix gerado': ['pending', '20 14:58', '20 14:58'],
    Recusado: ['refused', '20 14:58', '20 14:58'],
    Reembolso: ['refunded', '22 12:00', '20 15:00'],
    Chargeback: ['chargeback', '24 12:00', '20 15:00'],
  },
});

describeStatuses('orders', [
  [{ status: 'UNPAID' }, 'pending'],
  [{ status: 'PAID' }, 'approved'],
  [{ status: 'chargedback' }, 'chargeback'],
]);

describeWords('orders', 'status', {
  pending: ['waiting_payment', 'pending'],
  approved: ['paid', 'approved'],
  refused: ['refused'],
  canceled: ['canceled', 'cancelled'],
  expired: ['expired'],
  refunded: ['refunded'],
  chargeback: ['chargedback', 'chargeback'],
});
