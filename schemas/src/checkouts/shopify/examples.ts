import { BUYER, EXAMPLE_CLICK_ID, type Example } from '../example.ts';

const order = (financialStatus: string, updatedAt: string, fields: object = {}) => ({
  id: 5940139491234,
  admin_graphql_api_id: 'gid://shopify/Order/5940139491234',
  order_number: 1001,
  name: '#1001',
  email: BUYER.email,
  phone: null,
  test: false,
  currency: 'BRL',
  financial_status: financialStatus,
  fulfillment_status: null,
  cancelled_at: null as string | null,
  created_at: '2026-11-20T11:58:00-03:00',
  processed_at: '2026-11-20T11:58:00-03:00',
  updated_at: updatedAt,
  subtotal_price: '179.00',
  total_discounts: '20.00',
  total_tax: '0.00',
  total_price: '197.00',
  current_total_price: '197.00',
  payment_gateway_names: ['Pix'],
  discount_codes: [{ code: 'DEZ', amount: '20.00', type: 'fixed_amount' }],
  landing_site: '/products/curso-x?utm_source=FB&utm_medium=Frio%7C239&utm_campaign=Lan%C3%A7amento%7C238',
  referring_site: 'https://l.facebook.com/',
  note_attributes: [{ name: 'click_id', value: EXAMPLE_CLICK_ID }],
  line_items: [
    {
      id: 14817,
      product_id: 8412345678901,
      variant_id: 4412345678901,
      title: 'Curso X',
      variant_title: 'Impresso',
      quantity: 1,
      price: '199.00',
    },
  ],
  customer: { id: 7001, email: BUYER.email, first_name: 'Ana', last_name: 'Lima', phone: BUYER.phone },
  billing_address: { name: BUYER.name, first_name: 'Ana', last_name: 'Lima', phone: BUYER.phone, country_code: 'BR' },
  refunds: [],
  ...fields,
});

const refund = (id: number, amount: string, at: string, fields: object = {}) => ({
  id,
  order_id: 5940139491234,
  created_at: at,
  processed_at: at,
  note: '',
  refund_line_items: [{ id: 209, line_item_id: 14817, quantity: 1, subtotal: amount, total_tax: '0.00' }],
  transactions: [
    { id: 389404469, order_id: 5940139491234, kind: 'refund', status: 'success', amount, currency: 'BRL', test: false },
  ],
  ...fields,
});

export const examples: readonly Example[] = [
  { name: 'Pedido pago', body: order('paid', '2026-11-20T12:00:00-03:00') },
  { name: 'Pedido criado', body: order('pending', '2026-11-20T11:58:00-03:00') },
  { name: 'Reembolso parcial', body: refund(929361462, '47.00', '2026-11-22T09:00:00-03:00') },
  {
    name: 'Pedido reembolsado',
    body: order('refunded', '2026-11-23T09:00:00-03:00', { current_total_price: '0.00' }),
  },
  {
    name: 'Pedido cancelado',
    body: order('voided', '2026-11-21T09:00:00-03:00', { cancelled_at: '2026-11-21T09:00:00-03:00' }),
  },
  {
    name: 'Devolução sem dinheiro',
    body: refund(929361463, '47.00', '2026-11-22T09:00:00-03:00', { transactions: [] }),
  },
  {
    name: 'Carrinho abandonado',
    body: {
      id: 981820079255,
      token: '123123123',
      email: BUYER.email,
      abandoned_checkout_url: 'https://loja.example/checkouts/c/123/recover?key=example',
      currency: 'BRL',
      total_price: '197.00',
      line_items: [{ title: 'Curso X', quantity: 1 }],
    },
  },
];
