import { CART, describeExamples, describeStatuses, SUBSCRIPTION, utms } from '../checkout.suite.ts';

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
