import { expect, test } from 'vitest';
import { ACCESS, CART, change, describeCheckout, NO_CONVERSION, SUBSCRIPTION, utms } from '../checkout.suite.ts';
import { EXAMPLE_CLICK_ID } from '../example.ts';
import { mapping } from './mapping.ts';

describeCheckout('lastlink', {
  common: {
    transactionId: 'b6ba3959-30b5-44fc-a3e5-2c61e3d68ee5',
    amount: '197.00',
    clickReferences: utms('lancamento', 'FB'),
  },
  examples: {
    'Compra completa': ['approved', '20 15:00:02.000', '20 15:00'],
    'Fatura criada': ['pending', '20 14:58', '20 14:58'],
    'Fatura expirada': ['expired', '21 15:00', null],
    'Renovação paga': [
      'approved',
      '20 15:00:02.000',
      '20 15:00',
      change({ transactionId: 'c7cb3959-30b5-44fc-a3e5-2c61e3d68ee6' }),
    ],
    Reembolso: ['refunded', '22 12:00', '20 15:00'],
    Estorno: ['chargeback', '24 11:00', '20 15:00'],
    'Carrinho abandonado': CART,
  },
  statuses: [
    [{ Event: 'purchase_order_confirmed' }, 'approved'],
    [{ Event: 'Purchase_Algo' }, 'unknown_event: Purchase_Algo'],
  ],
  words: {
    Event: {
      approved: ['Purchase_Order_Confirmed', 'Recurrent_Payment'],
      pending: ['Purchase_Request_Confirmed'],
      expired: ['Purchase_Request_Expired'],
      canceled: ['Purchase_Request_Canceled'],
      disputed: ['Refund_Requested'],
      refunded: ['Payment_Refund'],
      chargeback: ['Payment_Chargeback'],
      [CART]: ['Abandoned_Cart'],
      [NO_CONVERSION]: ['Refund_Period_Over'],
      [SUBSCRIPTION]: ['Subscription_Canceled', 'Subscription_Expired', 'Subscription_Renewal_Pending'],
      [ACCESS]: [
        ...['Subscription_Product_Access', 'Product_Access_Started', 'Product_Access_Ended'],
        'Active_Member_Notification',
      ],
    },
  },
  readings: [
    [{ 'Data/Purchase/Price': { Value: '1.297,50', Currency: 'USD' } }, { amount: '1297.50', currency: 'USD' }],
    [{ IsTest: true }, { isTest: true }],
    [{ 'Data/Purchase/PaymentDate': null }, { conversionTime: '2026-11-20T15:00:02.000Z' }],
    [{ 'Data/Utm': { Src: EXAMPLE_CLICK_ID } }, { clickReferences: [EXAMPLE_CLICK_ID] }],
    [{ 'Data/Utm': { UtmContent: EXAMPLE_CLICK_ID } }, { clickReferences: [EXAMPLE_CLICK_ID] }],
    [{ 'Data/Purchase/IsUpsell': true }, { sold: expect.objectContaining({ kind: 'upsell' }) }],
  ],
});

test('knows a body of Lastlink by the capitals of its envelope', () => {
  expect(mapping.matches({ Event: 'Anything', Data: {} })).toBe(true);
  expect(mapping.matches({ event: 'Purchase_Order_Confirmed', data: {} })).toBe(false);
  expect(mapping.matches({ Event: 'Purchase_Order_Confirmed' })).toBe(false);
});
