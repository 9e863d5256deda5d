import { expect } from 'vitest';
import { ACCESS, CART, describeCheckout, describeWords, SUBSCRIPTION } from '../checkout.suite.ts';
import { EXAMPLE_CLICK_ID } from '../example.ts';

describeWords(
  'hubla',
  'event/invoice/status',
  {
    pending: ['draft', 'pending', 'unpaid'],
    approved: ['paid'],
    refused: ['failed'],
    expired: ['expired'],
    canceled: ['canceled', 'void'],
    disputed: ['disputed'],
    refunded: ['refunded'],
    partially_refunded: ['partially_refunded'],
    chargeback: ['chargeback', 'charged_back'],
  },
  { type: 'invoice.status_updated' },
);

describeWords(
  'hubla',
  'type',
  {
    pending: ['invoice.created'],
    approved: ['invoice.payment_succeeded'],
    refused: ['invoice.payment_failed'],
    expired: ['invoice.expired'],
    refunded: ['invoice.refunded'],
    chargeback: ['invoice.chargeback', 'invoice.charged_back'],
  },
  { 'event/invoice/status': null },
);

describeCheckout('hubla', {
  common: {
    transactionId: '7614b1bb-1d1a-43ba-890c-50d74216eb56',
    amount: '960.00',
    clickReferences: ['FB', 'lancamento', EXAMPLE_CLICK_ID, 'paid'],
  },
  examples: {
    'Pagamento realizado': ['approved', '20 15:00', '20 15:00'],
    'Fatura criada': ['pending', '20 14:57:59.000', '20 15:00'],
    'Status atualizado': ['approved', '20 15:00', '20 15:00'],
    'Pagamento falhou': ['refused', '20 14:57:59.000', '20 15:00'],
    Reembolso: ['refunded', '22 12:00', '20 15:00'],
    Chargeback: ['chargeback', '24 12:00', '20 15:00'],
    'Carrinho abandonado': CART,
  },
  statuses: [
    [{ type: 'invoice.status_updated', 'event/invoice/status': 'UNPAID' }, 'pending'],
    [{ type: 'invoice.algo' }, 'unknown_event: invoice.algo'],
    [{ type: 'subscription.activated' }, SUBSCRIPTION],
    [{ type: 'customer.member_added' }, ACCESS],
  ],
  readings: [
    [
      { 'event/invoice/amount/installmentFeeCents': 12_000, 'event/invoice/amount/totalCents': 108_000 },
      { amount: '960.00', sold: expect.objectContaining({ interest: '120.00' }) },
    ],
    [
      {
        'event/invoice/receivers': [
          { role: 'seller', totalCents: 100 },
          { role: 'platform', totalCents: 9_458 },
        ],
        'event/products': [{ name: 'Curso X' }, { name: 'Livro' }],
      },
      {
        sold: expect.objectContaining({ gatewayFee: '94.58', netToSeller: '1.00', products: ['Curso X', 'Livro'] }),
      },
    ],
  ],
});
