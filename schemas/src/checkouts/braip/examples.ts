import { BUYER, EXAMPLE_CLICK_ID, type Example } from '../example.ts';

const client = {
  client_name: BUYER.name,
  client_email: BUYER.email,
  client_cel: `55${BUYER.phone}`,
  client_documment: BUYER.cpf,
  client_address: 'Av. Paulista',
  client_address_number: '1578',
  client_address_city: 'São Paulo',
  client_address_state: 'SP',
  client_zip_code: '01310200',
};

const conversion = {
  type: 'STATUS_ALTERADO',
  basic_authentication: '028868356fdde1a7ed743c4e83a0284afd44afcd',
  currency: 'BRL',
  product_name: 'Curso X',
  product_key: 'pro164031',
  plan_name: 'Plano único',
  plan_key: 'pla138236',
  plan_amount: 1,
  trans_key: 'ven7e1a2b3c',
  trans_status: 'Pagamento Aprovado',
  trans_status_code: 2,
  trans_value: 19_700,
  trans_total_value: 21_990,
  trans_freight: 0,
  trans_payment: 2,
  trans_installments: 3,
  trans_createdate: '2026-11-20 11:58:00',
  trans_updatedate: '2026-11-20 12:00:00',
  tracking_code: null,
  commissions: [{ name: 'Produtora Exemplo', email: 'produtora@example.com', type: 'Produtor', value: 17_730 }],
  meta: { src: EXAMPLE_CLICK_ID, utm_source: 'FB', utm_campaign: null, utm_medium: null, utm_content: null },
  ...client,
};

export const examples: readonly Example[] = [
  { name: 'Pagamento aprovado', body: conversion },
  {
    name: 'Aguardando pagamento',
    body: {
      ...conversion,
      trans_status: 'Aguardando Pagamento',
      trans_status_code: 1,
      trans_updatedate: '2026-11-20 11:58:00',
    },
  },
  {
    name: 'Cancelada',
    body: { ...conversion, trans_status: 'Cancelada', trans_status_code: 3, trans_updatedate: '2026-11-21 00:00:00' },
  },
  {
    name: 'Devolvida',
    body: { ...conversion, trans_status: 'Devolvida', trans_status_code: 5, trans_updatedate: '2026-11-22 09:00:00' },
  },
  {
    name: 'Chargeback',
    body: { ...conversion, trans_status: 'Chargeback', trans_status_code: 4, trans_updatedate: '2026-11-24 09:00:00' },
  },
  {
    name: 'Carrinho abandonado',
    body: {
      type: 'ABANDONO',
      basic_authentication: '028868356fdde1a7ed743c4e83a0284afd44afcd',
      abandonment_key: 'aban66021',
      product_name: 'Curso X',
      product_key: 'pro164031',
      plan_name: 'Plano único',
      plan_key: 'pla138236',
      trans_createdate: '2026-11-20 11:40:00',
      trans_updatedate: '2026-11-20 11:40:00',
      ...client,
    },
  },
];
