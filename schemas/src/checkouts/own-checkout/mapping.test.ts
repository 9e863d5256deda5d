import { describeCheckout } from '../checkout.suite.ts';

describeCheckout('own-checkout', {
  common: { transactionId: 'TESTE-1001', amount: '497.00' },
  examples: {
    'Compra aprovada': ['approved', null, null],
    'Aguardando pagamento': ['pending', '20 14:58', '20 14:58'],
    Reembolso: ['refunded', '22 12:00', null],
    Chargeback: ['chargeback', '24 12:00', null],
  },
  statuses: [
    [{ status: 'UNPAID' }, 'unknown_status: UNPAID'],
    [{ status: 'dispute' }, 'unknown_status: dispute'],
    [{ status: 'Paid' }, 'approved'],
  ],
});
