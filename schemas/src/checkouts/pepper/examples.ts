import { BUYER, EXAMPLE_CLICK_ID, type Example } from '../example.ts';

const transaction = (status: string, fields: object = {}) => ({
  currency: 'BRL',
  payment_engine: 'pepper',
  transaction: 'PP56489423',
  payment_type: 'Card',
  status,
  prod: 10000,
  prod_name: 'Curso X',
  producer_name: 'Produtora Exemplo',
  producer_legal_nature: 'Pessoa Jurídica',
  purchase_date: '2026-11-20 11:58:00',
  confirmation_purchase_date: '2026-11-20 12:00:00' as string | null,
  installments_number: 12,
  original_offer_price: 100,
  order_bump: false,
  cms_market_place: 5.9,
  cms_vendor: 94.1,
  off: 10232,
  price: 100,
  full_price: 138.28,
  email: BUYER.email,
  name: BUYER.name,
  first_name: 'Ana',
  last_name: 'Lima',
  doc: BUYER.cpf,
  phone_number: `+55${BUYER.phone}`,
  src: EXAMPLE_CLICK_ID,
  ...fields,
});

const waiting = { payment_type: 'Pix', confirmation_purchase_date: null, installments_number: 1, full_price: 100 };

export const examples: readonly Example[] = [
  { name: 'Venda paga', body: transaction('Paid') },
  { name: 'Aguardando pagamento', body: transaction('WaitingPayment', waiting) },
  { name: 'Pagamento recusado', body: transaction('Refused', { confirmation_purchase_date: null }) },
  { name: 'Reembolso', body: transaction('Refunded') },
  { name: 'Chargeback', body: transaction('Chargeback') },
  {
    name: 'Order bump',
    body: transaction('Paid', { transaction: 'PP56489424', order_bump: true, price: 27, full_price: 37.33 }),
  },
];
