import { BUYER, EXAMPLE_CLICK_ID, type Example } from '../example.ts';

const order = (status: string, modifiedAt: string, fields: object = {}) => ({
  id: 4750,
  parent_id: 0,
  number: '4750',
  order_key: 'wc_order_Q6tuhq12KJOel',
  created_via: 'checkout',
  version: '9.4.0',
  status,
  currency: 'BRL',
  date_created: '2026-11-20T11:58:00',
  date_created_gmt: '2026-11-20T14:58:00',
  date_modified: '2026-11-20T12:00:00',
  date_modified_gmt: modifiedAt,
  date_paid_gmt: '2026-11-20T15:00:00' as string | null,
  discount_total: '20.00',
  shipping_total: '18.00',
  total: '197.00',
  total_tax: '0.00',
  payment_method: 'woo-mercado-pago-pix',
  payment_method_title: 'Pix',
  transaction_id: '',
  customer_ip_address: '177.8.141.8',
  billing: { first_name: 'Ana', last_name: 'Lima', email: BUYER.email, phone: BUYER.phone, country: 'BR' },
  meta_data: [
    { id: 1, key: '_wc_order_attribution_source_type', value: 'utm' },
    { id: 2, key: '_wc_order_attribution_utm_source', value: 'FB' },
    { id: 3, key: '_wc_order_attribution_utm_campaign', value: 'lancamento' },
    {
      id: 4,
      key: '_wc_order_attribution_session_entry',
      value: `https://loja.example/?utm_source=FB&clickid=${EXAMPLE_CLICK_ID}`,
    },
  ],
  line_items: [{ id: 315, name: 'Curso X', product_id: 93, quantity: 1, subtotal: '199.00', total: '179.00' }],
  coupon_lines: [{ id: 1, code: 'dez', discount: '20' }],
  refunds: [] as object[],
  ...fields,
});

const refunds = [{ id: 4751, reason: '', total: '-47.00' }];

export const examples: readonly Example[] = [
  { name: 'Pedido pago', body: order('processing', '2026-11-20T15:00:01') },
  { name: 'Pedido criado', body: order('pending', '2026-11-20T14:58:00', { date_paid_gmt: null }) },
  { name: 'Pedido concluído', body: order('completed', '2026-11-21T12:00:00') },
  { name: 'Pagamento falhou', body: order('failed', '2026-11-20T14:59:00', { date_paid_gmt: null }) },
  { name: 'Reembolso parcial', body: order('completed', '2026-11-22T12:00:00', { refunds }) },
  {
    name: 'Reembolso',
    body: order('refunded', '2026-11-22T12:00:00', { refunds: [{ id: 4752, reason: '', total: '-197.00' }] }),
  },
  { name: 'Teste do WooCommerce', contentType: 'application/x-www-form-urlencoded', body: { webhook_id: '3' } },
];
