import { BUYER, EXAMPLE_CLICK_ID, type Example } from '../example.ts';

const conversion = {
  click_id: EXAMPLE_CLICK_ID,
  transaction_id: 'TESTE-1001',
  amount: 97.9,
  currency: 'BRL',
  event_type: 'purchase',
  status: 'approved',
  occurred_at: '2026-11-20T12:00:00-03:00',
  email: BUYER.email,
};

export const examples: readonly Example[] = [
  { name: 'Compra aprovada', body: conversion },
  {
    name: 'Aguardando pagamento',
    body: { ...conversion, status: 'pending', occurred_at: '2026-11-20T11:58:00-03:00' },
  },
  {
    name: 'Reembolso parcial',
    body: {
      ...conversion,
      status: 'partially_refunded',
      refund_amount: '30,00',
      occurred_at: '2026-11-21T10:00:00-03:00',
    },
  },
  { name: 'Reembolso', body: { ...conversion, status: 'refunded', occurred_at: '2026-11-22T09:00:00-03:00' } },
  { name: 'Chargeback', body: { ...conversion, status: 'chargeback', occurred_at: '2026-11-24T09:00:00-03:00' } },
  {
    name: 'Chargeback revertido',
    body: { ...conversion, status: 'chargeback_reversed', occurred_at: '2026-11-28T09:00:00-03:00' },
  },
  {
    name: 'Lead',
    body: { click_id: EXAMPLE_CLICK_ID, event_type: 'lead', email: BUYER.email, name: BUYER.name, phone: BUYER.phone },
  },
];
