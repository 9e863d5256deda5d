import { BUYER, EXAMPLE_CLICK_ID, type Example } from '../example.ts';

const notice = (type: string, action: string, id: string) => ({
  action,
  api_version: 'v1',
  data: { id },
  date_created: '2026-11-20T15:00:01Z',
  id: 112233445566,
  live_mode: true,
  type,
  user_id: '724484980',
});

/** What the API answers, with all that is kept of it. */
const payment = (status: string, detail: string, updatedAt: string, fields: object = {}) => ({
  id: 20359978123,
  collector_id: 724484980,
  live_mode: true,
  operation_type: 'regular_payment',
  status,
  status_detail: detail,
  date_created: '2026-11-20T11:58:00.000-03:00',
  date_approved: '2026-11-20T12:00:00.000-03:00' as string | null,
  date_last_updated: updatedAt,
  currency_id: 'BRL',
  transaction_amount: 197,
  transaction_amount_refunded: 0,
  coupon_amount: 0,
  shipping_amount: 0,
  installments: 6,
  payment_method_id: 'master',
  payment_type_id: 'credit_card',
  transaction_details: { net_received_amount: 187.17, total_paid_amount: 219.4 },
  fee_details: [{ type: 'mercadopago_fee', amount: 9.83, fee_payer: 'collector' }],
  external_reference: EXAMPLE_CLICK_ID,
  description: 'Curso X',
  metadata: { utm_source: 'FB', utm_campaign: 'lancamento' },
  additional_info: { items: [{ id: 'P1', title: 'Curso X', quantity: '1', unit_price: '197' }] },
  payer: { email: BUYER.email, first_name: 'Ana', last_name: 'Lima', phone: { area_code: '11', number: '999998888' } },
  ...fields,
});

const PIX = {
  installments: 1,
  payment_method_id: 'pix',
  payment_type_id: 'bank_transfer',
  transaction_details: { net_received_amount: 0, total_paid_amount: 197 },
  fee_details: [],
  date_approved: null,
};

export const examples: readonly Example[] = [
  { name: 'Pagamento aprovado (consultado)', body: payment('approved', 'accredited', '2026-11-20T12:00:00.000-03:00') },
  { name: 'Aviso de pagamento', body: notice('payment', 'payment.updated', '20359978123') },
  { name: 'Aviso antigo (IPN)', body: { resource: '20359978123', topic: 'payment' } },
  { name: 'Aviso de pedido', body: notice('topic_merchant_order_wh', 'create', '9988776655') },
  {
    name: 'Pix gerado (consultado)',
    body: payment('pending', 'pending_waiting_transfer', '2026-11-20T11:58:00.000-03:00', PIX),
  },
  {
    name: 'Pix expirado (consultado)',
    body: payment('cancelled', 'expired', '2026-11-21T11:58:00.000-03:00', PIX),
  },
  {
    name: 'Pagamento recusado (consultado)',
    body: payment('rejected', 'cc_rejected_insufficient_amount', '2026-11-20T11:58:30.000-03:00', {
      date_approved: null,
    }),
  },
  {
    name: 'Estorno parcial (consultado)',
    body: payment('approved', 'partially_refunded', '2026-11-22T09:00:00.000-03:00', {
      transaction_amount_refunded: 47,
    }),
  },
  {
    name: 'Estorno (consultado)',
    body: payment('refunded', 'refunded', '2026-11-23T09:00:00.000-03:00', { transaction_amount_refunded: 197 }),
  },
  {
    name: 'Contestação (consultado)',
    body: payment('charged_back', 'in_process', '2026-11-24T09:00:00.000-03:00'),
  },
  {
    name: 'Contestação ganha (consultado)',
    body: payment('charged_back', 'reimbursed', '2026-11-26T09:00:00.000-03:00'),
  },
];
