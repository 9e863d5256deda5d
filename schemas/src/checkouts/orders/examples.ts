import { BUYER, EXAMPLE_CLICK_ID, type Example } from '../example.ts';

const order = {
  orderId: 'TESTE-7781',
  platform: 'GatewayExemplo',
  paymentMethod: 'pix',
  status: 'paid',
  createdAt: '2026-11-20 14:58:00',
  approvedDate: '2026-11-20 15:00:00' as string | null,
  refundedAt: null as string | null,
  customer: {
    name: BUYER.name,
    email: BUYER.email,
    phone: BUYER.phone,
    document: BUYER.cpf,
    country: 'BR',
    ip: '177.8.141.8',
  },
  products: [{ id: 'P1', name: 'Curso X', planId: null, planName: null, quantity: 1, priceInCents: 19_700 }],
  trackingParameters: {
    src: null,
    sck: EXAMPLE_CLICK_ID,
    utm_source: 'FB',
    utm_campaign: 'Lançamento|238470000000',
    utm_medium: 'Frio|238470000001',
    utm_content: 'Vídeo 1|238470000002',
    utm_term: 'Instagram_Feed',
  },
  commission: { totalPriceInCents: 19_700, gatewayFeeInCents: 985, userCommissionInCents: 18_715 },
  isTest: false,
};

export const examples: readonly Example[] = [
  { name: 'Pix pago', body: order },
  { name: 'Pix gerado', body: { ...order, status: 'waiting_payment', approvedDate: null } },
  { name: 'Recusado', body: { ...order, status: 'refused', approvedDate: null } },
  { name: 'Reembolso', body: { ...order, status: 'refunded', refundedAt: '2026-11-22 12:00:00' } },
  { name: 'Chargeback', body: { ...order, status: 'chargedback', refundedAt: '2026-11-24 12:00:00' } },
];
