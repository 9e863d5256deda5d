import { BUYER, EXAMPLE_CLICK_ID, type Example } from '../example.ts';

const APPROVED_AT = Date.UTC(2026, 10, 20, 15, 0, 0);

function event(name: string, status: string, createdAt: number, purchase: object = {}) {
  return {
    id: 'b29e4a16-8d1c-4c59-9a35-0f9c6a7f2d10',
    creation_date: createdAt,
    event: name,
    version: '2.0.0',
    data: {
      product: { id: 123456, ucode: '1d5a3c2e-4b6f-4a6e-9d0f-2f5f8f6f7a01', name: 'Curso X', has_co_production: false },
      affiliates: [{ affiliate_code: 'Q58388177J', name: 'Afiliado Exemplo' }],
      buyer: {
        email: BUYER.email,
        name: BUYER.name,
        first_name: 'Ana',
        last_name: 'Lima',
        checkout_phone_code: '55',
        checkout_phone: BUYER.phone,
        document: BUYER.cpf,
        address: { country: 'Brasil', country_iso: 'BR', state: 'SP', city: 'São Paulo', zipcode: '01310200' },
      },
      producer: { name: 'Produtora Exemplo' },
      commissions: [
        { value: 29.7, source: 'MARKETPLACE', currency_value: 'BRL' },
        { value: 267.3, source: 'PRODUCER', currency_value: 'BRL' },
      ],
      purchase: {
        transaction: 'HP16015479281022',
        status,
        order_date: APPROVED_AT - 120_000,
        approved_date: APPROVED_AT,
        price: { value: 297.0, currency_value: 'BRL' },
        full_price: { value: 341.28, currency_value: 'BRL' },
        original_offer_price: { value: 347.0, currency_value: 'BRL' },
        payment: { type: 'CREDIT_CARD', installments_number: 12 },
        offer: { code: 'abc123', coupon_code: 'X' },
        order_bump: { is_order_bump: false, parent_purchase_transaction: null },
        origin: { sck: EXAMPLE_CLICK_ID, src: null, xcod: '' },
        recurrence_number: 1,
        is_funnel: false,
        business_model: 'I',
        ...purchase,
      },
      subscription: { status: 'ACTIVE', plan: { id: 1, name: 'Mensal' }, subscriber: { code: 'I9OT62C3' } },
    },
  };
}

const waiting = { approved_date: -1, payment: { type: 'BILLET', installments_number: 1 } };

export const examples: readonly Example[] = [
  { name: 'Compra aprovada', body: event('PURCHASE_APPROVED', 'APPROVED', APPROVED_AT + 5_000) },
  { name: 'Boleto impresso', body: event('PURCHASE_BILLET_PRINTED', 'PRINTED_BILLET', APPROVED_AT - 110_000, waiting) },
  { name: 'Compra completa', body: event('PURCHASE_COMPLETE', 'COMPLETE', APPROVED_AT + 86_400_000) },
  { name: 'Pedido de reembolso', body: event('PURCHASE_PROTEST', 'DISPUTE', APPROVED_AT + 3_600_000) },
  { name: 'Reembolso', body: event('PURCHASE_REFUNDED', 'REFUNDED', APPROVED_AT + 7_200_000) },
  { name: 'Chargeback', body: event('PURCHASE_CHARGEBACK', 'CHARGEBACK', APPROVED_AT + 9_000_000) },
  {
    name: 'Order bump',
    body: event('PURCHASE_APPROVED', 'APPROVED', APPROVED_AT + 6_000, {
      transaction: 'HP16015479281023',
      price: { value: 47.0, currency_value: 'BRL' },
      order_bump: { is_order_bump: true, parent_purchase_transaction: 'HP16015479281022' },
    }),
  },
  {
    name: 'Formato plano',
    body: {
      SCK: EXAMPLE_CLICK_ID,
      event: 'PURCHASE_APPROVED',
      product: 'Curso X',
      purchase_value: 297.0,
      currency: 'BRL',
      buyer_email: BUYER.email,
      transaction: 'HP1',
    },
  },
  {
    name: 'Postback 1.0',
    contentType: 'application/x-www-form-urlencoded',
    body: {
      hottok: 'exemplo',
      prod: '123456',
      prod_name: 'Curso X',
      off: 'abc123',
      price: '297.00',
      full_price: '341.28',
      currency: 'BRL',
      currency_code_from: 'BRL',
      amount: '1',
      email: BUYER.email,
      name: BUYER.name,
      doc: BUYER.cpf,
      transaction: 'HP16015479281099',
      status: 'approved',
      payment_type: 'credit_card',
      purchase_date: '2026-11-20T14:58:00Z',
      confirmation_purchase_date: '2026-11-20T15:00:00Z',
      src: EXAMPLE_CLICK_ID,
    },
  },
  {
    name: 'Carrinho abandonado',
    body: {
      id: '5f0c4c0e-2b52-4b0c-8f5c-5c2c6f1f9d77',
      creation_date: APPROVED_AT,
      event: 'PURCHASE_OUT_OF_SHOPPING_CART',
      version: '2.0.0',
      data: { product: { id: 123456, name: 'Curso X' }, buyer: { name: BUYER.name, email: BUYER.email } },
    },
  },
];
