import { BUYER, EXAMPLE_CLICK_ID, type Example } from '../example.ts';

const customer = { id: 'cus_oy23JRQCM1cvzlmD', name: BUYER.name, email: BUYER.email, document: BUYER.cpf, phones: {} };
const metadata = { click_id: EXAMPLE_CLICK_ID, utm_source: 'FB', utm_campaign: 'lancamento' };

const chargeFields = (status: string, paidAt: string | null) => ({
  id: 'ch_d22356Jf4WuGr8no',
  amount: 19700,
  status,
  currency: 'BRL',
  payment_method: 'credit_card',
  paid_at: paidAt,
  created_at: '2026-11-20T14:58:00Z',
});

const order = (type: string, at: string, status: string, paidAt: string | null = null) => ({
  id: 'hook_RyEKQO789TRpZjv5',
  account: { id: 'acc_jZkdN857et650oNv', name: 'Loja' },
  type,
  created_at: at,
  data: {
    id: 'or_ZdnB5BBCmYhk534R',
    code: '1303724',
    amount: 19700,
    currency: 'BRL',
    closed: true,
    items: [{ id: 'oi_EqnMMrbFgBf0MaN1', code: 'P1', description: 'Curso X', amount: 19700, quantity: 1 }],
    customer,
    status,
    created_at: '2026-11-20T14:58:00Z',
    updated_at: at,
    charges: [
      { ...chargeFields(status, paidAt), last_transaction: { transaction_type: 'credit_card', installments: 3 } },
    ],
    metadata,
  },
});

const charge = (type: string, at: string, status: string, fields: object = {}) => ({
  id: 'hook_y9m1qW8fKXTVz6Ep',
  account: { id: 'acc_jZkdN857et650oNv', name: 'Loja' },
  type,
  created_at: at,
  data: {
    ...chargeFields(status, '2026-11-20T15:00:00Z'),
    customer,
    order: { id: 'or_ZdnB5BBCmYhk534R', code: '1303724', amount: 19700, currency: 'BRL', metadata },
    last_transaction: { transaction_type: 'credit_card', installments: 3 },
    ...fields,
  },
});

export const examples: readonly Example[] = [
  { name: 'Pedido pago', body: order('order.paid', '2026-11-20T15:00:01Z', 'paid', '2026-11-20T15:00:00Z') },
  { name: 'Pedido criado', body: order('order.created', '2026-11-20T14:58:00Z', 'pending') },
  { name: 'Pagamento falhou', body: order('order.payment_failed', '2026-11-20T14:59:00Z', 'failed') },
  { name: 'Pedido cancelado', body: order('order.canceled', '2026-11-20T16:00:00Z', 'canceled') },
  { name: 'Cobrança paga', body: charge('charge.paid', '2026-11-20T15:00:01Z', 'paid') },
  { name: 'Uma de duas cobranças paga', body: charge('charge.paid', '2026-11-20T15:00:01Z', 'paid', { amount: 9700 }) },
  { name: 'Cobrança estornada', body: charge('charge.refunded', '2026-11-22T15:00:00Z', 'canceled') },
  {
    name: 'Uma de duas cobranças estornada',
    body: charge('charge.refunded', '2026-11-22T15:00:00Z', 'canceled', { amount: 9700 }),
  },
  { name: 'Chargeback', body: charge('charge.chargedback', '2026-11-25T15:00:00Z', 'chargedback') },
  {
    name: 'Assinatura criada',
    body: {
      id: 'hook_4zBxRr0tDvhPqO1E',
      type: 'subscription.created',
      created_at: '2026-11-20T15:00:00Z',
      data: { id: 'sub_dvlxqQLuduc3L5zP', customer, status: 'active' },
    },
  },
];
