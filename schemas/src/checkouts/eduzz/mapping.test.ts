import { ACCESS, CART, describeExamples, describeStatuses, SUBSCRIPTION } from '../checkout.suite.ts';
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
