import {
  CART,
  describeExamples,
  describeStatuses,
  describeWords,
  NO_SALE,
  SUBSCRIPTION,
  utms,
} from '../checkout.suite.ts';

describeExamples('monetizze', {
  sale: { transactionId: '8812345', amount: '197.00', clickReferences: utms('FB') },
  examples: {
    'Venda aprovada': ['approved', '20 15:00', '20 15:00'],
    'Aguardando pagamento': ['pending', '20 14:58', '20 14:58'],
    Cancelada: ['canceled', null, '20 14:58'],
    'Devolvida (reembolso ou chargeback)': ['refunded', null, '20 15:00'],
    'Bloqueada (em disputa)': ['disputed', null, '20 15:00'],
    Completa: ['completed', null, '20 15:00'],
    'Abandono de checkout': CART,
  },
});

describeStatuses('monetizze', [
  [{ 'tipoEvento/codigo': 2 }, 'approved'],
  [{ 'tipoEvento/codigo': '22' }, 'unknown_event: 22'],
  [{ 'tipoEvento/codigo': '103' }, SUBSCRIPTION],
  [{ 'tipoEvento/codigo': '', 'venda/status': 'Não finalizada' }, 'pending'],
  [{ 'tipoEvento/codigo': '', 'venda/status': 'FINALIZADA' }, 'approved'],
]);

describeWords('monetizze', 'tipoEvento/codigo', {
  pending: ['1'],
  approved: ['2'],
  canceled: ['3'],
  refunded: ['4'],
  disputed: ['5'],
  completed: ['6'],
});

describeWords('monetizze', 'tipoEvento/codigo', {
  [CART]: ['7'],
  [NO_SALE]: ['98'],
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
