import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareMoney, ZERO } from '../primitives/money.ts';
import type { TimeZone } from '../primitives/time.ts';
import { deliveryReasonText } from '../texts/delivery-reasons.ts';
import { DeliveryReason } from './delivery-reason.ts';
import { CHECKOUTS } from './generated/checkouts.ts';
import { EXAMPLES } from './generated/examples.ts';
import { interpretBody } from './interpret-body.ts';
import { mapCheckout, parseBody, recogniseCheckout } from './map-checkout.ts';
import type { JsonObject, MappedConversion } from './mapping.ts';
import { CHECKOUT_IDS, type CheckoutId } from './registry.ts';

const context = { timeZone: 'America/Sao_Paulo' as TimeZone, receivedAtMs: Date.parse('2026-11-29T00:00:00Z') };
const hotmartConversion = EXAMPLES.hotmart[0]?.body as { data: { purchase: JsonObject } } & JsonObject;

function conversion(body: JsonObject, checkout: CheckoutId = recogniseCheckout(body)): MappedConversion {
  const result = mapCheckout(checkout, body, context);
  if (result.kind !== 'conversion') throw new Error(JSON.stringify(result));
  return result.conversion;
}

const purchase = (change: JsonObject) => ({
  ...hotmartConversion,
  data: { ...hotmartConversion.data, purchase: { ...hotmartConversion.data.purchase, ...change } },
});

describe('click id in a webhook', () => {
  const ID = 'mc_lanc01_1751849000000123456';

  it('is looked for at the root, then in the tracking containers, then in the late fields', () => {
    const body = purchase({
      origin: { xcod: 'l2', src: 'c2', sck: 'c1' },
      tracking: { source_sck: 'l3', source: 'l4', external_code: 'l5', sck: 'c3' },
    });
    expect(
      conversion({ ...body, origin: { sck: 'c4' }, xcod: 'l1', click_id: 'r2', SRC: 'r1' }).clickReferences,
    ).toEqual(['r1', 'r2', 'c1', 'c2', 'c3', 'c4', 'l1', 'l2', 'l3', 'l4', 'l5']);
  });

  it('is taken from any text of the tracking container of the checkout', () => {
    const meta = { note: { deep: [`x|${ID}`] }, utm_source: 'FB' };
    expect(conversion({ ...EXAMPLES.braip[0]?.body, meta }).clickReferences).toEqual([`x|${ID}`, 'FB']);
  });

  it('ignores placeholders and macros that were not expanded', () => {
    const origin = { sck: '{clickid}', src: 'null', xcod: '-', session_id: 'Não Informado' };
    expect(conversion(purchase({ origin })).clickReferences).toEqual([]);
  });
});

describe('amount of a webhook', () => {
  it('is the price before instalment interest, in the currency of the price', () => {
    const price = { value: 59.9, currency_value: 'usd' };
    expect(conversion(purchase({ price }))).toMatchObject({ amount: '59.90', currency: 'USD' });
  });

  it('is zero for a price of zero', () => {
    expect(conversion(purchase({ price: { value: 0 } }))).toMatchObject({ amount: '0.00', status: 'approved' });
    expect(conversion({ ...EXAMPLES.orders[0]?.body, commission: { totalPriceInCents: 0 } }).amount).toBe('0.00');
  });

  it('is the sum of the products when an order has no total', () => {
    const products = [
      { priceInCents: 1990, quantity: 2 },
      { priceInCents: '500', quantity: 1 },
    ];
    expect(conversion({ ...EXAMPLES.orders[0]?.body, commission: null, products }).amount).toBe('44.80');
  });

  it.each([
    ['1.234,56', '1234.56'],
    ['R$ 169,80', '169.80'],
    ['R$ 1.234', '1234.00'],
    ['97.9', '97.90'],
  ])('reads the text "%s" as %s', (total_price, amount) => {
    expect(conversion({ ...EXAMPLES.kirvano[0]?.body, total_price }).amount).toBe(amount);
  });

  it('is needed for a sale at every checkout, and not for a bare change that takes it back', () => {
    const { data } = hotmartConversion;
    const body = (event: string, status: string) => ({
      ...hotmartConversion,
      event,
      data: { ...data, purchase: { transaction: 'HP1', status, price: { value: null } } },
    });
    for (const [event, status] of [
      ['PURCHASE_APPROVED', 'APPROVED'],
      ['PURCHASE_BILLET_PRINTED', 'BILLET_PRINTED'],
      ['PURCHASE_PROTEST', 'DISPUTE'],
    ] as const) {
      expect(mapCheckout('hotmart', body(event, status), context)).toEqual({
        kind: 'invalid',
        reason: { code: 'no_amount' },
      });
    }
    expect(conversion(body('PURCHASE_REFUNDED', 'REFUNDED'))).toMatchObject({ amount: '0.00', status: 'refunded' });
    expect(mapCheckout('kirvano', { ...EXAMPLES.kirvano[0]?.body, total_price: 'Não Informado' }, context)).toEqual({
      kind: 'invalid',
      reason: { code: 'no_amount' },
    });
  });

  it('reads whole cents, and refuses a fraction of a cent', () => {
    const body = (charge_amount: unknown) => ({ ...EXAMPLES.kiwify[0]?.body, Commissions: { charge_amount } });
    expect(conversion(body('5073')).amount).toBe('50.73');
    expect(mapCheckout('kiwify', body(50.73), context).kind).toBe('invalid');
  });

  it('takes the magnitude of a negative refund, and refuses any other negative amount', () => {
    expect(conversion({ transaction: 'T', amount: -97.9, status: 'refunded' }).amount).toBe('97.90');
    expect(mapCheckout('generic', { transaction: 'T', amount: -97.9, status: 'paid' }, context).kind).toBe('invalid');
  });

  it('keeps the amount of a partial refund separate from the gross amount', () => {
    const body = { transaction: 'T', amount: 100, status: 'partially_refunded', refund_amount: '30,00' };
    expect(conversion(body)).toMatchObject({ amount: '100.00', refundAmount: '30.00' });
    expect(conversion({ ...body, status: 'refunded' }).refundAmount).toBe('0.00');
    expect(mapCheckout('generic', { ...body, refund_amount: 'x' }, context).kind).toBe('invalid');
  });
});

describe('recognition of a checkout', () => {
  it('prefers the checkout of the address when a body fits two, and otherwise follows the documented order', () => {
    const both = { purchase_value: 10, order_total: 10, transaction: 'T' };
    expect(recogniseCheckout(both)).toBe('hotmart');
    expect(recogniseCheckout(both, 'own-checkout')).toBe('own-checkout');
    expect(recogniseCheckout(both, 'generic')).toBe('hotmart');
  });

  it('reads an unknown body as generic where a company sends its own, and leaves it to the checkout of any other address', () => {
    const body = { transaction_id: 'T', amount: 1, status: 'paid' };
    for (const hint of [undefined, 'generic', 'own-checkout'] as const)
      expect(recogniseCheckout(body, hint)).toBe('generic');
    for (const hint of CHECKOUT_IDS) {
      if (hint === 'generic' || hint === 'own-checkout') continue;
      expect(recogniseCheckout(body, hint)).toBe(hint);
      expect(interpretBody(hint, JSON.stringify(body), context)).toEqual({
        kind: 'invalid',
        reason: { code: 'other_format' },
      });
    }
  });

  it('reads the format of a checkout at the generic address and at that of another checkout', () => {
    for (const hint of ['generic', 'hotmart'] as const) {
      for (const id of CHECKOUT_IDS) {
        if (id !== 'generic') expect([hint, recogniseCheckout(EXAMPLES[id][0]!.body, hint)]).toEqual([hint, id]);
      }
    }
  });

  it('needs only the documented fields', () => {
    const bodies: [CheckoutId, JsonObject][] = [
      ['kiwify', { order_id: 'K', order_status: 'paid', Commissions: { charge_amount: 100 } }],
      ['cakto', { event: 'purchase_approved', data: { id: 'C', amount: 1 } }],
      ['kirvano', { event: 'SALE_APPROVED', sale_id: 'K', status: 'APPROVED', total_price: 'R$ 1,00' }],
      ['ticto', { status: 'authorized', order: { hash: 'T', paid_amount: 100 } }],
      ['greenn', { sale: { id: 1, status: 'paid', amount: 1 }, saleMetas: [] }],
      ['braip', { trans_key: 'B', trans_status: 'Pagamento Aprovado', trans_value: 100 }],
      ['perfect-pay', { code: 'P', sale_status_enum: 2, sale_amount: 1 }],
      ['hubla', { type: 'invoice.payment_succeeded', event: { invoice: { id: 'H', amount: { totalCents: 100 } } } }],
      ['eduzz', { event: 'myeduzz.invoice_paid', data: { id: 'E', price: { value: 1 } } }],
      ['monetizze', { venda: { codigo: 'M', valor: '1' }, tipoEvento: { codigo: 2 } }],
      ['hotmart', { event: 'SUBSCRIPTION_CANCELLATION', version: '2.0.0', data: { subscription: {} } }],
    ];
    for (const [checkout, body] of bodies) {
      expect(recogniseCheckout(body)).toBe(checkout);
      const result = mapCheckout(checkout, body, context);
      if (checkout !== 'hotmart') expect(result).toMatchObject({ conversion: { status: 'approved', isTest: false } });
    }
  });

  it('refuses bodies without any field of a conversion, and ignores a ping', () => {
    expect(mapCheckout('generic', { foo: 'bar' }, context).kind).toBe('invalid');
    expect(mapCheckout('generic', { event: 'PURCHASE_APPROVED', data: { id: 1 } }, context).kind).toBe('invalid');
    expect(mapCheckout('generic', { ping: 1 }, context).kind).toBe('ignored');
  });
});

describe('flat format of Hotmart', () => {
  it('reads all documented names and the status words of the old format', () => {
    const body = {
      purchase_value: '1.297,00',
      order_id: 'HP9',
      moeda: 'BRL',
      status: 'billet_printed',
      timestamp: 1_795_000_000,
    };
    expect(conversion(body)).toMatchObject({
      checkout: 'hotmart',
      transactionId: 'HP9',
      amount: '1297.00',
      status: 'pending',
      eventTime: '2026-11-18T11:06:40.000Z',
    });
    expect(conversion({ ...body, status: 'dispute' }).status).toBe('disputed');
    expect(conversion({ ...body, event_type: 'lead' })).toMatchObject({ conversionType: 'lead', amount: '0.00' });
    expect(mapCheckout('hotmart', { ...body, event: 'SWITCH_PLAN' }, context).kind).toBe('ignored');
  });
});

describe('test events', () => {
  it.each([
    [{ is_test: true }, true],
    [{ isTest: 1 }, true],
    [{ test: 'True' }, true],
    [{ test: 'false' }, false],
    [{ is_test: {} }, false],
  ])('reads the flag %j as isTest %s', (flag, expected) => {
    expect(conversion({ transaction: 'T', amount: 1, status: 'paid', ...flag }).isTest).toBe(expected);
    expect(conversion({ ...EXAMPLES.orders[0]?.body, ...flag }).isTest).toBe(expected);
  });

  it('recognises a test from the Hotmart panel by its product', () => {
    const product = { id: 0, name: 'Produto test postback2' };
    expect(conversion({ ...hotmartConversion, data: { ...hotmartConversion.data, product } }).isTest).toBe(true);
  });
});

describe('webhook body as text', () => {
  it('keeps numbers beyond 2^53 as they were written', () => {
    const body = parseBody('{"transaction":12345678901234567891,"amount":10,"status":"paid"}');
    expect(body && conversion(body).transactionId).toBe('12345678901234567891');
  });

  it('refuses anything but a JSON object with fields', () => {
    for (const text of ['', '[]', '{}', 'null', '"x"', '{', '1']) expect(parseBody(text)).toBeUndefined();
  });
});

/** Examples with values changed at random places: near enough to real bodies to reach every branch. */
const mutated = fc
  .tuple(fc.constantFrom(...CHECKOUT_IDS), fc.nat(), fc.array(fc.tuple(fc.nat(), fc.jsonValue()), { maxLength: 4 }))
  .map(([checkout, index, changes]): [CheckoutId, JsonObject] => {
    const examples = EXAMPLES[checkout];
    const body = structuredClone(examples[index % examples.length]?.body ?? {}) as JsonObject;
    for (const [place, value] of changes) change(body, place, value);
    return [checkout, body];
  });

function change(body: JsonObject, place: number, value: unknown): void {
  const places: [Record<string, unknown>, string][] = [];
  const visit = (object: Record<string, unknown>) => {
    for (const [name, child] of Object.entries(object)) {
      places.push([object, name]);
      if (typeof child === 'object' && child !== null) visit(child as Record<string, unknown>);
    }
  };
  visit(body as Record<string, unknown>);
  const [object, name] = places[place % places.length] ?? [{}, ''];
  object[name] = value;
}

const hostileName = fc.constantFrom(
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'status',
  'event',
  'data',
);
const anyBody = fc.dictionary(fc.oneof(hostileName, fc.string()), fc.jsonValue({ maxDepth: 4 }));

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, child]) => [name, reversed(child)]),
  );
}

describe('mapping of any body', () => {
  const anyCase = fc.oneof(mutated, fc.tuple(fc.constantFrom(...CHECKOUT_IDS), anyBody as fc.Arbitrary<JsonObject>));

  it('throws for no body, and returns no negative amounts and no empty texts', () => {
    fc.assert(
      fc.property(anyCase, ([hint, body]) => {
        for (const checkout of new Set([hint, recogniseCheckout(body), recogniseCheckout(body, hint)])) {
          const result = mapCheckout(checkout, body, context);
          if (result.kind !== 'conversion') {
            expect(deliveryReasonText(DeliveryReason.parse(result.reason))).not.toBe('');
            continue;
          }
          const { amount, refundAmount, clickReferences, transactionId, conversionType } = result.conversion;
          expect(result.conversion.checkout).toBe(checkout);
          expect(compareMoney(amount, ZERO)).not.toBe(-1);
          expect(compareMoney(refundAmount, ZERO)).not.toBe(-1);
          expect([transactionId, conversionType, ...clickReferences]).not.toContain('');
          if (conversionType === 'lead') expect(amount).toBe(ZERO);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('gives the same result for any order of keys', () => {
    fc.assert(
      fc.property(anyCase, ([hint, body]) => {
        const other = reversed(body) as JsonObject;
        const checkout = recogniseCheckout(body, hint);
        expect(recogniseCheckout(other, hint)).toBe(checkout);
        expect(mapCheckout(checkout, other, context)).toEqual(mapCheckout(checkout, body, context));
      }),
      { numRuns: 250 },
    );
  });

  it('ignores inherited names, and leaves Object.prototype unchanged', () => {
    const body = JSON.parse(
      '{"__proto__":{"status":"refunded","transaction":"T"},"amount":1,"event_type":"purchase"}',
    ) as JsonObject;
    expect(conversion(body)).toMatchObject({ status: 'approved', transactionId: null });
    expect(Object.hasOwn(Object.prototype, 'status')).toBe(false);
  });
});

it('declares for every checkout where its secret is, with header names in lower case', () => {
  for (const checkout of CHECKOUT_IDS) {
    const place = CHECKOUTS[checkout].authenticity;
    const names =
      place.kind === 'token'
        ? [...place.headers, ...place.bodyFields]
        : Object.values(place.kind === 'hmac' ? place.from : { header: place.header });
    expect(names.length).toBeGreaterThan(0);
    if (place.kind === 'token') expect(place.headers).toEqual(place.headers.map((name) => name.toLowerCase()));
  }
});
