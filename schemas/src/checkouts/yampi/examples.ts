import { BUYER, EXAMPLE_CLICK_ID, type Example } from '../example.ts';

const at = (date: string) => ({ date: `${date}.000000`, timezone_type: 3, timezone: 'America/Sao_Paulo' });

const order = (event: string, alias: string, time: string, fields: object = {}) => ({
  event,
  time,
  merchant: { id: 586266, alias: 'loja-exemplo' },
  resource: {
    id: 40586315,
    number: 1491520,
    authorized: alias === 'paid',
    status: { data: { id: 4, name: 'Pagamento', alias } },
    value_total: 216.9,
    value_products: 199,
    value_shipment: 20,
    value_discount: 22,
    value_tax: 19.9,
    utm_source: 'FB',
    utm_medium: null,
    utm_campaign: 'lancamento',
    utm_content: null,
    utm_term: null,
    created_at: at('2026-11-20 11:58:00'),
    updated_at: at(time),
    customer: {
      data: {
        id: 148572890,
        name: BUYER.name,
        first_name: 'Ana',
        last_name: 'Lima',
        email: BUYER.email,
        cpf: BUYER.cpf,
        phone: { full_number: BUYER.phone, area_code: BUYER.phone.slice(0, 2) },
      },
    },
    items: {
      data: [
        {
          id: 1,
          product_id: 18293,
          sku_id: 99182,
          quantity: 1,
          price: 199,
          sku: { data: { id: 99182, title: 'Curso X' } },
        },
      ],
    },
    transactions: {
      data: [
        {
          id: 7,
          status: alias,
          installments: 3,
          payment: { data: { alias: 'credit_card', name: 'Cartão de crédito' } },
        },
      ],
    },
    metadata: { data: [{ key: 'click_id', value: EXAMPLE_CLICK_ID }] },
    ...fields,
  },
});

export const examples: readonly Example[] = [
  { name: 'Pedido aprovado', body: order('order.paid', 'paid', '2026-11-20 12:00:00') },
  { name: 'Pedido criado', body: order('order.created', 'waiting_payment', '2026-11-20 11:58:00') },
  { name: 'Pagamento recusado', body: order('transaction.payment.refused', 'waiting_payment', '2026-11-20 11:59:00') },
  { name: 'Pedido cancelado', body: order('order.status.updated', 'cancelled', '2026-11-21 09:00:00') },
  { name: 'Pedido em transporte', body: order('order.status.updated', 'on_carriage', '2026-11-21 09:00:00') },
  { name: 'Reembolso', body: order('order.status.updated', 'refunded', '2026-11-22 09:00:00') },
  {
    name: 'Carrinho abandonado',
    body: {
      event: 'cart.reminder',
      time: '2026-11-20 12:30:00',
      merchant: { id: 586266 },
      resource: { id: 351260355 },
    },
  },
];
