import { BUYER, EXAMPLE_CLICK_ID, type Example } from '../example.ts';

function invoice(event: string, status: string, sentDate: string, data: object = {}) {
  return {
    id: 'zszf0uk65g701io8dbsckfeld',
    event: `myeduzz.${event}`,
    sentDate,
    data: {
      id: '98364546',
      status,
      buyer: { id: '23445258', name: BUYER.name, email: BUYER.email, phone: null, cellphone: `+55${BUYER.phone}` },
      producer: {
        id: '1454585458',
        name: 'Produtora Exemplo',
        email: 'produtora@example.com',
        originSecret: 'exemplo',
      },
      utm: { source: 'FB', campaign: 'lancamento', medium: 'cpc', content: null, term: null },
      tracker: { code1: EXAMPLE_CLICK_ID, code2: null, code3: null },
      createdAt: '2026-11-20T14:58:00.000Z',
      paidAt: null,
      price: { currency: 'BRL', value: 197.5 },
      paymentMethod: 'creditCard',
      installments: 3,
      items: [
        {
          productId: '3027605',
          name: 'Curso X',
          refundPeriod: { durationType: 'day', value: 7 },
          price: { currency: 'BRL', value: 197.5 },
        },
      ],
      ...data,
    },
  };
}

const paid = { paidAt: '2026-11-20T15:00:00.000Z', paid: { currency: 'BRL', value: 219.9 } };

export const examples: readonly Example[] = [
  { name: 'Fatura paga', body: invoice('invoice_paid', 'paid', '2026-11-20T15:00:02.000Z', paid) },
  { name: 'Fatura aberta', body: invoice('invoice_opened', 'open', '2026-11-20T14:58:01.000Z') },
  {
    name: 'Aguardando pagamento',
    body: invoice('invoice_waiting_payment', 'waitingPayment', '2026-11-20T14:58:30.000Z'),
  },
  { name: 'Fatura cancelada', body: invoice('invoice_canceled', 'canceled', '2026-11-21T03:00:00.000Z') },
  { name: 'Reembolso', body: invoice('invoice_refunded', 'refunded', '2026-11-22T12:00:00.000Z', paid) },
  { name: 'Chargeback', body: invoice('invoice_chargeback', 'chargeback', '2026-11-24T12:00:00.000Z', paid) },
  { name: 'Assinatura atualizada', body: invoice('contract_updated', 'canceled', '2026-11-24T12:00:00.000Z') },
];
