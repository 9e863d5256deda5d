import { expect, test } from 'vitest';
import { CART, describeCheckout, describeWords, NO_CONVERSION, SUBSCRIPTION, utms } from '../checkout.suite.ts';
import { mapping } from './mapping.ts';

describeWords('monetizze', 'tipoEvento/codigo', {
  [CART]: ['7'],
  [NO_CONVERSION]: ['98'],
  [SUBSCRIPTION]: ['101', '102', '103', '104', '105'],
});

describeWords(
  'monetizze',
  'venda/status',
  {
    pending: ['aguardando pagamento'],
    approved: ['aprovada', 'finalizada'],
    canceled: ['cancelada'],
    refunded: ['devolvida'],
    disputed: ['bloqueada'],
    completed: ['completa'],
  },
  { 'tipoEvento/codigo': null },
);

const soldWith = (fields: object) => ({ sold: expect.objectContaining(fields) });

describeCheckout('monetizze', {
  common: { transactionId: '8812345', amount: '197.00', clickReferences: utms('FB') },
  examples: {
    'Venda aprovada': ['approved', '20 15:00', '20 15:00'],
    'Aguardando pagamento': ['pending', '20 14:58', '20 14:58'],
    Cancelada: ['canceled', null, '20 14:58'],
    'Devolvida (reembolso ou chargeback)': ['refunded', null, '20 15:00'],
    'Bloqueada (em disputa)': ['disputed', null, '20 15:00'],
    Completa: ['completed', null, '20 15:00'],
    'Abandono de checkout': CART,
  },
  statuses: [
    [{ 'tipoEvento/codigo': 2 }, 'approved'],
    [{ 'tipoEvento/codigo': '22' }, 'unknown_event: 22'],
    [{ 'tipoEvento/codigo': '103' }, SUBSCRIPTION],
    [{ 'tipoEvento/codigo': '', 'venda/status': 'Não finalizada' }, 'pending'],
    [{ 'tipoEvento/codigo': '', 'venda/status': 'FINALIZADA' }, 'approved'],
    [{ tipoEvento: null, 'venda/codigo': '', 'venda/status': '' }, CART],
  ],
  words: {
    'tipoEvento/codigo': {
      pending: ['1'],
      approved: ['2'],
      canceled: ['3'],
      refunded: ['4'],
      disputed: ['5'],
      completed: ['6'],
    },
  },
  readings: [
    [{ 'venda/moeda': 'USD' }, { currency: 'USD' }],
    [{ 'venda/currency': 'EUR' }, { currency: 'EUR' }],
    [
      { 'venda/dataFinalizada': null },
      { eventTime: '2026-11-20T14:58:00.000Z', conversionTime: '2026-11-20T14:58:00.000Z' },
    ],
    [
      {
        comissoes: [
          { tipo_comissao: 'Produtor', valor: '177.30' },
          { tipo_comissao: 'Sistema', valor: '19.70' },
        ],
      },
      soldWith({ gatewayFee: '19.70' }),
    ],
    [{ 'venda/venda_upsell': '8812344' }, soldWith({ kind: 'upsell', parentTransactionId: '8812344' })],
    [{ 'venda/onebuyclick': '1' }, soldWith({ kind: 'upsell', parentTransactionId: null })],
    [{ 'venda/venda_upsell': '0', 'venda/onebuyclick': '0' }, soldWith({ kind: null, parentTransactionId: null })],
    [{ assinatura: { parcela: '3' } }, soldWith({ kind: 'renewal', recurrence: 3 })],
    [{ assinatura: { parcela: '1' } }, soldWith({ kind: null, recurrence: 1 })],
    [{ 'venda/cupom': '35553' }, soldWith({ coupon: '35553' })],
    [
      {
        venda_item_order_bump: [
          { nome: 'Livro', principal: '0' },
          { nome: 'Curso X', principal: '1' },
        ],
      },
      soldWith({ products: ['Curso X', 'Livro'] }),
    ],
  ],
});

test('knows a body of Monetizze by one of its objects and one of its fields', () => {
  for (const name of ['tipoPostback', 'venda']) {
    expect(mapping.matches({ [name]: {}, chave_unica: 'k' })).toBe(true);
    expect(mapping.matches({ [name]: {}, produto: {} })).toBe(true);
    expect(mapping.matches({ [name]: {} })).toBe(false);
  }
  expect(mapping.matches({ tipoEvento: {} })).toBe(true);
  expect(mapping.matches({ chave_unica: 'k', produto: {} })).toBe(false);
});
