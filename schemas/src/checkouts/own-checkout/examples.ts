import { BUYER, EXAMPLE_CLICK_ID, type Example } from '../example.ts';

const conversion = {
  SRC: EXAMPLE_CLICK_ID,
  order_id: 'TESTE-1001',
  order_total: 497.0,
  order_currency: 'BRL',
  event_type: 'purchase',
  status: 'approved',
  customer_email: BUYER.email,
  name: BUYER.name,
  phone: BUYER.phone,
};

export const examples: readonly Example[] = [
  { name: 'Compra aprovada', body: conversion },
  {
    name: 'Aguardando pagamento',
    body: { ...conversion, status: 'waiting_payment', created_at: '2026-11-20T11:58:00-03:00' },
  },
  { name: 'Reembolso', body: { ...conversion, status: 'refunded', occurred_at: '2026-11-22T09:00:00-03:00' } },
  { name: 'Chargeback', body: { ...conversion, status: 'chargeback', occurred_at: '2026-11-24T09:00:00-03:00' } },
];
