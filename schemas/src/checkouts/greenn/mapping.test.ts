import { CART, describeCheckout, SUBSCRIPTION, utms } from '../checkout.suite.ts';

describeCheckout('greenn', {
  common: { transactionId: '7788991', amount: '187.15', clickReferences: utms('FB') },
  examples: {
    'Venda paga': ['approved', '20 15:00', '20 15:00'],
    'Aguardando pagamento': ['pending', '20 14:58', '20 14:58'],
    'Venda recusada': ['refused', '20 14:58:20.000', '20 14:58'],
    Reembolso: ['refunded', '22 12:00', '20 15:00'],
    Chargeback: ['chargeback', '24 12:00', '20 15:00'],
    'Checkout abandonado': CART,
  },
  statuses: [
    [{ 'sale/status': 'unpaid' }, 'pending'],
    [{ 'sale/status': null, currentStatus: 'chargedback' }, 'chargeback'],
    [{ event: 'contractUpdated' }, SUBSCRIPTION],
  ],
  words: {
    'sale/status': {
      pending: ['created', 'pending', 'waiting_payment', 'unpaid'],
      approved: ['paid', 'approved'],
      completed: ['completed'],
      refused: ['refused'],
      expired: ['expired'],
      canceled: ['canceled'],
      disputed: ['dispute'],
      refunded: ['refunded'],
      partially_refunded: ['partially_refunded'],
      chargeback: ['chargedback', 'chargeback'],
    },
    event: {
      [SUBSCRIPTION]: ['contractupdated'],
      [CART]: ['checkoutabandoned'],
    },
  },
});
