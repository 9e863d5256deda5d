/**
 * The requests of five checkouts, written by hand from their documentation: the same conversion in five formats. They share no
 * code with the product, so that a wrong mapping in the product cannot also be in the crash test's account.
 */
import type { RegisteredTenant } from '../kit/registered-tenant.ts';

export const FORMATS = ['generic', 'hotmart', 'orders', 'kiwify', 'monetizze'] as const;
export type Format = (typeof FORMATS)[number];

export interface PostedConversion {
  readonly transaction: string;
  readonly cents: number;
  /** Undefined: a conversion without a click. */
  readonly clickId: string | undefined;
  readonly email: string;
}

export type News = 'approved' | 'refunded';

export interface Post {
  readonly path: string;
  readonly contentType: string;
  readonly body: string;
}

export type KeyOf = (format: Format) => string;

/** The checkout's request for this event. The same event gives the same bytes. */
export function postOf(
  format: Format,
  news: News,
  conversion: PostedConversion,
  tenant: RegisteredTenant,
  keyOf: KeyOf,
  atMs: number,
): Post {
  const path = format === 'generic' ? `/conversion?key=${tenant.trackingKey}` : `/webhooks/${format}/${keyOf(format)}`;
  const { contentType, body } = SHAPES[format](news, conversion, atMs);
  return { path, contentType, body };
}

type Shape = (news: News, conversion: PostedConversion, atMs: number) => { contentType: string; body: string };

const json = (body: object) => ({ contentType: 'application/json', body: JSON.stringify(body) });
const decimal = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
const utc = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
/** Local time of São Paulo, without daylight saving since 2019: these checkouts send times without a zone. */
const brasilia = (ms: number) => utc(ms - 3 * 3_600_000);

const SHAPES: Readonly<Record<Format, Shape>> = {
  generic: (news, { transaction, cents, clickId, email }, atMs) =>
    json({
      transaction_id: transaction,
      amount: decimal(cents),
      currency: 'BRL',
      event_type: 'purchase',
      status: news,
      occurred_at: new Date(atMs).toISOString(),
      email,
      ...(clickId === undefined ? {} : { click_id: clickId }),
    }),

  hotmart: (news, { transaction, cents, clickId, email }, atMs) =>
    json({
      id: `event-${transaction}-${news}`,
      creation_date: atMs,
      event: news === 'approved' ? 'PURCHASE_APPROVED' : 'PURCHASE_REFUNDED',
      version: '2.0.0',
      data: {
        product: { id: 123_456, name: 'Curso X' },
        buyer: { email, name: 'Ana Lima', checkout_phone: '11999999999', document: '52998224725' },
        purchase: {
          transaction,
          status: news === 'approved' ? 'APPROVED' : 'REFUNDED',
          order_date: atMs,
          approved_date: atMs,
          price: { value: cents / 100, currency_value: 'BRL' },
          full_price: { value: (cents * 1.1) / 100, currency_value: 'BRL' },
          payment: { type: 'CREDIT_CARD', installments_number: 12 },
          ...(clickId === undefined ? {} : { origin: { sck: `facebook|${clickId}|ad` } }),
        },
      },
    }),

  orders: (news, { transaction, cents, clickId, email }, atMs) =>
    json({
      orderId: transaction,
      platform: 'Gateway',
      paymentMethod: 'pix',
      status: news === 'approved' ? 'paid' : 'refunded',
      createdAt: utc(atMs),
      approvedDate: utc(atMs),
      refundedAt: news === 'refunded' ? utc(atMs) : null,
      customer: {
        name: 'Ana Lima',
        email,
        phone: '11999999999',
        document: '52998224725',
        country: 'BR',
        ip: '177.0.0.1',
      },
      products: [{ id: 'p1', name: 'Curso', planId: null, planName: null, quantity: 1, priceInCents: cents }],
      trackingParameters: { src: null, sck: clickId ?? null, utm_source: 'FB' },
      commission: { totalPriceInCents: cents, gatewayFeeInCents: 0, userCommissionInCents: cents },
      isTest: false,
    }),

  kiwify: (news, { transaction, cents, clickId, email }, atMs) =>
    json({
      order_id: transaction,
      order_status: news === 'approved' ? 'paid' : 'refunded',
      webhook_event_type: news === 'approved' ? 'order_approved' : 'order_refunded',
      created_at: brasilia(atMs),
      approved_date: brasilia(atMs),
      updated_at: brasilia(atMs),
      Product: { product_id: 'p1', product_name: 'Curso' },
      Customer: { full_name: 'Ana Lima', email, mobile: '+5511999999999', CPF: '529.982.247-25' },
      Commissions: { charge_amount: cents, currency: 'BRL', product_base_price: cents },
      TrackingParameters: { src: clickId ?? null, sck: null, utm_source: null },
    }),

  monetizze: (news, { transaction, cents, clickId, email }, atMs) => ({
    contentType: 'application/x-www-form-urlencoded',
    body: String(
      new URLSearchParams({
        chave_unica: 'account-secret',
        'tipoEvento[codigo]': news === 'approved' ? '2' : '4',
        'venda[codigo]': transaction,
        'venda[valor]': decimal(cents),
        'venda[dataInicio]': brasilia(atMs),
        'venda[dataFinalizada]': brasilia(atMs),
        'venda[src]': clickId ?? '',
        'produto[nome]': 'Curso',
        'comprador[nome]': 'Ana Lima',
        'comprador[email]': email,
      }),
    ),
  }),
};
