// The buyer's balance: generated orders with several items and charges, paid in instalments or not, and refunded by item or whole, as each checkout
// sends them, in any order and repeated. Bodies take the way of the product: recognition, mapping, identity, ledger, fold.

import { EXAMPLES } from '@tracker/schemas/checkouts/generated/examples';
import { conversionIdentity } from '@tracker/schemas/checkouts/identity';
import { mapCheckout, recogniseCheckout } from '@tracker/schemas/checkouts/map-checkout';
import type { JsonObject } from '@tracker/schemas/checkouts/mapping';
import type { CheckoutId } from '@tracker/schemas/checkouts/registry';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { addMoney, moneyFromCents, ZERO } from '@tracker/schemas/primitives/money';
import { DEFAULT_TIME_ZONE, msFromInstant } from '@tracker/schemas/primitives/time';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { conversionIdOf, deliveryIdOf, hashOf } from '../identity/conversion-id.ts';
import { foldConversion, type LedgerEvent } from './fold.ts';

const TENANT = 'tn_1' as TenantId;
const RECEIVED_MS = Date.UTC(2026, 10, 25, 12);

type State = 'pending' | 'paid' | 'refunded';

/** What one delivery is about: an item where the checkout refunds items, else the charge of an order. */
interface Line {
  readonly order: string;
  readonly charge: number;
  /** 0 is the main product. */
  readonly item: number;
  readonly items: number;
  readonly cents: number;
  /** Of all items of the charge. */
  readonly chargeCents: number;
  readonly interestCents: number;
  readonly installments: number;
}

interface Sender {
  readonly refundsItems: boolean;
  readonly body: (line: Line, state: State) => JsonObject;
}

const reais = (cents: number) => (cents / 100).toFixed(2);
const codeOf = ({ order, charge, item }: Line) => `${order}-${charge}-${item}`;

/** The first example of the checkout with these places set ('data/status'). */
function sent(checkout: CheckoutId, places: Readonly<Record<string, unknown>>): JsonObject {
  const body = structuredClone(EXAMPLES[checkout][0]!.body) as Record<string, unknown>;
  for (const [path, value] of Object.entries(places)) {
    const names = path.split('/');
    const last = names.pop()!;
    const place = names.reduce<Record<string, unknown>>(
      (object, name) => object[name] as Record<string, unknown>,
      body,
    );
    place[last] = value;
  }
  return body;
}

const SENDERS: Readonly<Partial<Record<CheckoutId, Sender>>> = {
  hotmart: {
    refundsItems: true,
    body: (line, state) =>
      sent('hotmart', {
        event: { pending: 'PURCHASE_BILLET_PRINTED', paid: 'PURCHASE_APPROVED', refunded: 'PURCHASE_REFUNDED' }[state],
        'data/purchase/status': { pending: 'BILLET_PRINTED', paid: 'APPROVED', refunded: 'REFUNDED' }[state],
        'data/purchase/transaction': codeOf(line),
        'data/purchase/price/value': line.cents / 100,
        'data/purchase/full_price/value': (line.cents + line.interestCents) / 100,
        'data/purchase/recurrence_number': line.charge,
      }),
  },
  kiwify: {
    refundsItems: true,
    body: (line, state) =>
      sent('kiwify', {
        webhook_event_type: { pending: 'billet_created', paid: 'order_approved', refunded: 'order_refunded' }[state],
        order_status: { pending: 'waiting_payment', paid: 'paid', refunded: 'refunded' }[state],
        order_id: codeOf(line),
        installments: line.installments,
        'Commissions/charge_amount': line.cents + line.interestCents,
        'Commissions/product_base_price': line.cents,
      }),
  },
  ticto: {
    refundsItems: true,
    body: (line, state) =>
      sent('ticto', {
        status: { pending: 'waiting_payment', paid: 'authorized', refunded: 'refunded' }[state],
        // One order for all charges, which the documentation does not exclude.
        'order/hash': line.order,
        'order/transaction_hash': `${line.order}-${line.charge}`,
        'order/installments': line.installments,
        'order/paid_amount': line.chargeCents + line.interestCents,
        'item/offer_id': 100 + line.item,
        'item/amount': line.cents,
      }),
  },
  cakto: {
    refundsItems: true,
    body: (line, state) =>
      sent('cakto', {
        event: { pending: 'boleto_gerado', paid: 'purchase_approved', refunded: 'refund' }[state],
        'data/status': { pending: 'waiting_payment', paid: 'paid', refunded: 'refunded' }[state],
        'data/id': codeOf(line),
        'data/amount': line.cents / 100,
        'data/subscription': { current_period: line.charge },
      }),
  },
  'perfect-pay': {
    refundsItems: true,
    body: (line, state) =>
      sent('perfect-pay', {
        sale_status_enum_key: { pending: 'pending', paid: 'approved', refunded: 'refunded' }[state],
        code: codeOf(line),
        sale_amount: line.cents / 100,
        installments: line.installments,
        installment_amount: (line.cents + line.interestCents) / 100 / line.installments,
      }),
  },
  eduzz: {
    refundsItems: false,
    body: (line, state) =>
      sent('eduzz', {
        event: `myeduzz.invoice_${{ pending: 'waiting_payment', paid: 'paid', refunded: 'refunded' }[state]}`,
        'data/status': { pending: 'waitingPayment', paid: 'paid', refunded: 'refunded' }[state],
        'data/id': codeOf(line),
        'data/price/value': line.cents / 100,
        'data/paid/value': (line.cents + line.interestCents) / 100,
        'data/items': Array.from({ length: line.items }, (_, item) => ({ name: `P${item}`, isBump: item > 0 })),
      }),
  },
  hubla: {
    refundsItems: false,
    body: (line, state) =>
      sent('hubla', {
        type: { pending: 'invoice.created', paid: 'invoice.payment_succeeded', refunded: 'invoice.refunded' }[state],
        'event/invoice/status': { pending: 'unpaid', paid: 'paid', refunded: 'refunded' }[state],
        'event/invoice/id': codeOf(line),
        'event/invoice/amount/installmentFeeCents': line.interestCents,
        'event/invoice/amount/totalCents': line.cents + line.interestCents,
      }),
  },
  monetizze: {
    refundsItems: false,
    body: (line, state) =>
      sent('monetizze', {
        'tipoEvento/codigo': { pending: '1', paid: '2', refunded: '4' }[state],
        'venda/codigo': codeOf(line),
        'venda/valor': reais(line.cents),
        assinatura: { parcela: String(line.charge) },
      }),
  },
  braip: {
    refundsItems: false,
    body: (line, state) =>
      sent('braip', {
        trans_status: { pending: 'Aguardando Pagamento', paid: 'Pagamento Aprovado', refunded: 'Devolvida' }[state],
        trans_key: codeOf(line),
        trans_value: line.cents,
        trans_total_value: line.cents + line.interestCents,
      }),
  },
  kirvano: {
    refundsItems: false,
    body: (line, state) =>
      sent('kirvano', {
        event: { pending: 'PIX_GENERATED', paid: 'SALE_APPROVED', refunded: 'SALE_REFUNDED' }[state],
        status: { pending: 'PENDING', paid: 'APPROVED', refunded: 'REFUNDED' }[state],
        sale_id: codeOf(line),
        total_price: `R$ ${reais(line.cents).replace('.', ',')}`,
      }),
  },
  greenn: {
    refundsItems: false,
    body: (line, state) =>
      sent('greenn', {
        currentStatus: { pending: 'waiting_payment', paid: 'paid', refunded: 'refunded' }[state],
        'sale/status': { pending: 'waiting_payment', paid: 'paid', refunded: 'refunded' }[state],
        'sale/id': codeOf(line),
        'sale/total': line.cents / 100,
      }),
  },
  orders: {
    refundsItems: false,
    body: (line, state) =>
      sent('orders', {
        status: { pending: 'waiting_payment', paid: 'paid', refunded: 'refunded' }[state],
        orderId: codeOf(line),
        'commission/totalPriceInCents': line.cents,
      }),
  },
  generic: {
    refundsItems: false,
    body: (line, state) =>
      sent('generic', { status: state, transaction_id: codeOf(line), amount: reais(line.cents), interest: '9.90' }),
  },
};

interface Charge {
  readonly installments: number;
  readonly items: readonly { readonly cents: number; readonly reaches: State }[];
}

const orders: fc.Arbitrary<Charge[][]> = fc.array(
  fc.array(
    fc.record({
      installments: fc.constantFrom(1, 2, 12),
      items: fc.array(
        fc.record({
          cents: fc.integer({ min: 500, max: 200_000 }),
          reaches: fc.constantFrom<State>('pending', 'paid', 'paid', 'refunded'),
        }),
        { minLength: 1, maxLength: 3 },
      ),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  { minLength: 1, maxLength: 3 },
);

const STEPS: Readonly<Record<State, readonly State[]>> = {
  pending: ['pending'],
  paid: ['pending', 'paid'],
  refunded: ['pending', 'paid', 'refunded'],
};

interface Reported {
  readonly bodies: JsonObject[];
  readonly balanceCents: number;
}

/** What a checkout sends of these orders, and what their buyers paid and have not got back, without interest. */
function report({ refundsItems, body }: Sender, all: readonly Charge[][]): Reported {
  const bodies: JsonObject[] = [];
  let balanceCents = 0;
  for (const [order, charges] of all.entries()) {
    for (const [charge, { installments, items }] of charges.entries()) {
      const chargeCents = items.reduce((sum, { cents }) => sum + cents, 0);
      const interestOf = (cents: number) => (installments === 1 ? 0 : Math.round(cents / 5));
      // A whole charge ends as its main product does.
      const lines = refundsItems ? items : [{ cents: chargeCents, reaches: items[0]!.reaches }];
      for (const [item, { cents, reaches }] of lines.entries()) {
        const line: Line = {
          ...{ order: `O${order}`, charge: charge + 1, item, items: items.length, cents, chargeCents, installments },
          interestCents: interestOf(cents),
        };
        for (const state of STEPS[reaches]) bodies.push(body(line, state));
        if (reaches === 'paid') balanceCents += cents;
      }
    }
  }
  return { bodies, balanceCents };
}

/** The counted money of deliveries, in the order in which they came. */
function countedOf(checkout: CheckoutId, bodies: readonly JsonObject[]): string {
  const events = bodies.map((body, index) => readAs(checkout, body, RECEIVED_MS + index));
  const byConversion = Map.groupBy(events, ({ conversionId }) => conversionId);
  return [...byConversion.values()]
    .map((reported) => foldConversion(reported.map(({ event }) => event) as [LedgerEvent, ...LedgerEvent[]]).netValue)
    .reduce(addMoney, ZERO);
}

function readAs(checkout: CheckoutId, body: JsonObject, receivedAtMs: number) {
  expect(recogniseCheckout(body)).toBe(checkout);
  const mapped = mapCheckout(checkout, body, { timeZone: DEFAULT_TIME_ZONE, receivedAtMs });
  if (mapped.kind !== 'conversion') throw new Error(JSON.stringify(mapped));
  const { conversion } = mapped;
  const text = JSON.stringify(body);
  const event: LedgerEvent = {
    ...conversion,
    isRefundTotal: conversion.isRefundTotal === true,
    eventId: deliveryIdOf(TENANT, checkout, text),
    eventTimeMs: conversion.eventTime === null ? null : msFromInstant(conversion.eventTime),
    conversionTimeMs: conversion.conversionTime === null ? null : msFromInstant(conversion.conversionTime),
    receivedAtMs,
    provider: checkout,
    transactionId: conversion.transactionId ?? '',
    clickReference: '',
    clickId: null,
    verified: true,
    network: '',
    personId: '',
    importId: '',
    isImportUndone: false,
  };
  return { conversionId: conversionIdOf(conversionIdentity(TENANT, conversion, null, hashOf(text))), event };
}

describe('counted money', () => {
  test.each(Object.entries(SENDERS) as [CheckoutId, Sender][])(
    'equals the balance of the buyers at %s, in any order and with repetitions',
    (checkout, sender) => {
      const stories = orders.chain((all) => {
        const { bodies, balanceCents } = report(sender, all);
        return fc.record({
          balanceCents: fc.constant(balanceCents),
          bodies: fc
            .shuffledSubarray(bodies, { minLength: bodies.length })
            .chain((order) =>
              fc
                .subarray(bodies)
                .chain((again) =>
                  fc.shuffledSubarray([...order, ...again], { minLength: order.length + again.length }),
                ),
            ),
        });
      });
      fc.assert(
        fc.property(stories, ({ bodies, balanceCents }) => {
          expect(countedOf(checkout, bodies)).toBe(moneyFromCents(balanceCents));
        }),
        { numRuns: 60 },
      );
    },
  );
});
