// Generated attacks: a stranger knows the campaign, all click ids and all transactions, and sends what they like without a key, and tests,
// before, between and after the checkout's own events. Bodies take the way of the product: mapping, identity, ledger, fold, decision.

import { type ConversionState, foldConversion, type LedgerEvent } from '@tracker/infra/conversions/fold';
import { conversionIdOf, deliveryIdOf, hashOf, unverifiedDeliveryIdOf } from '@tracker/infra/identity/conversion-id';
import { conversionIdentity } from '@tracker/schemas/checkouts/identity';
import { mapCheckout } from '@tracker/schemas/checkouts/map-checkout';
import type { JsonObject } from '@tracker/schemas/checkouts/mapping';
import type { CheckoutId } from '@tracker/schemas/checkouts/registry';
import type { ClickId } from '@tracker/schemas/primitives/click-id';
import { DAY_MS, MINUTE_MS } from '@tracker/schemas/primitives/durations';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { addMoney, ZERO } from '@tracker/schemas/primitives/money';
import { DEFAULT_TIME_ZONE, msFromInstant, utcDayOf } from '@tracker/schemas/primitives/time';
import { UNVERIFIED_DEFAULTS } from '@tracker/schemas/unverified-conversions';
import { STORIES } from '@tracker/test/kit/stories';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decideUnverified } from './unverified.ts';

const TENANT = 'tn_1' as TenantId;
const NOON = Date.UTC(2026, 10, 20, 15);
const clickIdOf = (number: number) => `mc_lanc01_${NOON}${String(number).padStart(6, '0')}` as ClickId;

interface Post {
  readonly checkout: CheckoutId;
  readonly body: JsonObject;
  readonly receivedAtMs: number;
  readonly hasKey: boolean;
}

interface Reported extends LedgerEvent {
  readonly conversionId: string;
}

/** As ingest and processor read it. */
function read({ checkout, body, receivedAtMs, hasKey }: Post): Reported[] {
  const mapped = mapCheckout(checkout, body, { timeZone: DEFAULT_TIME_ZONE, receivedAtMs });
  if (mapped.kind !== 'conversion') return [];
  const { conversion } = mapped;
  const text = JSON.stringify(body);
  const eventId = deliveryIdOf(TENANT, checkout, text);
  const reference = conversion.clickReferences.find((one) => one.startsWith('mc_lanc01_')) ?? '';
  const clickId = reference === '' ? null : (reference as ClickId);
  return [
    {
      conversionId: conversionIdOf(conversionIdentity(TENANT, conversion, clickId, hashOf(text))),
      eventId: hasKey ? eventId : unverifiedDeliveryIdOf(eventId),
      status: conversion.status,
      eventTimeMs: conversion.eventTime === null ? null : msFromInstant(conversion.eventTime),
      conversionTimeMs: conversion.conversionTime === null ? null : msFromInstant(conversion.conversionTime),
      receivedAtMs,
      provider: conversion.checkout,
      transactionId: conversion.transactionId ?? '',
      conversionType: conversion.conversionType,
      amount: conversion.amount,
      refundAmount: conversion.refundAmount,
      isRefundTotal: conversion.isRefundTotal === true,
      currency: conversion.currency,
      clickReference: reference,
      clickId,
      utm: conversion.utm,
      sold: conversion.sold,
      personId: '',
      isTest: conversion.isTest,
      verified: hasKey,
      network: '',
      importId: '',
      isImportUndone: false,
    },
  ];
}

/** The ledger has one row for each event and day of receipt, the first one. */
function ledgerOf(posts: readonly Post[]): Map<string, Reported[]> {
  const rows = new Map<string, Reported>();
  for (const reported of posts.flatMap(read)) {
    const key = `${reported.conversionId} ${reported.eventId} ${utcDayOf(reported.receivedAtMs)}`;
    const known = rows.get(key);
    if (!known || reported.receivedAtMs < known.receivedAtMs) rows.set(key, reported);
  }
  return Map.groupBy(rows.values(), (row) => row.conversionId);
}

interface Books {
  readonly verified: Map<string, Omit<ConversionState, 'eventCount'>>;
  readonly verifiedRevenue: string;
  /** In the figures without a verified event, by day of receipt. */
  readonly inventedByDay: Map<number, ConversionState[]>;
}

function booksOf(posts: readonly Post[]): Books {
  const folded = [...ledgerOf(posts)].map(([id, events]) => ({
    id,
    events,
    state: foldConversion(events as unknown as [LedgerEvent, ...LedgerEvent[]]),
  }));
  const real = folded.filter(({ state }) => !state.isTest);
  const proven = real.flatMap(({ events }) => events.filter((event) => event.verified));
  const reasons = decideUnverified(
    real
      .filter(({ state }) => !state.verified && state.isCounted)
      .map(({ id, state }) => ({
        conversionId: id,
        receivedAtMs: state.receivedAtMs,
        clickId: state.clickId,
        // All clicks are in the store: the stranger made them, or read them off the pages.
        clickAtMs: state.clickId === null ? null : NOON,
        type: state.conversionType,
        network: '',
        hasVerifiedTwin: proven.some(
          (one) => one.clickId === state.clickId && one.conversionType === state.conversionType,
        ),
      })),
    { rules: [], firstVerifiedAtMs: Math.min(...proven.map((event) => event.receivedAtMs)) },
  );
  const verified = real.filter(({ state }) => state.verified);
  const invented = real.filter(({ id, state }) => state.isCounted && reasons.get(id) === null);
  return {
    verified: new Map(verified.map(({ id, state: { eventCount: _all, ...state } }) => [id, state])),
    verifiedRevenue: verified.map(({ state }) => state.netValue).reduce(addMoney, ZERO),
    inventedByDay: Map.groupBy(
      invented.map(({ state }) => state),
      (state) => utcDayOf(state.receivedAtMs),
    ),
  };
}

const STATUSES = [
  'pending',
  'approved',
  'completed',
  'canceled',
  'refunded',
  'partially_refunded',
  'chargeback',
  'chargeback_reversed',
];

/** Numbers in a row, as shops count their orders: a person who has seen one knows the next. */
const conversion = fc.record({
  transaction: fc.integer({ min: 1, max: 5 }).map(String),
  click: fc.integer({ min: 0, max: 4 }),
  status: fc.constantFrom(...STATUSES),
  cents: fc.integer({ min: 1, max: 99_999_999 }),
  refund: fc.integer({ min: 1, max: 99_999 }),
  type: fc.constantFrom('purchase', 'upsell'),
  minute: fc.integer({ min: -3 * 24 * 60, max: 3 * 24 * 60 }),
  occurred: fc.option(fc.integer({ min: -40, max: 40 })),
});

const bodyOf = ({
  transaction,
  click,
  status,
  cents,
  refund,
  type,
  occurred,
}: FromArbitrary<typeof conversion>): JsonObject => ({
  transaction_id: transaction,
  status,
  amount: (cents / 100).toFixed(2),
  currency: 'BRL',
  event_type: type,
  ...(click > 0 && { click_id: clickIdOf(click) }),
  ...(status === 'partially_refunded' && { refund_amount: (refund / 100).toFixed(2) }),
  ...(occurred !== null && { occurred_at: new Date(NOON + occurred * DAY_MS).toISOString() }),
});
type FromArbitrary<A> = A extends fc.Arbitrary<infer T> ? T : never;

const at = (minute: number) => NOON + minute * MINUTE_MS;

const honest = fc
  .array(conversion, { minLength: 1, maxLength: 6 })
  .map((all): Post[] =>
    all.map((one) => ({ checkout: 'generic', body: bodyOf(one), receivedAtMs: at(one.minute), hasKey: true })),
  );

/** `copy`: the very bytes of one of the checkout's own posts. */
const attack = fc.array(
  fc.record({
    way: fc.constantFrom('forged', 'copy', 'test', 'keyed test', 'other format'),
    copied: fc.nat(),
    forged: conversion,
    minute: fc.integer({ min: -4 * 24 * 60, max: 4 * 24 * 60 }),
  }),
  { maxLength: 8 },
);

const hostile = (own: readonly Post[], { way, copied, forged, minute }: FromArbitrary<typeof attack>[number]): Post => {
  const post: Post = { checkout: 'generic', body: bodyOf(forged), receivedAtMs: at(minute), hasKey: false };
  if (way === 'copy') return { ...post, body: own[copied % own.length]?.body ?? post.body };
  if (way === 'test') return { ...post, body: { ...post.body, is_test: true } };
  // The owner tries things out on the test page.
  if (way === 'keyed test') return { ...post, body: { ...post.body, is_test: true }, hasKey: true };
  if (way === 'other format')
    return { ...post, checkout: 'own-checkout', body: { ...post.body, order_id: forged.transaction } };
  return post;
};

test('lets a stranger change no verified figure by a cent, and add no more than the rules let in', () => {
  fc.assert(
    fc.property(honest, attack, fc.infiniteStream(fc.nat()), (own, attacks, noise) => {
      const posts = [...own, ...attacks.map((one) => hostile(own, one))]
        .map((post) => [noise.next().value as number, post] as const)
        .sort(([a], [b]) => a - b)
        .map(([, post]) => post);
      const [before, after] = [booksOf(own), booksOf(posts)];
      expect(after.verified).toEqual(before.verified);
      expect(after.verifiedRevenue).toBe(before.verifiedRevenue);

      const firstVerifiedAtMs = Math.min(...own.map((post) => post.receivedAtMs));
      for (const [, invented] of after.inventedByDay) {
        expect(invented.length).toBeLessThanOrEqual(UNVERIFIED_DEFAULTS.unverifiedPerDay);
        for (const state of invented) expect(state.receivedAtMs).toBeLessThan(firstVerifiedAtMs);
      }
      const named = [...after.inventedByDay.values()].flat().map((state) => `${state.clickId} ${state.conversionType}`);
      expect(new Set(named).size).toBe(named.length);
    }),
    { numRuns: 1_000 * STORIES },
  );
});
