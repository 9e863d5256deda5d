import { BUYER, EXAMPLE_CLICK_ID, type Example } from '../example.ts';

function event(name: string, status: string, data: object = {}) {
  return {
    secret: '8402b43f-c839-4090-bbd1-186725d185c7',
    event: name,
    data: {
      id: '1f1c81d2-088a-412d-8bb7-3d5269d64f58',
      refId: '6HngVo6',
      customer: {
        name: BUYER.name,
        birthDate: null,
        email: BUYER.email,
        phone: `55${BUYER.phone}`,
        docNumber: BUYER.cpf,
      },
      affiliate: '',
      offer: { id: 'jbwjmis', name: 'Oferta principal', price: 100 },
      offer_type: 'main',
      product: { name: 'Curso X', id: 'f947c21c-d8f0-41a1-a0a6-fede9f27b3b7', short_id: '6dRMZ6z', type: 'unique' },
      parent_order: null,
      checkoutUrl: 'https://pay.cakto.com.br/jbwjmis',
      status,
      baseAmount: 100,
      discount: 10,
      amount: 90,
      commissions: [{ user: 'produtora@example.com', totalAmount: 81.36, percentage: 100, type: 'producer' }],
      fees: 8.64,
      couponCode: 'DEZ',
      reason: null,
      refund_reason: null,
      paymentMethod: 'credit_card',
      paymentMethodName: 'Cartão de Crédito',
      installments: 1,
      utm_source: 'FB',
      utm_medium: null,
      utm_campaign: null,
      utm_term: null,
      utm_content: null,
      sck: EXAMPLE_CLICK_ID,
      fbc: null,
      fbp: null,
      paidAt: '2026-11-20T12:00:00.575271-03:00',
      createdAt: '2026-11-20T11:58:00.022292-03:00',
      refundedAt: null,
      chargedbackAt: null,
      card: { holderName: BUYER.name, lastDigits: '4242', brand: null },
      ...data,
    },
  };
}

export const examples: readonly Example[] = [
  { name: 'Compra aprovada', body: event('purchase_approved', 'paid') },
  { name: 'Pix gerado', body: event('pix_gerado', 'waiting_payment', { paidAt: null, paymentMethod: 'pix' }) },
  { name: 'Compra recusada', body: event('purchase_refused', 'refused', { paidAt: null }) },
  { name: 'Reembolso', body: event('refund', 'refunded', { refundedAt: '2026-11-22T09:00:00-03:00' }) },
  { name: 'Chargeback', body: event('chargeback', 'chargedback', { chargedbackAt: '2026-11-24T09:00:00-03:00' }) },
  {
    name: 'Abandono de checkout',
    body: {
      secret: '8402b43f-c839-4090-bbd1-186725d185c7',
      event: 'checkout_abandonment',
      data: {
        customerName: BUYER.name,
        customerEmail: BUYER.email,
        customerCellphone: BUYER.phone,
        checkoutUrl: 'https://pay.cakto.com.br/jbwjmis',
      },
    },
  },
];
