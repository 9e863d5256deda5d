import { BUYER, EXAMPLE_CLICK_ID, type Example } from '../example.ts';

function transaction(status: string, updatedAt: string, fields: object = {}) {
  return {
    api_token: 'exemplo',
    webhook_type: 'transaction',
    id: '9081534a-7512-4dab-9172-218c1dc1f263',
    status,
    type: 'producer',
    checkout_url: 'https://clkdmg.site/subscribe/9059bdb6-0ca4-4253-b405-482df6393537',
    contact: {
      id: '906d1e37-de6a-4f4d-8271-91ecd0d65ec6',
      name: BUYER.name,
      email: BUYER.email,
      doc: BUYER.cpf,
      phone_local_code: '55',
      phone_number: BUYER.phone,
      address_country: 'BR',
    },
    dates: {
      created_at: '2026-11-20T14:57:00Z',
      ordered_at: '2026-11-20T14:58:00Z',
      confirmed_at: '2026-11-20T15:00:00Z' as string | null,
      canceled_at: null as string | null,
      updated_at: updatedAt,
    },
    payment: {
      method: 'credit_card',
      currency: 'BRL',
      gross: 500,
      discount_value: 0,
      total: 536.4,
      net: 470.5,
      tax: { rate: 0, value: 29.5 },
      installments: { qty: 12, value: 44.7, interest: 36.4 },
      coupon: null,
      marketplace_id: 'ch_1ke4QoCQOs7VE6VY',
      marketplace_name: 'mundipagg',
      marketplace_value: 0,
      refuse_reason: '',
    },
    product: {
      id: '1587151083',
      internal_id: '906d1e37-de6a-4f4d-8271-91ecd0d65e32',
      name: 'Curso X',
      type: 'product',
      qty: 1,
      unit_value: 500,
      total_value: 500,
      offer: { id: '9ad505be-e7f9-4a08-a591-3ec4991c2615', name: 'Oferta principal' },
      producer: { name: 'Produtora Exemplo', contact_email: '' },
    },
    source: {
      source: '',
      checkout_source: EXAMPLE_CLICK_ID,
      utm_source: 'FB',
      utm_medium: '',
      utm_campaign: '',
      utm_content: '',
      utm_term: '',
      pptc: [],
    },
    ...fields,
  };
}

const order = { created_at: '2026-11-20T14:57:00Z', ordered_at: '2026-11-20T14:58:00Z', confirmed_at: null };

export const examples: readonly Example[] = [
  { name: 'Venda aprovada', body: transaction('approved', '2026-11-20T15:00:05Z') },
  {
    name: 'Aguardando pagamento',
    body: transaction('waiting_payment', '2026-11-20T14:58:10Z', {
      dates: { ...order, updated_at: '2026-11-20T14:58:10Z' },
    }),
  },
  { name: 'Reembolso solicitado', body: transaction('dispute', '2026-11-21T12:00:00Z') },
  { name: 'Reembolso', body: transaction('refunded', '2026-11-22T12:00:00Z') },
  { name: 'Chargeback', body: transaction('chargeback', '2026-11-24T12:00:00Z') },
  {
    name: 'Renovação',
    body: transaction('approved', '2026-11-20T15:00:05Z', {
      id: '9b71cfb2-da2e-44d5-92ce-d83459dec85f',
      invoice: { id: 'in_y5ZoRccnvFrFEgkPE', cycle: 2, type: 'cycle', status: 'paid', value: 500 },
    }),
  },
  {
    name: 'Venda abandonada',
    body: transaction('abandoned', '2026-11-20T15:30:00Z', { dates: { ...order, updated_at: '2026-11-20T15:30:00Z' } }),
  },
  {
    name: 'Assinatura cancelada',
    body: {
      api_token: 'exemplo',
      webhook_type: 'subscription',
      id: 'sub_BOAEj2WTKoclmg4X',
      last_status: 'canceled',
      subscriber: { id: '906d1e37', name: BUYER.name, email: BUYER.email, doc: BUYER.cpf },
      product: { name: 'Curso X' },
    },
  },
];
