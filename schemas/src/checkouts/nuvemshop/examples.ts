import { BUYER, EXAMPLE_CLICK_ID, type Example } from '../example.ts';

const notice = (event: string, id = 871254203) => ({ store_id: 805793, event, id });

/** What the API answers, with all that is kept of it. */
const order = (paymentStatus: string, updatedAt: string, fields: object = {}) => ({
  id: 871254203,
  number: 306,
  store_id: '805793',
  status: 'open',
  payment_status: paymentStatus,
  shipping_status: 'unpacked',
  storefront: 'store',
  currency: 'BRL',
  total: '197.00',
  subtotal: '199.00',
  discount: '20.00',
  coupon: [{ code: 'DEZ' }],
  gateway: 'mercadopago',
  gateway_name: 'Nuvem Pago',
  payment_details: { method: 'credit_card', installments: 3 },
  landing_url: `https://loja.example/produtos/curso-x?utm_source=FB&utm_campaign=Lan%C3%A7amento%7C238&clickid=${EXAMPLE_CLICK_ID}`,
  note: null as string | null,
  created_at: '2026-11-20T14:58:00+0000',
  paid_at: '2026-11-20T15:00:00+0000' as string | null,
  cancelled_at: null as string | null,
  updated_at: updatedAt,
  contact_name: BUYER.name,
  contact_email: BUYER.email,
  contact_phone: `+55${BUYER.phone}`,
  products: [{ product_id: 111088717, name: 'Curso X', variant_values: ['Impresso'], price: '199.00', quantity: '1' }],
  customer: { name: BUYER.name, email: BUYER.email, phone: `+55${BUYER.phone}` },
  ...fields,
});

export const examples: readonly Example[] = [
  { name: 'Pedido pago (consultado)', body: order('paid', '2026-11-20T15:00:05+0000') },
  { name: 'Aviso de pedido pago', body: notice('order/paid') },
  { name: 'Aviso de produto', body: notice('product/updated', 111088717) },
  {
    name: 'Pedido criado (consultado)',
    body: order('pending', '2026-11-20T14:58:00+0000', { paid_at: null }),
  },
  {
    name: 'Pedido cancelado (consultado)',
    body: order('pending', '2026-11-21T12:00:00+0000', {
      status: 'cancelled',
      paid_at: null,
      cancelled_at: '2026-11-21T12:00:00+0000',
    }),
  },
  { name: 'Reembolso parcial (consultado)', body: order('partially_refunded', '2026-11-22T12:00:00+0000') },
  { name: 'Pedido reembolsado (consultado)', body: order('refunded', '2026-11-23T12:00:00+0000') },
];
