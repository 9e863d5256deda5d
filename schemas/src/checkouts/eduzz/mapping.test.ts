import { ACCESS, CART, describeExamples, describeStatuses, describeWords, SUBSCRIPTION } from '../checkout.suite.ts';
import { EXAMPLE_CLICK_ID } from '../example.ts';

describeExamples('eduzz', {
  sale: {
    transactionId: '98364546',
    amount: '197.50',
    clickReferences: ['FB', EXAMPLE_CLICK_ID, 'lancamento', 'cpc'],
  },
  examples: {
    'Fatura paga': ['approved', '20 15:00', '20 15:00'],
    'Fatura aberta': ['pending', '20 14:58:01.000', '20 14:58'],
    'Aguardando pagamento': ['pending', '20 14:58:30.000', '20 14:58'],
    'Fatura cancelada': ['canceled', '21 03:00', '20 14:58'],
    Reembolso: ['refunded', '22 12:00', '20 15:00'],
    Chargeback: ['chargeback', '24 12:00', '20 15:00'],
    'Assinatura atualizada': SUBSCRIPTION,
  },
});

describeStatuses('eduzz', [
  [{ event: 'myeduzz.invoice_algo' }, 'unknown_event: myeduzz.invoice_algo'],
  [{ 'data/status': 'unpaid' }, 'pending'],
  [{ event: 'myeduzz.invoice_waiting_refund', 'data/status': 'waitingRefund' }, 'disputed'],
  [{ event: 'myeduzz.invoice_refunded', 'data/status': 'partialRefund' }, 'partially_refunded'],
  [{ event: 'sun.cart_abandonment' }, CART],
  [{ event: 'nutror.lesson_watched' }, ACCESS],
]);

describeWords(
  'eduzz',
  'event',
  {
    pending: [
      'myeduzz.invoice_opened',
      'myeduzz.invoice_waiting_payment',
      'myeduzz.invoice_scheduled',
      'myeduzz.invoice_processing',
      'myeduzz.invoice_analysing',
      'myeduzz.invoice_waiting_documents',
      'myeduzz.invoice_recovering',
      'myeduzz.invoice_overdue',
      'myeduzz.invoice_negotiated',
      'myeduzz.invoice_trial',
    ],
    approved: ['myeduzz.invoice_paid'],
    refused: ['myeduzz.invoice_refused'],
    expired: ['myeduzz.invoice_expired'],
    canceled: ['myeduzz.invoice_canceled', 'myeduzz.invoice_duplicated', 'myeduzz.invoice_deleted'],
    disputed: ['myeduzz.invoice_waiting_refund'],
    partially_refunded: ['myeduzz.invoice_partial_refund', 'myeduzz.invoice_partially_refunded'],
    refunded: ['myeduzz.invoice_refunded'],
    chargeback: ['myeduzz.invoice_chargeback'],
  },
  { 'data/status': null },
);

describeWords('eduzz', 'data/status', {
  pending: [
    'open',
    'opened',
    'processing',
    'waitingpayment',
    'waiting_payment',
    'waitingdocuments',
    'analysing',
    'scheduled',
    'recovering',
    'overdue',
    'negotiated',
    'trial',
  ],
  approved: ['paid'],
  refused: ['refused'],
  expired: ['expired'],
  canceled: ['canceled', 'duplicated', 'deleted'],
  disputed: ['waitingrefund', 'waiting_refund'],
  partially_refunded: ['partialrefund', 'partial_refund'],
  refunded: ['refunded'],
  chargeback: ['chargeback'],
});
