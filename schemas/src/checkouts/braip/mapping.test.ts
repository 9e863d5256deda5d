import { expect, test } from 'vitest';
import { CART, describeCheckout, SUBSCRIPTION, utms } from '../checkout.suite.ts';
import { mapping } from './mapping.ts';

describeCheckout('braip', {
  common: { transactionId: 'ven7e1a2b3c', amount: '197.00', clickReferences: utms('FB') },
  examples: {
    'Pagamento aprovado': ['approved', '20 15:00', '20 15:00'],
    'Aguardando pagamento': ['pending', '20 14:58', '20 14:58'],
    Cancelada: ['canceled', '21 03:00', '20 14:58'],
    Devolvida: ['refunded', '22 12:00', '20 14:58'],
    Chargeback: ['chargeback', '24 12:00', '20 14:58'],
    'Carrinho abandonado': CART,
  },
  statuses: [
    [{ trans_status: 'pagamento aprovado' }, 'approved'],
    [{ trans_status: 'Pagamento não aprovado', trans_status_code: 99 }, 'pending'],
    [{ trans_status: null, trans_status_code: '4' }, 'chargeback'],
    [{ trans_key: null }, SUBSCRIPTION],
    [{ type: 'ALGO', abandonment_key: 'aban1' }, CART],
  ],
  words: {
    trans_status: {
      pending: [
        'aguardando pagamento',
        'em análise',
        'em analise',
        'em processamento',
        'parcialmente pago',
        'pagamento atrasado',
        'agendado',
        '1',
        '6',
        '8',
        '9',
        '10',
        '11',
      ],
      approved: ['pagamento aprovado', 'pagamento_aprovado', 'aprovado', '2'],
      canceled: ['cancelada', 'cancelado', 'frustrada', '3'],
      expired: ['expirado'],
      refused: ['recusado'],
      disputed: ['estorno pendente', '7'],
      refunded: ['devolvida', 'devolvido', 'reembolsado', '5'],
      chargeback: ['chargeback', '4'],
    },
    type: {
      [CART]: ['abandono', 'abandono_de_carrinho', 'carrinho_abandonado'],
    },
  },
  readings: [
    [{ trans_value: null }, { amount: '219.90' }],
    [{ currency: 'USD' }, { currency: 'USD' }],
    [
      {
        commissions: [
          { type: 'Afiliado', affiliate_hash: 'af1', value: 100 },
          { type: 'Produtor', value: 9_000 },
        ],
      },
      { sold: expect.objectContaining({ affiliate: 'af1', netToSeller: '90.00' }) },
    ],
    [
      { trans_payment_date: '2026-11-20 11:59:00', trans_updatedate: null },
      { eventTime: '2026-11-20T14:59:00.000Z', conversionTime: '2026-11-20T14:59:00.000Z' },
    ],
    [
      { trans_status: 'Aguardando Pagamento', trans_payment_date: '2026-11-20 11:59:00', trans_updatedate: null },
      { eventTime: '2026-11-20T14:58:00.000Z' },
    ],
    [{ trans_status: 'Devolvida', trans_createdate: null }, { conversionTime: null }],
    [
      {
        commissions: [
          { type: 'Sistema', value: 1_970 },
          { type: 'Produtor', value: 17_730 },
        ],
      },
      { sold: expect.objectContaining({ gatewayFee: '19.70', netToSeller: '177.30' }) },
    ],
    [
      { is_upsell: 1, parent_sale: 'ven1' },
      { sold: expect.objectContaining({ kind: 'upsell', parentTransactionId: 'ven1' }) },
    ],
  ],
});

test('knows carts and subscriptions of Braip by its secret, and leaves codes of Monetizze alone', () => {
  const secret = { basic_authentication: 's' };
  expect(mapping.matches({ ...secret, abandonment_key: 'a' })).toBe(true);
  expect(mapping.matches({ ...secret, subs_key: 'a' })).toBe(true);
  expect(mapping.matches(secret)).toBe(false);
  expect(mapping.matches({ subs_key: 'a' })).toBe(false);
  expect(mapping.matches({ trans_key: 'a' })).toBe(true);
  expect(mapping.matches({ trans_key: 'a', trans_cod: '1' })).toBe(false);
});
