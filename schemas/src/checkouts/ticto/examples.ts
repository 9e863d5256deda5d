import { BUYER, EXAMPLE_CLICK_ID, type Example } from '../example.ts';

const conversion = {
  version: '2.0',
  status: 'authorized',
  status_date: '2026-11-20 12:00:00',
  payment_method: 'credit_card',
  checkout_url: 'https://checkout.ticto.app/O84ABA07F',
  token: 'AqmMaY4OjKCdxSwIk1bsGLtlOzTvlJQm',
  commission_type: 'producer',
  marketplace_commission: 1279,
  order: {
    id: 797_057,
    hash: 'TOC1A2B3C4D',
    transaction_hash: 'TPC9Z8Y7X6W',
    paid_amount: 19_700,
    installments: 3,
    order_date: '2026-11-20 11:58:00',
  },
  item: {
    product_name: 'Curso X',
    product_id: 11_223,
    offer_name: 'Oferta principal',
    offer_id: 4455,
    offer_code: 'O84ABA07F',
    quantity: 1,
    amount: 19_700,
  },
  customer: {
    cpf: BUYER.cpf,
    name: BUYER.name,
    email: BUYER.email,
    type: 'person',
    is_foreign: false,
    phone: { ddi: '+55', ddd: '11', number: '999998888' },
  },
  tracking: {
    sck: EXAMPLE_CLICK_ID,
    src: 'Não Informado',
    utm_source: 'FB',
    utm_medium: 'Não Informado',
    utm_campaign: 'Não Informado',
    utm_term: 'Não Informado',
    utm_content: 'Não Informado',
  },
};

export const examples: readonly Example[] = [
  { name: 'Venda realizada', body: conversion },
  {
    name: 'Pix gerado',
    body: { ...conversion, status: 'pix_created', status_date: '2026-11-20 11:58:00', payment_method: 'pix' },
  },
  { name: 'Venda recusada', body: { ...conversion, status: 'refused', status_date: '2026-11-20 11:58:20' } },
  { name: 'Reembolso', body: { ...conversion, status: 'refunded', status_date: '2026-11-22 09:00:00' } },
  { name: 'Chargeback', body: { ...conversion, status: 'chargeback', status_date: '2026-11-24 09:00:00' } },
  {
    name: 'Assinatura cancelada',
    body: { ...conversion, status: 'subscription_canceled', status_date: '2026-11-24 09:00:00' },
  },
];
