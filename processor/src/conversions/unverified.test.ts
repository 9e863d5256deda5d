import { DAY_MS, MINUTE_MS } from '@tracker/schemas/primitives/durations';
import { utcDayOf } from '@tracker/schemas/primitives/time';
import { UNVERIFIED_DEFAULTS } from '@tracker/schemas/unverified-conversions';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  byReceipt,
  type Candidate,
  type Circumstances,
  clickKeyOf,
  decideUnverified,
  ownReason,
  type UnverifiedRule,
} from './unverified.ts';

const NOON = Date.UTC(2026, 10, 20, 12);
const NEVER = Number.POSITIVE_INFINITY;

const candidate = (conversionId: string, change: Partial<Candidate> = {}): Candidate => ({
  conversionId,
  receivedAtMs: NOON,
  clickId: `click of ${conversionId}`,
  clickAtMs: NOON - MINUTE_MS,
  type: 'purchase',
  network: '',
  hasVerifiedTwin: false,
  ...change,
});

const rule = (change: Partial<UnverifiedRule> = {}): UnverifiedRule => ({
  fromMs: 0,
  mode: 'count',
  maxAgeDays: 90,
  perDay: 500,
  ...change,
});

const reasons = (candidates: readonly Candidate[], change: Partial<Circumstances> = {}) =>
  Object.fromEntries(decideUnverified(candidates, { rules: [], firstVerifiedAtMs: NEVER, ...change }));

describe('conversion without a verified event', () => {
  it('counts by default until the first verified event of its tenant', () => {
    const three = [NOON - 1, NOON, NOON + 1].map((receivedAtMs, index) => candidate(`c${index}`, { receivedAtMs }));
    expect(reasons(three)).toEqual({ c0: null, c1: null, c2: null });
    expect(reasons(three, { firstVerifiedAtMs: NOON })).toEqual({
      c0: null,
      c1: 'after-verified',
      c2: 'after-verified',
    });
  });

  it('follows the rule that was in force when it was received', () => {
    const rules = (['count', 'list', 'refuse', 'auto'] as const).map((mode, index) =>
      rule({ mode, fromMs: NOON + index * MINUTE_MS }),
    );
    const received = [-1, 0, 1, 2, 3].map((minute) =>
      candidate(`c${minute}`, { receivedAtMs: NOON + minute * MINUTE_MS }),
    );
    expect(reasons(received, { rules, firstVerifiedAtMs: 0 })).toEqual({
      'c-1': 'after-verified',
      c0: null,
      c1: 'listed',
      c2: 'refused',
      c3: 'after-verified',
    });
  });

  it('needs a click that is stored, and not older than the rule allows', () => {
    const age = (days: number, more = 0) => candidate(`d${days}${more}`, { clickAtMs: NOON - days * DAY_MS - more });
    const direct = candidate('direct', { clickId: null, clickAtMs: null });
    const unknown = candidate('unknown', { clickAtMs: null });
    expect(reasons([age(90), age(90, 1), direct, unknown])).toEqual({
      d900: null,
      d901: 'click-too-old',
      direct: 'no-click',
      unknown: 'no-click',
    });
    expect(reasons([age(90)], { rules: [rule({ maxAgeDays: 30 })] })).toEqual({ d900: 'click-too-old' });
  });

  it('counts once per click and type, the first by receipt', () => {
    const at = (id: string, receivedAtMs: number, type = 'purchase') =>
      candidate(id, { clickId: 'one', receivedAtMs, type });
    expect(
      reasons([at('c', NOON + DAY_MS), at('b', NOON), at('a', NOON), at('upsell', NOON + DAY_MS, 'upsell')]),
    ).toEqual({ a: null, b: 'same-click', c: 'same-click', upsell: null });
  });

  it('does not count next to a verified conversion of the same click and type', () => {
    expect(reasons([candidate('a', { hasVerifiedTwin: true })])).toEqual({ a: 'same-click' });
  });

  it('gives its place to the next one when it does not pass itself', () => {
    const same = { clickId: 'one' };
    const old = candidate('old', { ...same, receivedAtMs: NOON - MINUTE_MS, clickAtMs: NOON - 91 * DAY_MS });
    expect(reasons([old, candidate('new', same)])).toEqual({ old: 'click-too-old', new: null });
  });

  it('counts at most so many a day, the first by receipt, without those of the same click', () => {
    const rules = [rule({ perDay: 2 })];
    const at = (id: string, minute: number, clickId = id) =>
      candidate(id, { receivedAtMs: NOON + minute * MINUTE_MS, clickId });
    const day = [at('a', 0), at('again', 1, 'a'), at('b', 2), at('c', 3), at('d', -24 * 60)];
    expect(reasons(day, { rules })).toEqual({ a: null, again: 'same-click', b: null, c: 'daily-limit', d: null });
    expect(reasons(day.slice(0, 1), { rules: [rule({ perDay: 0 })] })).toEqual({ a: 'daily-limit' });
  });

  it('counts at most twenty a day of one network, the first by receipt, without those of the same click', () => {
    const from = (network: string, count: number, startMinute: number) =>
      Array.from({ length: count }, (_, index) =>
        candidate(`${network}${index}`, { network, receivedAtMs: NOON + (startMinute + index) * MINUTE_MS }),
      );
    const junk = from('junk', 25, 0);
    const again = candidate('again', {
      network: 'junk',
      clickId: 'click of junk0',
      receivedAtMs: NOON + MINUTE_MS / 2,
    });
    const dayBefore = candidate('before', { network: 'junk', receivedAtMs: NOON - DAY_MS });
    const shop = from('shop', 2, 30);
    const decided = reasons([dayBefore, ...junk, again, ...shop]);
    expect(junk.map(({ conversionId }) => decided[conversionId])).toEqual([
      ...Array(20).fill(null),
      ...Array(5).fill('network-limit'),
    ]);
    expect(decided).toMatchObject({ before: null, again: 'same-click', shop0: null, shop1: null });
  });

  it('keeps the places of a day for networks within their limit', () => {
    const junk = Array.from({ length: 30 }, (_, index) =>
      candidate(`j${index}`, { network: 'junk', receivedAtMs: NOON + index }),
    );
    const shop = candidate('shop', { network: 'shop', receivedAtMs: NOON + DAY_MS / 4 });
    expect(reasons([...junk, shop], { rules: [rule({ perDay: 21 })] })).toMatchObject({
      j29: 'network-limit',
      shop: null,
    });
    expect(reasons([...junk, shop], { rules: [rule({ perDay: 20 })] })).toMatchObject({ shop: 'daily-limit' });
  });

  it('limits no network where it is not known, as for events from before', () => {
    const old = Array.from({ length: 30 }, (_, index) => candidate(`o${index}`, { receivedAtMs: NOON + index }));
    expect(new Set(Object.values(reasons(old)))).toEqual(new Set([null]));
  });

  it('has sensible defaults', () => {
    expect(UNVERIFIED_DEFAULTS).toEqual({
      unverifiedConversions: 'auto',
      unverifiedMaxAgeDays: 90,
      unverifiedPerDay: 500,
    });
  });
});

const candidates = fc
  .uniqueArray(
    fc.record({
      conversionId: fc.integer({ min: 1, max: 40 }).map((number) => `c${number}`),
      receivedAtMs: fc.integer({ min: 0, max: 30 }).map((step) => NOON + step * 6 * 60 * MINUTE_MS),
      clickId: fc.option(fc.constantFrom('k1', 'k2', 'k3', 'k4', 'k5', 'k6', 'k7')),
      clickAtMs: fc.option(fc.constantFrom(NOON, NOON - 3 * DAY_MS), { freq: 5 }),
      type: fc.constantFrom('purchase', 'upsell'),
      network: fc.constantFrom('', 'n1', 'n2', 'n3'),
      hasVerifiedTwin: fc.boolean(),
    }),
    { selector: (one) => one.conversionId, maxLength: 40 },
  )
  .map((all): Candidate[] => all.map((one) => (one.clickId === null ? { ...one, clickAtMs: null } : one)));

const circumstances = fc.record({
  rules: fc
    .uniqueArray(
      fc.record({
        fromMs: fc.integer({ min: -1, max: 30 }).map((step) => NOON + step * 6 * 60 * MINUTE_MS),
        mode: fc.constantFrom('auto' as const, 'count' as const, 'list' as const, 'refuse' as const),
        maxAgeDays: fc.integer({ min: 1, max: 8 }),
        perDay: fc.integer({ min: 0, max: 3 }),
      }),
      { selector: (one) => one.fromMs, maxLength: 4 },
    )
    .map((rules) => rules.sort((a, b) => a.fromMs - b.fromMs)),
  firstVerifiedAtMs: fc.constantFrom(NEVER, NOON, NOON + 2 * DAY_MS),
});

/** So small that the candidates above reach it. */
const PER_NETWORK = 2;
const decide = (all: readonly Candidate[], given: Circumstances) => decideUnverified(all, given, PER_NETWORK);

describe('the decision', () => {
  test('does not depend on the order of the candidates', () => {
    fc.assert(
      fc.property(candidates, circumstances, fc.infiniteStream(fc.nat()), (all, given, noise) => {
        const shuffled = all
          .map((one) => [noise.next().value as number, one] as const)
          .sort(([a], [b]) => a - b)
          .map(([, one]) => one);
        expect(new Map(decide(shuffled, given))).toEqual(decide(all, given));
      }),
    );
  });

  test('needs only the first of each click and type, of each day, and of each day and network of these', () => {
    fc.assert(
      fc.property(candidates, circumstances, fc.nat(), (all, given, pick) => {
        const one = all[pick % Math.max(1, all.length)];
        if (!one) return;
        const passing = all.filter((other) => ownReason(other, given) === null).sort(byReceipt);
        const firstOfClick = passing.filter((other) => clickKeyOf(other) === clickKeyOf(one)).slice(0, 1);
        const ofDay = passing.filter((other) => utcDayOf(other.receivedAtMs) === utcDayOf(one.receivedAtMs));
        const firstOfClicks = ofDay.filter(
          (other, index) => ofDay.findIndex((first) => clickKeyOf(first) === clickKeyOf(other)) === index,
        );
        const placeInNetwork = (other: Candidate) =>
          firstOfClicks.filter(({ network }) => network === other.network).indexOf(other);
        const withinNetwork = firstOfClicks.filter(
          (other) => other.network === '' || placeInNetwork(other) < PER_NETWORK,
        );
        const networks = new Set([one, ...firstOfClick].map(({ network }) => network));
        const ofNetworks = withinNetwork.filter(({ network }) => network !== '' && networks.has(network));
        const known = [...new Set([one, ...firstOfClick, ...ofNetworks, ...withinNetwork.slice(0, 4)])];
        expect(decide(known, given).get(one.conversionId)).toBe(decide(all, given).get(one.conversionId));
      }),
      { numRuns: 1_000 },
    );
  });

  test('changes only for later candidates of the same day or click when one comes or goes', () => {
    fc.assert(
      fc.property(candidates, circumstances, (all, given) => {
        const [gone, ...rest] = all;
        if (!gone) return;
        const [before, after] = [decide(all, given), decide(rest, given)];
        for (const other of rest) {
          if (before.get(other.conversionId) === after.get(other.conversionId)) continue;
          expect(byReceipt(gone, other)).toBeLessThan(0);
          expect(
            clickKeyOf(other) === clickKeyOf(gone) || utcDayOf(other.receivedAtMs) === utcDayOf(gone.receivedAtMs),
          ).toBe(true);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
