import { expect, test } from 'vitest';
import { CART, describeCheckout, describeWords, utms } from '../checkout.suite.ts';
import { mapping } from './mapping.ts';

describeWords('perfect-pay', 'sale_status_enum_key', {
  [CART]: ['precheckout', '12'],
});

const soldWith = (fields: object) => ({ sold: expect.objectContaining(fields) });

describeCheckout('perfect-pay', {
  common: { transactionId: 'PPCPMTB5H72794', amount: '39.90', clickReferences: utms('FB') },
  examples: {
    'Venda aprovada': ['approved', '20 15:00', '20 15:00'],
    Pendente: ['pending', '20 14:58', '20 14:58'],
    Recusada: ['refused', '20 14:58', '20 14:58'],
    Reembolso: ['refunded', null, '20 15:00'],
    Chargeback: ['chargeback', null, '20 15:00'],
    Completa: ['completed', '20 15:00', '20 15:00'],
    'Pré-checkout': CART,
  },
  statuses: [
    [{ sale_status_enum_key: 'disapproved' }, 'pending'],
    [{ sale_status_enum_key: null, sale_status_enum: '7' }, 'refunded'],
    [{ sale_status_enum_key: 'in_mediation' }, 'disputed'],
    [{ sale_status_enum_key: null, sale_status_enum: 12 }, CART],
  ],
  words: {
    sale_status_enum_key: {
      pending: ['none', 'pending', 'in_process', 'authorized', 'in_review', '0', '1', '3', '8', '16'],
      approved: ['approved', '2'],
      completed: ['completed', '10'],
      disputed: ['in_mediation', '4', 'pre_chargeback', '17', 'pre_refunded', '18'],
      refused: ['rejected', 'checkout_error', '5', '11'],
      canceled: ['cancelled', 'canceled', '6'],
      expired: ['expired', '13'],
      refunded: ['refunded', '7'],
      chargeback: ['charged_back', 'chargeback', '9'],
    },
  },
  readings: [
    [{ currency_enum_key: 'USD' }, { currency: 'USD' }],
    [{ date_approved: null }, { eventTime: '2026-11-20T14:58:00.000Z', conversionTime: '2026-11-20T14:58:00.000Z' }],
    [
      {
        commission: [
          { affiliation_type_enum: 0, commission_amount: 4 },
          { affiliation_type_enum: 1, commission_amount: 35.9 },
        ],
      },
      soldWith({ gatewayFee: '4.00', netToSeller: '35.90' }),
    ],
    [
      { sale_amount: 197, installments: 12, installment_amount: 20.37 },
      { amount: '197.00', ...soldWith({ interest: '47.44' }) },
    ],
    // Nothing on top but rounding, or no instalments at all.
    [{ sale_amount: 100, installments: 3, installment_amount: 33.34 }, soldWith({ interest: null })],
    [{ sale_amount: 100, installments: 3, installment_amount: 33.33 }, soldWith({ interest: null })],
    [{ sale_amount: 100, installments: 1, installment_amount: 120 }, soldWith({ interest: null })],
    [
      { payment_format_enum_key: 'orderbump', original_code: 'PP1' },
      soldWith({ kind: 'bump', parentTransactionId: 'PP1' }),
    ],
    [{ payment_format_enum_key: 'upsell' }, soldWith({ kind: 'upsell' })],
    [
      { payment_format_enum_key: 'regular', subscription: { charges_made: 3 } },
      soldWith({ kind: 'renewal', recurrence: 3 }),
    ],
    [{ subscription: { charges_made: 1 } }, soldWith({ kind: null, recurrence: 1 })],
    [{ payment_type_enum_key: null, payment_type_enum: 2 }, soldWith({ paymentMethod: 'boleto' })],
    [{ payment_type_enum_key: null, payment_type_enum: 7 }, soldWith({ paymentMethod: 'pix' })],
  ],
});

test('knows a body of Perfect Pay by its code and its status as number or word', () => {
  expect(mapping.matches({ code: 'c', sale_status_enum: 2 })).toBe(true);
  expect(mapping.matches({ code: 'c', sale_status_enum_key: 'approved' })).toBe(true);
  expect(mapping.matches({ code: 'c' })).toBe(false);
  expect(mapping.matches({ sale_status_enum: 2 })).toBe(false);
});
