import { expect, test } from 'vitest';
import { CART, describeExamples, describeReadings, describeStatuses, describeWords, utms } from '../checkout.suite.ts';
import { mapping } from './mapping.ts';

describeExamples('perfect-pay', {
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
});

describeStatuses('perfect-pay', [
  [{ sale_status_enum_key: 'disapproved' }, 'pending'],
  [{ sale_status_enum_key: null, sale_status_enum: '7' }, 'refunded'],
  [{ sale_status_enum_key: 'in_mediation' }, 'disputed'],
]);

describeWords('perfect-pay', 'sale_status_enum_key', {
  pending: ['none', 'pending', 'in_process', 'authorized', 'in_review', '0', '1', '3', '8', '16'],
  approved: ['approved', '2'],
  completed: ['completed', '10'],
  disputed: ['in_mediation', '4'],
  refused: ['rejected', 'checkout_error', '5', '11'],
  canceled: ['cancelled', 'canceled', '6'],
  expired: ['expired', '13'],
  refunded: ['refunded', '7'],
  chargeback: ['charged_back', 'chargeback', '9'],
});

describeWords('perfect-pay', 'sale_status_enum_key', {
  [CART]: ['precheckout', '12'],
});

describeReadings('perfect-pay', [
  [{ currency_enum_key: 'USD' }, { currency: 'USD' }],
  [{ date_approved: null }, { eventTime: '2026-11-20T14:58:00.000Z', conversionTime: '2026-11-20T14:58:00.000Z' }],
]);

describeStatuses('perfect-pay', [[{ sale_status_enum_key: null, sale_status_enum: 12 }, CART]]);

test('knows a body of Perfect Pay by its code and its status as number or word', () => {
  expect(mapping.matches({ code: 'c', sale_status_enum: 2 })).toBe(true);
  expect(mapping.matches({ code: 'c', sale_status_enum_key: 'approved' })).toBe(true);
  expect(mapping.matches({ code: 'c' })).toBe(false);
  expect(mapping.matches({ sale_status_enum: 2 })).toBe(false);
});
