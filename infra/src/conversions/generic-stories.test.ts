// Stories of one sale in the generic format, written with any words and names of the tables, in any spelling, place and order: their money and click
// are those of a model that knows none of this.
import { FIELD_CONTAINERS, FIELD_NAMES, type FieldName } from '@tracker/schemas/capture/field-names';
import { isCounted } from '@tracker/schemas/checkouts/conversion-status';
import { EVENT_WORDS, STATUS_WORDS } from '@tracker/schemas/checkouts/generic/words';
import { interpretObject } from '@tracker/schemas/checkouts/interpret-body';
import type { JsonObject } from '@tracker/schemas/checkouts/mapping';
import { type ClickId, parseClickId } from '@tracker/schemas/primitives/click-id';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { redactBody } from '@tracker/schemas/privacy/redact';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldConversion, type LedgerEvent } from './fold.ts';

const MINUTE = 60_000;
const SOLD_AT = Date.UTC(2026, 10, 1, 12);
const context = { timeZone: 'America/Sao_Paulo' as TimeZone, receivedAtMs: SOLD_AT + 60 * MINUTE };
const CLICK = 'mc_lanc01_1751849000000123456';

type Kind = 'pending' | 'sold' | 'part' | 'refund' | 'chargeback';
interface Step {
  readonly kind: Kind;
  /** In hundredths of the sale; of a part alone. */
  readonly share: number;
  readonly hasClick: boolean;
  readonly isAgain: boolean;
  readonly seed: number;
}

const step = (kinds: readonly Kind[]) =>
  fc.record({
    kind: fc.constantFrom(...kinds),
    share: fc.integer({ min: 1, max: 45 }),
    hasClick: fc.boolean(),
    isAgain: fc.boolean(),
    seed: fc.nat(),
  });
const story = fc.record({
  cents: fc.integer({ min: 1_000, max: 10_000_000 }),
  before: fc.array(step(['pending']), { maxLength: 1 }),
  sold: step(['sold']),
  after: fc.array(step(['part', 'part', 'refund', 'chargeback']), { maxLength: 2 }),
  order: fc.nat(),
});

const NAME_SPELLINGS: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => name.toUpperCase(),
  (name) => name.replaceAll(/[_ ]/g, '-'),
  (name) => name.replaceAll(/[_ ](.)/g, (_, letter: string) => letter.toUpperCase()),
];
const WORD_SPELLINGS: readonly ((word: string) => string)[] = [
  (word) => word,
  (word) => word.toUpperCase().replaceAll(' ', '_'),
  (word) => word.replaceAll(' ', '-'),
  (word) => ` ${word.replaceAll(' ', '.')} `,
];
/** Names that mean something else, or nothing, in a container. */
const ROOT_ALONE = /^(id|order|price|total|sum|value|ref|reference|date|time|created|method|fee|plan)$/;
const CONTAINERS = FIELD_CONTAINERS.filter((name) => !/fields|personalizados|^query/.test(name));

/** One body of the step, by choices that follow from its seed. */
function written({ kind, share, hasClick, seed }: Step, cents: number, minute: number): JsonObject {
  let state = seed >>> 0;
  const pick = <One>(list: readonly One[]): One => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return list[Math.floor((state / 2 ** 32) * list.length)] as One;
  };
  const money = (amount: number) => {
    const text = (amount / 100).toFixed(2);
    return pick<unknown>([text, Number(text), text.replace('.', ','), `R$ ${text.replace('.', ',')}`]);
  };
  const root: [string, unknown][] = [];
  const container = pick(CONTAINERS);
  const nested: [string, unknown][] = [];
  const query: [string, unknown][] = [];
  const put = (field: FieldName, value: unknown) => {
    const name = pick(FIELD_NAMES[field]);
    const place = ROOT_ALONE.test(name) ? root : pick([root, root, nested, query]);
    place.push([pick(NAME_SPELLINGS)(name), value]);
  };
  const word = (field: 'event' | 'status', words: readonly string[]) =>
    root.push([pick(NAME_SPELLINGS)(pick(FIELD_NAMES[field])), pick(WORD_SPELLINGS)(pick(words))]);

  put('transactionId', 'T-1');
  put('occurredAt', new Date(SOLD_AT + minute * MINUTE).toISOString());
  if (hasClick) put(pick(['clickId', 'clickIdOfNetwork'] as const), CLICK);
  if (kind === 'part' && pick([true, false])) {
    word('event', EVENT_WORDS.refund);
    put('amount', money(partOf(cents, share)));
  } else {
    put('amount', money(cents));
    if (kind === 'sold') {
      if (pick([true, false])) word('event', EVENT_WORDS.happened);
      word('status', [...STATUS_WORDS.approved, ...STATUS_WORDS.completed]);
    }
    if (kind === 'pending') word('status', STATUS_WORDS.pending);
    if (kind === 'refund') word('status', STATUS_WORDS.refunded);
    if (kind === 'chargeback') word(pick(['event', 'status'] as const), STATUS_WORDS.chargeback);
    if (kind === 'part') {
      word('status', STATUS_WORDS.partially_refunded);
      put('refundAmount', money(partOf(cents, share)));
    }
  }
  const all: [string, unknown][] = [
    ...root,
    [container, Object.fromEntries(nested)],
    ['query', Object.fromEntries(query)],
  ];
  return Object.fromEntries(shuffled(all, state)) as JsonObject;
}

const partOf = (cents: number, share: number) => Math.max(1, Math.floor((cents * share) / 100));

function shuffled<One>(list: readonly One[], seed: number): One[] {
  const left = [...list];
  let state = seed;
  return list.map(() => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return left.splice(state % left.length, 1)[0] as One;
  });
}

function readAs(body: JsonObject, index: number): LedgerEvent {
  const result = interpretObject('generic', redactBody(body).body, context);
  if (result.kind !== 'conversion') throw new Error(JSON.stringify([body, result]));
  const { conversion } = result;
  // A text of a container may be a click's, and is looked up.
  const reference = conversion.clickReferences.find((text) => parseClickId(text) !== undefined) ?? '';
  return {
    ...conversion,
    eventId: JSON.stringify(body),
    eventTimeMs: conversion.eventTime === null ? null : Date.parse(conversion.eventTime),
    conversionTimeMs: conversion.conversionTime === null ? null : Date.parse(conversion.conversionTime),
    receivedAtMs: SOLD_AT + (30 + index) * MINUTE,
    provider: conversion.checkout,
    transactionId: conversion.transactionId ?? '',
    isRefundTotal: conversion.isRefundTotal === true,
    clickReference: reference,
    clickId: reference === '' ? null : (reference as ClickId),
    ...{ personId: '', verified: true, network: '', importId: '', isImportUndone: false },
  };
}

test('a sale written with any words, names and spellings has the money and the click of the model', () => {
  fc.assert(
    fc.property(story, ({ cents, before, sold, after, order }) => {
      const steps = [...before, sold, ...after];
      const bodies = steps.map((one, minute) => written(one, cents, minute));
      const repeated = bodies.filter((_, index) => steps[index]?.isAgain);
      const events = shuffled([...bodies, ...repeated], order).map(readAs) as [LedgerEvent, ...LedgerEvent[]];
      const { status, value, netValue, transactionId, clickId } = foldConversion(events);

      const has = (kind: Kind) => after.some((one) => one.kind === kind);
      const parts = after.filter(({ kind }) => kind === 'part').map(({ share }) => partOf(cents, share));
      const left = has('chargeback') || has('refund') ? 0 : cents - parts.reduce((sum, one) => sum + one, 0);
      expect({
        counts: isCounted(status),
        value: Math.round(Number(value) * 100),
        left: Math.round(Number(netValue) * 100),
        ...{ transactionId, clickId },
      }).toEqual({
        counts: left > 0,
        value: cents,
        left,
        transactionId: 'T-1',
        clickId: steps.some(({ hasClick }) => hasClick) ? CLICK : null,
      });
    }),
    { numRuns: 2_000 },
  );
});
