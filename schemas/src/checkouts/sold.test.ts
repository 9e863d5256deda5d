import { describe, expect, it } from 'vitest';
import type { TimeZone } from '../primitives/time.ts';
import { EXAMPLES } from './generated/examples.ts';
import { mapCheckout } from './map-checkout.ts';
import type { JsonObject } from './mapping.ts';
import { CHECKOUT_IDS, type CheckoutId } from './registry.ts';
import { NOT_GIVEN, PAYMENT_METHODS, type Sold } from './sold.ts';
import { toSold } from './to-sold.ts';

const context = { timeZone: 'America/Sao_Paulo' as TimeZone, receivedAtMs: Date.parse('2026-11-29T00:00:00Z') };

function soldIn(checkout: CheckoutId, body: JsonObject): Sold {
  const result = mapCheckout(checkout, body, context);
  if (result.kind !== 'conversion') throw new Error(`no conversion: ${JSON.stringify(result)}`);
  return result.conversion.sold;
}

/** An example by its place in the list, with other fields at its root. */
const example = (checkout: CheckoutId, place = 0, fields: JsonObject = {}): Sold =>
  soldIn(checkout, { ...EXAMPLES[checkout][place]!.body, ...fields });

/** The first example of each checkout: all that its documentation has of what was sold. */
const FIRST: Readonly<Record<CheckoutId, Partial<Sold>>> = {
  hotmart: {
    productId: '123456',
    productName: 'Curso X',
    offer: 'abc123',
    paymentMethod: 'credit_card',
    installments: 12,
    gatewayFee: '29.70' as Sold['gatewayFee'],
    netToSeller: '267.30' as Sold['netToSeller'],
    interest: '44.28' as Sold['interest'],
    recurrence: 1,
    coupon: 'X',
    affiliate: 'Q58388177J',
  },
  'own-checkout': {},
  generic: {},
  orders: {
    productId: 'P1',
    productName: 'Curso X',
    paymentMethod: 'pix',
    gatewayFee: '9.85' as Sold['gatewayFee'],
    netToSeller: '187.15' as Sold['netToSeller'],
  },
  kiwify: {
    productId: '0a53c1f0-7f7a-11ec-90d6-0242ac120003',
    productName: 'Curso X',
    paymentMethod: 'credit_card',
    installments: 1,
    gatewayFee: '4.56' as Sold['gatewayFee'],
    netToSeller: '46.17' as Sold['netToSeller'],
  },
  eduzz: {
    productId: '3027605',
    productName: 'Curso X',
    paymentMethod: 'credit_card',
    installments: 3,
    interest: '22.40' as Sold['interest'],
  },
  monetizze: {
    productId: '51437',
    productName: 'Curso X',
    offer: 'Curso X',
    paymentMethod: 'credit_card',
    netToSeller: '177.30' as Sold['netToSeller'],
  },
  braip: {
    productId: 'pro164031',
    productName: 'Curso X',
    offer: 'Plano único',
    paymentMethod: 'credit_card',
    installments: 3,
    netToSeller: '177.30' as Sold['netToSeller'],
  },
  kirvano: {
    productId: 'be75b426-7805-49ba-af3d-84512909f508',
    productName: 'Curso X',
    offer: 'Oferta principal',
    paymentMethod: 'credit_card',
    installments: 1,
  },
  ticto: {
    productId: '11223',
    productName: 'Curso X',
    offer: 'Oferta principal',
    paymentMethod: 'credit_card',
    installments: 3,
    gatewayFee: '12.79' as Sold['gatewayFee'],
  },
  cakto: {
    productId: 'f947c21c-d8f0-41a1-a0a6-fede9f27b3b7',
    productName: 'Curso X',
    offer: 'Oferta principal',
    paymentMethod: 'credit_card',
    installments: 1,
    gatewayFee: '8.64' as Sold['gatewayFee'],
    netToSeller: '81.36' as Sold['netToSeller'],
    kind: 'main',
    coupon: 'DEZ',
  },
  'perfect-pay': {
    productId: 'PPPBDLGP',
    productName: 'Curso X',
    offer: 'Curso X',
    paymentMethod: 'credit_card',
    installments: 1,
    netToSeller: '35.90' as Sold['netToSeller'],
  },
  greenn: { productId: '6655', productName: 'Curso X', paymentMethod: 'credit_card', installments: 3 },
  hubla: {
    productId: 'inAVzweR0QYw5y03K5mq',
    productName: 'Curso X',
    offer: 'Principal',
    paymentMethod: 'pix',
    installments: 1,
    netToSeller: '865.42' as Sold['netToSeller'],
    interest: '0.00' as Sold['interest'],
  },
  guru: {
    productId: '1587151083',
    productName: 'Curso X',
    offer: 'Oferta principal',
    paymentMethod: 'credit_card',
    installments: 12,
    gatewayFee: '29.50' as Sold['gatewayFee'],
    netToSeller: '470.50' as Sold['netToSeller'],
    interest: '36.40' as Sold['interest'],
  },
  lastlink: {
    productId: '0a53c1f0-7f7a-11ec-90d6-0242ac120003',
    productName: 'Curso X',
    offer: 'Oferta principal',
    paymentMethod: 'credit_card',
    installments: 3,
    gatewayFee: '15.76' as Sold['gatewayFee'],
    netToSeller: '181.24' as Sold['netToSeller'],
    recurrence: 1,
  },
  payt: {
    productId: 'JLY9B4',
    productName: 'Curso X',
    offer: 'Oferta principal',
    paymentMethod: 'credit_card',
    installments: 12,
    gatewayFee: '18.20' as Sold['gatewayFee'],
    netToSeller: '178.80' as Sold['netToSeller'],
  },
  pepper: {
    productId: '10000',
    productName: 'Curso X',
    offer: '10232',
    paymentMethod: 'credit_card',
    installments: 12,
    gatewayFee: '5.90' as Sold['gatewayFee'],
    netToSeller: '94.10' as Sold['netToSeller'],
    interest: '38.28' as Sold['interest'],
  },
  pagtrust: {
    productId: '610828',
    productName: 'Curso X',
    offer: '225992',
    paymentMethod: 'pix',
    installments: 1,
    gatewayFee: '21.31' as Sold['gatewayFee'],
    netToSeller: '375.69' as Sold['netToSeller'],
    interest: '0.00' as Sold['interest'],
    kind: 'upsell',
  },
  evermart: {
    productId: '62c84157604923283f4566ce',
    productName: 'Curso X',
    offer: '62d879bde8b23b66bf5f0f18',
    paymentMethod: 'credit_card',
    gatewayFee: '7.34' as Sold['gatewayFee'],
    netToSeller: '125.70' as Sold['netToSeller'],
  },
  appmax: { paymentMethod: 'credit_card' },
  yampi: {
    productId: '18293',
    productName: 'Curso X',
    paymentMethod: 'credit_card',
    installments: 3,
    interest: '19.90' as Sold['interest'],
  },
  shopify: {
    productId: '8412345678901',
    productName: 'Curso X',
    offer: 'Impresso',
    paymentMethod: 'pix',
    coupon: 'DEZ',
  },
  woocommerce: { productId: '93', productName: 'Curso X', paymentMethod: 'pix', coupon: 'dez' },
  cartpanda: { productId: '18293', productName: 'Curso X', paymentMethod: 'pix' },
  asaas: { paymentMethod: 'credit_card', netToSeller: '193.51' as Sold['netToSeller'] },
  pagarme: { productId: 'P1', productName: 'Curso X', paymentMethod: 'credit_card', installments: 3 },
  stripe: { paymentMethod: 'credit_card' },
  'mercado-pago': {
    productId: 'P1',
    productName: 'Curso X',
    paymentMethod: 'credit_card',
    installments: 6,
    gatewayFee: '9.83' as Sold['gatewayFee'],
    netToSeller: '187.17' as Sold['netToSeller'],
    interest: '22.40' as Sold['interest'],
  },
  nuvemshop: {
    productId: '111088717',
    productName: 'Curso X',
    offer: 'Impresso',
    paymentMethod: 'credit_card',
    installments: 3,
    coupon: 'DEZ',
  },
};

describe('what was sold', () => {
  it.each(CHECKOUT_IDS)('reads all that the documentation of %s has, and null for the rest', (checkout) => {
    expect(example(checkout)).toEqual({ ...NOT_GIVEN, ...FIRST[checkout] });
  });

  it('reads every event of a checkout without an error', () => {
    for (const checkout of CHECKOUT_IDS) {
      for (const { body } of EXAMPLES[checkout]) {
        const result = mapCheckout(checkout, body, context);
        if (result.kind === 'conversion') expect(Object.keys(result.conversion.sold)).toEqual(Object.keys(NOT_GIVEN));
      }
    }
  });

  it('reads the payment method of pending sales', () => {
    expect(example('hotmart', 1).paymentMethod).toBe('boleto');
    expect(example('kiwify', 1).paymentMethod).toBe('pix');
    expect(example('monetizze', 1).paymentMethod).toBe('boleto');
    expect(example('kirvano', 1).paymentMethod).toBe('pix');
    expect(example('ticto', 1).paymentMethod).toBe('pix');
    expect(example('cakto', 1).paymentMethod).toBe('pix');
  });

  it('names a bump and its main sale', () => {
    expect(example('hotmart', 6)).toMatchObject({ kind: 'bump', parentTransactionId: 'HP16015479281022' });
    const { data } = EXAMPLES.cakto[0]!.body as { data: JsonObject };
    expect(example('cakto', 0, { data: { ...data, offer_type: 'orderbump', parent_order: 'p-1' } })).toMatchObject({
      kind: 'bump',
      parentTransactionId: 'p-1',
    });
    expect(example('cakto', 0, { data: { ...data, offer_type: 'upsell' } }).kind).toBe('upsell');
    expect(example('perfect-pay', 0, { payment_type_enum_key: 'credit_card_upsell' })).toMatchObject({
      kind: 'upsell',
      paymentMethod: 'credit_card',
    });
  });

  it('names the main product of a sale with bumps in one delivery', () => {
    const products = [
      { id: 'bump', is_order_bump: true },
      { id: 'main', is_order_bump: false },
    ];
    expect(example('kirvano', 0, { products }).productId).toBe('main');
  });

  it('distinguishes renewals from the first charge', () => {
    const { data } = EXAMPLES.hotmart[0]!.body as { data: { purchase: JsonObject } };
    const purchase = { ...data.purchase, recurrence_number: 3 };
    expect(example('hotmart', 0, { data: { ...data, purchase } })).toMatchObject({ kind: 'renewal', recurrence: 3 });
    const funnel = { ...data.purchase, is_funnel: true };
    expect(example('hotmart', 0, { data: { ...data, purchase: funnel } }).kind).toBe('upsell');
    expect(example('kiwify', 0, { webhook_event_type: 'subscription_renewed' }).kind).toBe('renewal');
    expect(example('kirvano', 0, { event: 'SUBSCRIPTION_RENEWED', plan: { charge_number: 2 } })).toMatchObject({
      kind: 'renewal',
      recurrence: 2,
    });
    expect(example('cakto', 0, { event: 'subscription_renewed' }).kind).toBe('renewal');
  });

  it('leaves out a fee in another currency than the sale', () => {
    const { Commissions } = EXAMPLES.kiwify[0]!.body as { Commissions: JsonObject };
    const fee = { Commissions: { ...Commissions, kiwify_fee_currency: 'USD' } };
    expect(example('kiwify', 0, fee)).toMatchObject({ gatewayFee: null, netToSeller: '46.17' });
    const { data } = EXAMPLES.hotmart[0]!.body as { data: JsonObject };
    const commissions = [{ value: 5, source: 'MARKETPLACE', currency_value: 'USD' }];
    expect(example('hotmart', 0, { data: { ...data, commissions } })).toMatchObject({
      gatewayFee: null,
      netToSeller: null,
    });
  });

  it("reads Hotmart's version 1.0 and flat form", () => {
    expect(example('hotmart', 8)).toMatchObject({
      productId: '123456',
      productName: 'Curso X',
      offer: 'abc123',
      paymentMethod: 'credit_card',
    });
    expect(example('hotmart', 8, { cms_marketplace: '29.70', cms_vendor: '267.30' })).toMatchObject({
      gatewayFee: '29.70',
      netToSeller: '267.30',
    });
    expect(example('hotmart', 7)).toMatchObject({ productId: null, productName: 'Curso X', paymentMethod: null });
  });

  it('reads the names of the generic format', () => {
    const reported = {
      product_id: 7,
      product_name: 'Livro',
      offer: 'capa dura',
      payment_method: 'Cartão de Crédito',
      installments: '6',
      gateway_fee: '4,90',
      net_to_seller: 93,
      juros: '12,00',
      kind: 'Order_Bump',
      parent_transaction_id: 'T-0',
      recurrence: 1,
      coupon: 'DEZ',
      affiliate: 'af1',
    };
    expect(example('generic', 0, reported)).toEqual({
      productId: '7',
      productName: 'Livro',
      offer: 'capa dura',
      paymentMethod: 'credit_card',
      installments: 6,
      gatewayFee: '4.90',
      netToSeller: '93.00',
      interest: '12.00',
      kind: 'bump',
      parentTransactionId: 'T-0',
      recurrence: 1,
      coupon: 'DEZ',
      affiliate: 'af1',
      products: null,
    });
  });

  it('says other for a payment method that it does not know, and nothing for what it cannot read', () => {
    expect(PAYMENT_METHODS).toContain('other');
    expect(toSold({ paymentMethod: 'Cheque' }).paymentMethod).toBe('other');
    expect(toSold({ paymentMethod: 'constructor' }).paymentMethod).toBe('other');
    expect(toSold({ paymentMethod: {}, installments: 0, recurrence: 'x', affiliate: 'a@b.com' })).toEqual(NOT_GIVEN);
    expect(toSold({ gatewayFee: '-1.00' as Sold['gatewayFee'] & string })).toEqual(NOT_GIVEN);
    expect(example('generic', 0, { gateway_fee: 'caro' }).gatewayFee).toBeNull();
  });
});
