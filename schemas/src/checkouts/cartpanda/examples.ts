import { BUYER, EXAMPLE_CLICK_ID, type Example } from '../example.ts';

const order = (event: string, fields: object = {}) => ({
  event,
  order: {
    id: 40586315,
    order_number: 1042,
    email: BUYER.email,
    total_price: '197.00',
    currency: 'BRL',
    payment_method: 'pix',
    created_at: '2026-11-20T14:58:00Z',
    paid_at: '2026-11-20T15:00:00Z' as string | null,
    customer: { email: BUYER.email, first_name: 'Ana', last_name: 'Lima', phone: BUYER.phone },
    line_items: [{ id: 1, product_id: 18293, title: 'Curso X', quantity: 1, price: '197.00' }],
    utm: { utm_source: 'FB', utm_campaign: 'lancamento', sck: EXAMPLE_CLICK_ID },
    ...fields,
  },
});

export const examples: readonly Example[] = [
  { name: 'Pedido pago', body: order('order.paid') },
  { name: 'Pedido criado', body: order('order.created', { paid_at: null }) },
  { name: 'Pedido reembolsado', body: order('order.refunded') },
  { name: 'Pedido cancelado', body: order('order.cancelled', { paid_at: null }) },
  { name: 'Pedido enviado', body: order('order.fulfilled') },
];
