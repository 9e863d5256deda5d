import { BUYER, EXAMPLE_CLICK_ID, type Example } from '../example.ts';

function order(
  status: string,
  paymentStatus: string,
  updatedAt: string,
  fields: object = {},
  transaction: object = {},
) {
  return {
    integration_key: 'exemplo',
    cart_id: 'RW3NPR',
    started_at: '2026-11-20 11:57:00',
    updated_at: updatedAt,
    seller_id: 'AR6D4X',
    test: false,
    status,
    type: 'order',
    tangible: false,
    transaction_id: 'R3NYZR',
    customer: {
      name: BUYER.name,
      fake_email: false,
      email: BUYER.email,
      doc: BUYER.cpf,
      phone: BUYER.phone,
      code: 'BLJORW',
    },
    product: { code: 'JLY9B4', sku: '0001', type: 'digital', name: 'Curso X', quantity: 1, price: 19700 },
    link: {
      title: 'Oferta principal',
      url: 'https://checkout.payt.com.br/f457c545a9ded88f18ecee47145a72c0',
      sources: { utm_source: 'FB', src: EXAMPLE_CLICK_ID },
      query_params: [],
    },
    transaction: {
      created_at: '2026-11-20 11:58:00',
      updated_at: updatedAt,
      payment_method: 'credit_card',
      payment_status: paymentStatus,
      total_price: 23640,
      price_without_installments: 19700,
      quantity: 1,
      modifiers: [],
      installments: 12,
      installment_price: 1970,
      paid_at: '2026-11-20 12:00:00' as string | undefined,
      ...transaction,
    },
    commission: [
      { name: 'PAYT TECNOLOGIA E EDUCACAO DIGITAL LTDA', email: 'contato@payt.com.br', type: 'platform', amount: 1820 },
      { name: 'Produtora Exemplo', email: 'produtora@example.com', type: 'producer', amount: 17880 },
    ],
    ...fields,
  };
}

export const examples: readonly Example[] = [
  { name: 'Pagamento aprovado', body: order('paid', 'paid', '2026-11-20 12:00:00') },
  {
    name: 'Aguardando pagamento',
    body: order(
      'waiting_payment',
      'waiting_payment',
      '2026-11-20 11:58:00',
      { commission: undefined },
      { paid_at: undefined, payment_method: 'pix', installments: undefined, total_price: 19700 },
    ),
  },
  { name: 'Entregue', body: order('shipped', 'paid', '2026-11-21 09:00:00') },
  { name: 'Pagamento recusado', body: order('canceled', 'refused', '2026-11-20 11:58:30', {}, { paid_at: undefined }) },
  { name: 'Reembolso', body: order('canceled', 'refunded', '2026-11-22 09:00:00') },
  { name: 'Chargeback', body: order('canceled', 'chargeback', '2026-11-24 09:00:00') },
  {
    name: 'Upsell',
    body: order(
      'paid',
      'paid',
      '2026-11-20 12:00:34',
      { type: 'upsell', transaction_id: 'L9OEO4' },
      { upsell_from: 'R3NYZR', total_price: 5088, price_without_installments: 3999, paid_at: '2026-11-20 12:00:34' },
    ),
  },
  {
    name: 'Assinatura renovada',
    body: order('subscription_renewed', 'paid', '2026-11-20 12:00:00', {
      transaction_id: 'R4NYZR',
      subscription: { code: 'B4MAV4', plan_name: 'Mensal', charges: 2, periodicity: '1 month', status: 'active' },
    }),
  },
  {
    name: 'Carrinho perdido',
    body: order('lost_cart', '', '2026-11-20 12:07:00', { transaction_id: undefined, transaction: undefined }),
  },
];
