import { BUYER, EXAMPLE_CLICK_ID, type Example } from '../example.ts';

const order = (event: string, status: string, fields: object = {}) => ({
  environment: 'production',
  event,
  event_type: '',
  data: {
    id: 12844,
    customer_id: 7,
    total_products: 265,
    total: 267.48,
    status,
    payment_type: 'CreditCard',
    customer: { id: 7, firstname: 'Ana', lastname: 'Lima', email: BUYER.email, phone: BUYER.phone },
    meta: [{ key: 'sck', value: EXAMPLE_CLICK_ID }],
    ...fields,
  },
});

const pix = { payment_type: 'Pix' };

export const examples: readonly Example[] = [
  { name: 'Pedido aprovado', body: order('OrderApproved', 'aprovado') },
  { name: 'Pix gerado', body: order('OrderPixCreated', 'pendente', pix) },
  { name: 'Pix pago', body: order('OrderPaidByPix', 'aprovado', pix) },
  { name: 'Pix expirado', body: order('OrderPixExpired', 'cancelado', pix) },
  { name: 'Pedido estornado', body: order('OrderRefund', 'estornado') },
  { name: 'Chargeback em tratativa', body: order('OrderChargeBackInTreatment', 'chargeback_em_tratativa') },
  {
    name: 'Pedido aprovado, plano',
    body: {
      event: 'OrderApproved',
      event_type: '',
      data: {
        order_id: 12844,
        order_total_products: 265,
        order_total: 267.48,
        order_status: 'aprovado',
        order_payment_type: 'CreditCard',
        customer_id: 7,
        customer_firstname: 'Ana',
        customer_lastname: 'Lima',
        customer_email: BUYER.email,
        customer_phone: BUYER.phone,
        customer_site: { id: 1470 },
        sck: EXAMPLE_CLICK_ID,
      },
    },
  },
  {
    name: 'Cliente criado',
    body: {
      event: 'CustomerCreated',
      event_type: '',
      data: { id: 7, site_id: 1470, firstname: 'Ana', lastname: 'Lima', email: BUYER.email, phone: BUYER.phone },
    },
  },
];
