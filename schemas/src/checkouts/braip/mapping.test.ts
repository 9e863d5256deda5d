import { CART, describeExamples, describeStatuses, describeWords, SUBSCRIPTION, utms } from '../checkout.suite.ts';

describeExamples('braip', {
  sale: { transactionId: 'ven7e1a2b3c', amount: '197.00', clickReferences: utms('FB') },
  examples: {
    'Pagamento aprovado': ['approved', '20 15:00', '20 15:00'],
    'Aguardando pagamento': ['pending', '20 14:58', '20 14:58'],
    Cancelada: ['canceled', '21 03:00', '20 14:58'],
    Devolvida: ['refunded', '22 12:00', '20 14:58'],
    Chargeback: ['chargeback', '24 12:00', '20 14:58'],
    'Carrinho abandonado': CART,
  },
});

describeStatuses('braip', [
  [{ trans_status: 'pagamento aprovado' }, 'approved'],
  [{ trans_status: 'Pagamento não aprovado', trans_status_code: 99 }, 'pending'],
  [{ trans_status: null, trans_status_code: '4' }, 'chargeback'],
  [{ trans_key: null }, SUBSCRIPTION],
]);

describeWords('braip', 'trans_status', {
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
});

describeWords('braip', 'type', {
  [CART]: ['abandono', 'abandono_de_carrinho', 'carrinho_abandonado'],
});
