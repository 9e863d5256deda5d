import { expect, test } from 'vitest';
import { CART, describeCheckout } from '../checkout.suite.ts';
import { EXAMPLES } from '../generated/examples.ts';
import { mapping as hotmart } from '../hotmart/mapping.ts';
import { mapping } from './mapping.ts';

describeCheckout('evermart', {
  common: { transactionId: 'PAY-59995KJ4CY43', amount: '147.00' },
  examples: {
    'Compra aprovada': ['approved', '20 15:00', '20 15:00'],
    'Boleto impresso': ['pending', '20 14:58', '20 14:58'],
    'Compra cancelada': ['canceled', '20 15:00', '20 15:00'],
    Reembolso: ['refunded', '20 15:00', '20 15:00'],
    'Carrinho abandonado': CART,
    Chargeback: ['chargeback', '20 15:00', '20 15:00'],
  },
  statuses: [
    [{ status: 'completed' }, 'completed'],
    [{ status: 'wayting_payment' }, 'pending'],
    [{ status: 'dispute' }, 'disputed'],
    [{ status: 'blocked' }, 'refused'],
    [{ status: 'algo_novo' }, 'unknown_status: algo_novo'],
  ],
  readings: [
    [
      { coupon_code: 'DEZ' },
      { sold: expect.objectContaining({ coupon: 'DEZ', gatewayFee: '7.34', netToSeller: '125.70' }) },
    ],
  ],
});

test('takes from Hotmart only what names Evermart', () => {
  const { payment_engine: _engine, ...body } = EXAMPLES.evermart[0]!.body;
  expect([mapping.matches(body), hotmart.matches(body)]).toEqual([false, true]);
  expect(hotmart.matches(EXAMPLES.evermart[0]!.body)).toBe(false);
});
