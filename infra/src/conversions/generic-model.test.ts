// Random stories of one conversion in the generic format, written under any of its names, in any order, against a small model of money and attribution.
import {
  FIELD_CONTAINERS,
  FIELD_NAMES,
  type FieldName,
  nameKey,
  SUMS_OF_REFUNDS,
} from '@tracker/schemas/capture/field-names';
import { EVENT_WORDS, STATUS_WORDS } from '@tracker/schemas/checkouts/generic/words';
import { interpretObject } from '@tracker/schemas/checkouts/interpret-body';
import type { JsonObject } from '@tracker/schemas/checkouts/mapping';
import { msFromInstant, type TimeZone } from '@tracker/schemas/primitives/time';
import { STORIES } from '@tracker/test/kit/stories';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Events, foldConversion, type LedgerEvent } from './fold.ts';

const SOLD_AT = Date.parse('2026-11-20T12:00:00Z');
const PRICE = 100;
const CLICK = 'mc_lanc01_1751849000000123456';

/** What happened, apart from how it is written. */
type Fact =
  | { readonly kind: 'pending' | 'approved' | 'noise' | 'failed refund' | 'chargeback' | 'whole' }
  | { readonly kind: 'part' | 'sum' | 'paid sum'; readonly reais: number };

const fact: fc.Arbitrary<Fact> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('pending', 'approved', 'approved', 'noise', 'failed refund', 'chargeback', 'whole'),
  }),
  fc.record({
    kind: fc.constantFrom('part', 'part', 'sum', 'sum', 'paid sum'),
    reais: fc.integer({ min: 1, max: 60 }),
  }),
);

/** The model: nothing of words, names or places. */
function left(facts: readonly Fact[]): number {
  const has = (kind: Fact['kind']) => facts.some((one) => one.kind === kind);
  const isPaid = has('approved') || has('paid sum') || has('part') || has('sum');
  if (!isPaid || has('chargeback') || has('whole')) return 0;
  const amounts = (...kinds: string[]) =>
    facts.flatMap((one) => ('reais' in one && kinds.includes(one.kind) ? [one.reais] : []));
  const back = Math.max(
    amounts('part').reduce((sum, one) => sum + one, 0),
    ...amounts('sum', 'paid sum'),
    0,
  );
  return Math.max(0, PRICE - back);
}

const isOfRoot = (field: FieldName) => ['event', 'status'].includes(field);
const AMBIGUOUS = new Set(
  'id order price total sum value ref reference date time created method fee plan charge parent_id original_id'
    .split(' ')
    .map(nameKey),
);
/** Flags and lists of refunds, and fields of networks, are other tests. */
const NAMES = (field: FieldName): readonly string[] =>
  FIELD_NAMES[field].filter(
    (name) => !/^(?:refunds?|refunded|reembols(?:os?|ado)|estorn(?:os?|ado)|state)$/.test(name),
  );
const CONTAINERS = FIELD_CONTAINERS.filter((name) => !/fields|personalizados|query/.test(name));

const written = (
  field: FieldName,
  value: unknown,
): fc.Arbitrary<readonly [place: string, name: string, value: unknown]> =>
  fc
    .record({
      name: fc.constantFrom(...NAMES(field)),
      spell: fc.constantFrom(
        (name: string) => name,
        (name: string) => name.toUpperCase(),
        (name: string) => name.replaceAll(/[_ ](.)/g, (_, letter: string) => letter.toUpperCase()),
        (name: string) => name.replaceAll('_', '-'),
      ),
      place: fc.constantFrom('', '', 'query', ...CONTAINERS),
    })
    .map(({ name, spell, place }) => {
      const isInner = place !== '' && place !== 'query' && !isOfRoot(field) && !AMBIGUOUS.has(nameKey(name));
      return [isInner || place === 'query' ? place : '', spell(name), value] as const;
    });

const money = (reais: number) => fc.constantFrom<unknown>(reais, `${reais}.00`, `${reais},00`, `R$ ${reais},00`);
const wordOf = (words: readonly string[]) =>
  fc.constantFrom(...words).chain((word) => fc.constantFrom(word, word.toUpperCase(), word.replaceAll(' ', '_')));
const fieldOfMoney = (field: FieldName, reais: number) => money(reais).chain((value) => written(field, value));
const fieldOfWord = (field: FieldName, words: readonly string[]) => wordOf(words).chain((word) => written(field, word));

const REFUNDS = ['refund', 'refund created', 'estorno realizado', 'reembolso concluido'];
const SALE = fieldOfMoney('amount', PRICE);

/** The fields of a body that says it. */
function fieldsOf(one: Fact): fc.Arbitrary<readonly (readonly [string, string, unknown])[]> {
  switch (one.kind) {
    case 'pending':
      return fc.tuple(
        SALE,
        fieldOfWord(
          'status',
          STATUS_WORDS.pending.filter((word) => word.length > 3),
        ),
      );
    case 'approved':
      return fc.oneof(
        fc.tuple(SALE, fieldOfWord('status', STATUS_WORDS.approved)),
        fc.tuple(SALE, fieldOfWord('event', EVENT_WORDS.happened)),
        fc.tuple(SALE, fieldOfWord('event', EVENT_WORDS.happened), fieldOfWord('status', STATUS_WORDS.approved)),
      );
    case 'noise':
      return fc.tuple(
        SALE,
        fieldOfWord('event', EVENT_WORDS.notConversion),
        fieldOfWord('status', STATUS_WORDS.approved),
      );
    case 'failed refund':
      return fc.tuple(SALE, fieldOfWord('event', REFUNDS), fieldOfWord('status', STATUS_WORDS.refused));
    case 'chargeback':
      return fc.tuple(SALE, fieldOfWord('event', EVENT_WORDS.chargeback));
    case 'whole':
      return fc.oneof(
        fc.tuple(SALE, fieldOfWord('event', REFUNDS), fieldOfWord('status', STATUS_WORDS.completed)),
        fc.tuple(fieldOfWord('status', STATUS_WORDS.refunded)),
        fc.tuple(SALE, fieldOfWord('status', STATUS_WORDS.refunded)),
      );
    case 'part':
      return fc.tuple(
        SALE,
        fieldOfWord('status', STATUS_WORDS.partially_refunded),
        fieldOfMoney('refundAmount', one.reais),
      );
    case 'sum':
      return fc.tuple(
        SALE,
        fieldOfWord('status', STATUS_WORDS.partially_refunded),
        fieldOfMoney('refundedInAll', one.reais),
      );
    case 'paid sum':
      return fc.tuple(SALE, fieldOfWord('status', STATUS_WORDS.approved), fieldOfMoney('refundedInAll', one.reais));
  }
}

interface Reported {
  readonly fact: Fact;
  readonly body: JsonObject;
  readonly hasClick: boolean;
}

const reported = (at: number) =>
  fact.chain(
    (one): fc.Arbitrary<Reported> =>
      fc
        .tuple(
          fieldsOf(one),
          written('transactionId', 'T-1001'),
          fc.option(written('clickId', CLICK), { freq: 2 }),
          written('occurredAt', new Date(SOLD_AT + at * 60_000).toISOString()),
          fc.boolean(),
        )
        .map(([fields, transaction, click, time, isReversed]) => {
          const body: Record<string, unknown> = {};
          const all = [...fields, transaction, time, ...(click ? [click] : [])];
          for (const [place, name, value] of isReversed ? all.toReversed() : all) {
            if (place === '') body[name] = value;
            else body[place] = { ...(body[place] as object), [name]: value };
          }
          return { fact: one, body, hasClick: click !== null };
        }),
  );

function eventOf({ body }: Reported, index: number): LedgerEvent[] {
  const receivedAtMs = SOLD_AT + 3_600_000 + index;
  const result = interpretObject('generic', body, { timeZone: 'America/Sao_Paulo' as TimeZone, receivedAtMs });
  if (result.kind === 'invalid') throw new Error(JSON.stringify([body, result]));
  if (result.kind === 'ignored') return [];
  const { conversion } = result;
  const clickId = conversion.clickReferences.includes(CLICK) ? (CLICK as LedgerEvent['clickId']) : null;
  expect(conversion.transactionId).toBe('T-1001');
  return [
    {
      ...conversion,
      isRefundTotal: conversion.isRefundTotal === true,
      eventId: JSON.stringify(body),
      eventTimeMs: conversion.eventTime === null ? null : msFromInstant(conversion.eventTime),
      conversionTimeMs: conversion.conversionTime === null ? null : msFromInstant(conversion.conversionTime),
      ...{ receivedAtMs, provider: 'generic', transactionId: 'T-1001', clickReference: '', clickId },
      ...{ personId: '', verified: true, network: '', importId: '', isImportUndone: false },
    },
  ];
}

const story = fc
  .array(fc.integer(), { minLength: 1, maxLength: 5 })
  .chain((list) => fc.tuple(...list.map((_, at) => reported(at))));

test('a story under any names, spellings and places has the money and the click of the model, in any order', () => {
  fc.assert(
    fc.property(story, fc.integer({ min: 0, max: 4 }), (all, turn) => {
      const arrived = [...all.slice(turn % all.length), ...all.slice(0, turn % all.length), ...all.slice(0, 1)];
      const events = arrived.flatMap(eventOf);
      const known = all.filter(({ fact: { kind } }) => kind !== 'noise' && kind !== 'failed refund');
      expect(events.length > 0).toBe(known.length > 0);
      if (events.length === 0) return;
      const state = foldConversion(events as unknown as Events);
      expect(Number(state.netValue)).toBe(left(all.map((one) => one.fact)));
      expect(state.clickId).toBe(known.some(({ hasClick }) => hasClick) ? CLICK : null);
    }),
    { numRuns: 300 * STORIES },
  );
});

test('has names for every sum of refunds', () => {
  expect(FIELD_NAMES.refundedInAll).toEqual(Object.keys(SUMS_OF_REFUNDS));
});
