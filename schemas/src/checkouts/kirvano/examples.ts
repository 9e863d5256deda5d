import { BUYER, EXAMPLE_CLICK_ID, type Example } from '../example.ts';

const conversion = {
  event: 'SALE_APPROVED',
  event_description: 'Compra aprovada',
  checkout_id: '3d91f533-62ad-4945-a86d-bea2aafa4e4c',
  checkout_url: 'https://pay.kirvano.com/3d91f533-62ad-4945-a86d-bea2aafa4e4c',
  sale_id: 'G9KXR21M',
  payment_method: 'CREDIT_CARD',
  total_price: 'R$ 169,80',
  type: 'ONE_TIME',
  status: 'APPROVED',
  created_at: '2026-11-20 11:58:00',
  customer: { name: BUYER.name, document: BUYER.cpf, email: BUYER.email, phone_number: `55${BUYER.phone}` },
  payment: {
    method: 'CREDIT_CARD',
    brand: 'visa',
    installments: 1,
    finished_at: '2026-11-20 12:00:00' as string | null,
  },
  products: [
    {
      id: 'be75b426-7805-49ba-af3d-84512909f508',
      name: 'Curso X',
      offer_id: '9b0a6a2e-1f6e-4f0c-8d4b-2b7e1f4c5d6e',
      offer_name: 'Oferta principal',
      description: 'Curso X',
      price: 'R$ 169,80',
      photo: 'https://example.com/curso-x.png',
      is_order_bump: false,
    },
  ],
  utm: {
    src: EXAMPLE_CLICK_ID,
    utm_source: 'FB',
    utm_medium: 'paid',
    utm_campaign: 'lancamento',
    utm_term: '',
    utm_content: '',
  },
};

const pix = {
  method: 'PIX',
  qrcode: '00020126580014br.gov.bcb.pix',
  expires_at: '2026-11-21 11:58:00',
  finished_at: null,
};

export const examples: readonly Example[] = [
  { name: 'Compra aprovada', body: conversion },
  {
    name: 'Pix gerado',
    body: { ...conversion, event: 'PIX_GENERATED', event_description: 'Pix gerado', status: 'PENDING', payment: pix },
  },
  {
    name: 'Pix expirado',
    body: { ...conversion, event: 'PIX_EXPIRED', event_description: 'Pix expirado', status: 'CANCELED', payment: pix },
  },
  {
    name: 'Compra recusada',
    body: { ...conversion, event: 'SALE_REFUSED', status: 'REFUSED', payment: { method: 'CREDIT_CARD' } },
  },
  {
    name: 'Reembolso',
    body: { ...conversion, event: 'SALE_REFUNDED', event_description: 'Reembolso', status: 'REFUNDED' },
  },
  {
    name: 'Chargeback',
    body: { ...conversion, event: 'SALE_CHARGEBACK', event_description: 'Chargeback', status: 'CHARGEBACK' },
  },
  {
    name: 'Carrinho abandonado',
    body: {
      event: 'ABANDONED_CART',
      event_description: 'Carrinho abandonado',
      checkout_id: conversion.checkout_id,
      status: 'ABANDONED_CART',
      created_at: '2026-11-20 11:40:00',
      customer: conversion.customer,
      utm: conversion.utm,
    },
  },
];
