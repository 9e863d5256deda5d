import { BUYER, EXAMPLE_CLICK_ID, type Example } from '../example.ts';

const product = {
  id: 6655,
  name: 'Curso X',
  type: 'TRANSACTION',
  method: 'CREDIT_CARD',
  amount: 197,
  period: 0,
  is_active: 1,
};
const client = {
  id: 990_011,
  name: BUYER.name,
  email: BUYER.email,
  cellphone: `+55${BUYER.phone}`,
  cpf_cnpj: BUYER.cpf,
  city: 'São Paulo',
  uf: 'SP',
};

function updated(status: string, updatedAt: string, conversion: object = {}) {
  return {
    type: 'sale',
    event: 'saleUpdated',
    oldStatus: 'created',
    currentStatus: status,
    product,
    sale: {
      id: 7_788_991,
      type: 'TRANSACTION',
      status,
      method: 'CREDIT_CARD',
      amount: 197,
      total: 187.15,
      installments: 3,
      created_at: '2026-11-20T14:58:00.000000Z',
      paid_at: '2026-11-20T15:00:00.000000Z',
      updated_at: updatedAt,
      ...conversion,
    },
    seller: { id: 12, name: 'Produtora Exemplo', email: 'produtora@example.com' },
    client,
    saleMetas: [
      { meta_key: 'utm_source', meta_value: 'FB' },
      { meta_key: 'sck', meta_value: EXAMPLE_CLICK_ID },
    ],
    productMetas: [],
    proposalMetas: [],
  };
}

export const examples: readonly Example[] = [
  { name: 'Venda paga', body: updated('paid', '2026-11-20T15:00:01.000000Z') },
  { name: 'Aguardando pagamento', body: updated('waiting_payment', '2026-11-20T14:58:00.000000Z', { paid_at: null }) },
  { name: 'Venda recusada', body: updated('refused', '2026-11-20T14:58:20.000000Z', { paid_at: null }) },
  { name: 'Reembolso', body: updated('refunded', '2026-11-22T12:00:00.000000Z') },
  { name: 'Chargeback', body: updated('chargedback', '2026-11-24T12:00:00.000000Z') },
  {
    name: 'Checkout abandonado',
    body: {
      type: 'lead',
      event: 'checkoutAbandoned',
      lead: {
        id: 445_566,
        name: BUYER.name,
        email: BUYER.email,
        cellphone: BUYER.phone,
        updated_at: '2026-11-20T14:40:00.000000Z',
      },
      product,
    },
  },
];
