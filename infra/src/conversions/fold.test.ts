import { CONVERSION_STATUSES, type ConversionStatus, isCounted } from '@tracker/schemas/checkouts/conversion-status';
import { NOT_GIVEN, type Sold } from '@tracker/schemas/checkouts/sold';
import { NO_UTM } from '@tracker/schemas/checkouts/utm';
import type { ClickId } from '@tracker/schemas/primitives/click-id';
import { compareMoney, Money, ZERO } from '@tracker/schemas/primitives/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysLeft, foldConversion, hoursOfConversion, type LedgerEvent } from './fold.ts';

const MINUTE = 60_000;
const DAY_ONE = Date.UTC(2026, 10, 1, 12);

function event(id: string, status: ConversionStatus, change: Partial<LedgerEvent> = {}): LedgerEvent {
  return {
    eventId: id,
    status,
    eventTimeMs: null,
    conversionTimeMs: null,
    receivedAtMs: DAY_ONE,
    provider: 'generic',
    transactionId: 'T-1',
    conversionType: 'purchase',
    amount: '100.00' as Money,
    refundAmount: ZERO,
    isRefundTotal: false,
    currency: 'BRL',
    clickReference: '',
    clickId: null,
    utm: NO_UTM,
    sold: NOT_GIVEN,
    personId: '',
    isTest: false,
    verified: true,
    network: '',
    importId: '',
    isImportUndone: false,
    ...change,
  };
}

/** Events at minutes 0, 1, 2 … in this order. */
function story(...statuses: (ConversionStatus | [ConversionStatus, Partial<LedgerEvent>])[]) {
  const events = statuses.map((one, index) => {
    const [status, change] = Array.isArray(one) ? one : [one, {}];
    return event(`e${index}`, status, { eventTimeMs: DAY_ONE + index * MINUTE, ...change });
  });
  return foldConversion(events as [LedgerEvent, ...LedgerEvent[]]);
}

describe('status of a conversion', () => {
  it.each<[ConversionStatus[], ConversionStatus]>([
    [['pending'], 'pending'],
    [['approved', 'pending'], 'approved'],
    [['canceled', 'pending'], 'canceled'],
    [['refused', 'approved'], 'approved'],
    [['approved', 'canceled'], 'canceled'],
    [['approved', 'disputed', 'completed'], 'completed'],
    [['approved', 'refunded', 'approved'], 'refunded'],
    [['refunded', 'approved'], 'refunded'],
    [['approved', 'refunded', 'chargeback'], 'chargeback'],
    [['approved', 'chargeback', 'refunded'], 'chargeback'],
    [['refunded', 'partially_refunded'], 'refunded'],
    [['approved', 'chargeback', 'chargeback_reversed'], 'approved'],
    [['approved', 'chargeback_reversed', 'chargeback'], 'chargeback'],
    [['approved', 'refunded', 'chargeback', 'chargeback_reversed'], 'refunded'],
    [['chargeback', 'chargeback_reversed'], 'approved'],
    [['chargeback_reversed'], 'approved'],
    [['chargeback_reversed', 'canceled'], 'canceled'],
    [['approved', 'partially_refunded', 'approved'], 'partially_refunded'],
    [['approved', 'partially_refunded', 'refunded', 'partially_refunded'], 'refunded'],
    [['chargeback', 'chargeback_reversed', 'chargeback'], 'chargeback'],
    [['pending', 'expired'], 'expired'],
    [['expired', 'pending'], 'expired'],
    [['pending', 'refused'], 'refused'],
    [['refused', 'expired'], 'expired'],
    [['approved', 'disputed'], 'disputed'],
    [['disputed', 'approved'], 'approved'],
  ])('folds %j to %s', (statuses, expected) => {
    expect(story(...statuses).status).toBe(expected);
  });

  it('resolves equal times by the order of the statuses', () => {
    const at = { eventTimeMs: DAY_ONE };
    expect(story(['canceled', at], ['approved', at]).status).toBe('approved');
    expect(story(['approved', at], ['canceled', at]).status).toBe('approved');
    expect(story(['chargeback', at], ['chargeback_reversed', at]).status).toBe('approved');
    expect(story(['chargeback_reversed', at], ['chargeback', at]).status).toBe('approved');
  });

  it('orders events by their own time, and by their receipt when they have none', () => {
    const late = { eventTimeMs: null, receivedAtMs: DAY_ONE + 5 * MINUTE };
    expect(story(['canceled', late], 'approved').status).toBe('canceled');
    expect(
      story('canceled', ['approved', { eventTimeMs: DAY_ONE - MINUTE, receivedAtMs: DAY_ONE + MINUTE }]).status,
    ).toBe('canceled');
  });
});

it('knows that a payment was awaited, in any order, and forgets what no key proved', () => {
  expect(story('approved').wasPending).toBe(false);
  expect(story('pending', 'approved').wasPending).toBe(true);
  expect(story('approved', 'pending').wasPending).toBe(true);
  expect(story('pending', 'expired').wasPending).toBe(true);
  expect(story(['pending', { verified: false }], 'approved').wasPending).toBe(false);
});

describe('money of a conversion', () => {
  it('is subtracted on the day of the conversion after a refund', () => {
    const state = story('approved', 'refunded');
    expect(state).toMatchObject({ soldAtMs: DAY_ONE, value: '100.00', netValue: '0.00', isCounted: false });
  });

  it('keeps the rest after a partial refund, and adds up different ones', () => {
    const part = (amount: string): [ConversionStatus, Partial<LedgerEvent>] => [
      'partially_refunded',
      { refundAmount: amount as Money },
    ];
    expect(story('approved', part('30.00')).netValue).toBe('70.00');
    expect(story('approved', part('30.00'), part('20.00')).netValue).toBe('50.00');
    expect(story('approved', part('30.00'), 'refunded').netValue).toBe('0.00');
    expect(story('approved', part('130.00')).netValue).toBe('0.00');
  });

  it('keeps the original amount when a refund states another one', () => {
    expect(story('approved', ['refunded', { amount: '12.00' as Money }]).value).toBe('100.00');
  });

  it('keeps the original amount when later events state none', () => {
    const silent = { amount: ZERO };
    expect(story('approved', ['completed', silent])).toMatchObject({ value: '100.00', netValue: '100.00' });
    expect(story('approved', ['disputed', silent], ['completed', silent]).netValue).toBe('100.00');
    expect(story(['refunded', {}], ['chargeback', silent], ['chargeback_reversed', silent]).value).toBe('100.00');
    expect(story(['approved', silent]).value).toBe('0.00');
  });

  it('ignores a repeated partial refund, and stays zero after a full one', () => {
    const part = { refundAmount: '30.00' as Money, eventTimeMs: DAY_ONE + MINUTE };
    const partly = story('approved', ['partially_refunded', part], ['partially_refunded', part], 'approved');
    expect(partly).toMatchObject({ status: 'partially_refunded', value: '100.00', netValue: '70.00' });
    const wholly = story('approved', ['partially_refunded', part], 'refunded', 'approved', 'completed');
    expect(wholly).toMatchObject({ status: 'refunded', value: '100.00', netValue: '0.00', soldAtMs: DAY_ONE });
    const won = story('approved', ['partially_refunded', part], 'chargeback', 'chargeback_reversed');
    expect(won).toMatchObject({ status: 'partially_refunded', netValue: '70.00', soldAtMs: DAY_ONE });
  });

  it('belongs to the day of approval, regardless of earlier and later events', () => {
    expect(story('pending', 'approved', 'completed').soldAtMs).toBe(DAY_ONE + MINUTE);
    expect(story('pending', 'refused').soldAtMs).toBe(DAY_ONE);
    expect(story(['completed', { conversionTimeMs: DAY_ONE - MINUTE }]).soldAtMs).toBe(DAY_ONE - MINUTE);
    for (const approval of ['approved', 'completed'] as const)
      expect(story(['pending', { conversionTimeMs: DAY_ONE - MINUTE }], approval).soldAtMs).toBe(DAY_ONE + MINUTE);
  });

  it('belongs to the day of the order before it is approved, and to its first event when no order is stated', () => {
    const order = { conversionTimeMs: DAY_ONE + 5 * MINUTE };
    expect(
      story('pending', ['refused', order], ['canceled', { conversionTimeMs: DAY_ONE + 9 * MINUTE }]).soldAtMs,
    ).toBe(DAY_ONE + 5 * MINUTE);
    expect(story(['disputed', { eventTimeMs: null, receivedAtMs: DAY_ONE + MINUTE }]).soldAtMs).toBe(DAY_ONE + MINUTE);
  });

  it('adds up equal partial refunds of different moments, and of different events without a time', () => {
    const part = (id: string, change: Partial<LedgerEvent> = {}) =>
      event(id, 'partially_refunded', { refundAmount: '30.00' as Money, ...change });
    const approved = event('a', 'approved');
    const at = (minute: number) => ({ eventTimeMs: DAY_ONE + minute * MINUTE });
    expect(foldConversion([approved, part('b', at(1)), part('c', at(2))]).netValue).toBe('40.00');
    expect(foldConversion([approved, part('b'), part('c')]).netValue).toBe('40.00');
    expect(
      foldConversion([approved, part('b', at(1)), part('c', { ...at(1), refundAmount: '20.00' as Money })]).netValue,
    ).toBe('50.00');
    expect(foldConversion([approved, part('b', { ...at(1), refundAmount: '100.00' as Money })]).netValue).toBe('0.00');
  });

  it('takes the largest of what approvals say went back until then, and refunds of their own where they are more', () => {
    const until = (amount: string): [ConversionStatus, Partial<LedgerEvent>] => [
      'approved',
      { refundAmount: amount as Money },
    ];
    const part = (amount: string): [ConversionStatus, Partial<LedgerEvent>] => [
      'partially_refunded',
      { refundAmount: amount as Money },
    ];
    expect(story(until('30.00'), ['completed', { refundAmount: '30.00' as Money }])).toMatchObject({
      value: '100.00',
      netValue: '70.00',
    });
    expect(story(until('10.00'), until('20.00')).netValue).toBe('80.00');
    expect(story(until('20.00'), until('10.00')).netValue).toBe('80.00');
    expect(story(until('30.00'), part('10.00')).netValue).toBe('70.00');
    expect(story(until('30.00'), part('10.00'), part('40.00')).netValue).toBe('50.00');
    expect(story(until('30.00'), 'refunded').netValue).toBe('0.00');
    expect(story(['pending', { refundAmount: '30.00' as Money }], 'approved').netValue).toBe('100.00');
  });

  const stated = (amount: string): [ConversionStatus, Partial<LedgerEvent>] => [
    'refunded',
    { amount: amount as Money, refundAmount: amount as Money },
  ];

  it('keeps the rest of what a refund states, before the approval and after it', () => {
    const rest = { status: 'partially_refunded', value: '100.00', netValue: '70.00', isCounted: true };
    expect(story('approved', stated('30.00'))).toMatchObject(rest);
    expect(story(stated('30.00'), 'approved')).toMatchObject(rest);
    expect(story('approved', stated('30.00'), 'approved')).toMatchObject(rest);
    expect(story(['approved', { refundAmount: '30.00' as Money }], stated('30.00'))).toMatchObject(rest);
    expect(story('approved', stated('30.00'), stated('20.00')).netValue).toBe('50.00');
    expect(story(['partially_refunded', { refundAmount: '10.00' as Money }], stated('30.00'))).toMatchObject({
      value: '100.00',
      netValue: '60.00',
    });
  });

  it('takes all with a refund that states no less than was sold, or of which no price is known', () => {
    const gone = { status: 'refunded', netValue: '0.00', isCounted: false };
    expect(story('approved', stated('100.00'))).toMatchObject(gone);
    expect(story('approved', stated('130.00'))).toMatchObject(gone);
    expect(story('approved', stated('0.00'), 'approved')).toMatchObject(gone);
    expect(story('approved', stated('30.00'), 'refunded', 'approved')).toMatchObject(gone);
    expect(story(stated('30.00'))).toMatchObject(gone);
    expect(story(['approved', { amount: '30.00' as Money }], stated('30.00'), 'approved')).toMatchObject(gone);
    expect(story('pending', stated('30.00'))).toMatchObject(gone);
    expect(story(['approved', { amount: ZERO }], stated('30.00'))).toMatchObject(gone);
  });

  it('never counts more with a further refund, and takes no more than the refunds state', () => {
    const refund = fc.integer({ min: 1, max: 120 }).map((units) => `${units}.00` as Money);
    fc.assert(
      fc.property(fc.array(refund, { minLength: 1, maxLength: 5 }), fc.nat(), (amounts, place) => {
        const events = amounts.map((amount, at) =>
          event(`r${at}`, 'refunded', { amount, refundAmount: amount, eventTimeMs: DAY_ONE + at * MINUTE }),
        );
        const at = place % (events.length + 1);
        const approval = event('s', 'approved', { eventTimeMs: DAY_ONE + at * MINUTE });
        const all = [...events.slice(0, at), approval, ...events.slice(at), ...events] as unknown as [LedgerEvent];
        const left = amounts.reduce((rest, amount) => rest - Number(amount), 100);
        expect(Number(foldConversion(all).netValue)).toBe(Math.max(0, left));
      }),
    );
  });
});

describe('statement of a conversion', () => {
  const usd = { amount: '9.00' as Money, currency: 'USD', provider: 'hotmart', conversionType: 'upsell' };

  it('comes whole from the last event of a sale that states an amount', () => {
    expect(story('approved', ['completed', usd])).toMatchObject({
      value: '9.00',
      currency: 'USD',
      provider: 'hotmart',
      transactionId: 'T-1',
      conversionType: 'upsell',
    });
    expect(story('approved', ['disputed', usd]).currency).toBe('USD');
    expect(story(['approved', usd], 'pending', 'refused', 'canceled', 'expired').currency).toBe('USD');
    expect(story(['approved', usd], 'refunded', 'chargeback', 'partially_refunded').currency).toBe('USD');
  });

  it('comes from the last event with an amount when no sale states one, else from the last sale, else from the last event', () => {
    const silent = { amount: ZERO };
    expect(story(['approved', { ...usd, amount: ZERO }], 'pending', ['canceled', silent]).currency).toBe('BRL');
    expect(story(['approved', { ...usd, ...silent }], ['refunded', silent])).toMatchObject({ currency: 'USD' });
    expect(story(['pending', silent], ['refused', { ...usd, ...silent }])).toMatchObject({ currency: 'USD' });
  });

  it('prefers the event received later when times and statuses are equal, and then the greater id', () => {
    const at = { eventTimeMs: DAY_ONE };
    const first = event('z', 'approved', { ...at, receivedAtMs: DAY_ONE, amount: '1.00' as Money });
    const second = event('a', 'approved', { ...at, receivedAtMs: DAY_ONE + 1, amount: '2.00' as Money });
    expect(foldConversion([second, first]).value).toBe('2.00');
    expect(foldConversion([first, { ...second, receivedAtMs: DAY_ONE }]).value).toBe('1.00');
    expect(foldConversion([{ ...second, receivedAtMs: DAY_ONE }, first]).value).toBe('1.00');
  });

  it('is received when its first event was, counts distinct events, and keeps the first receipt of a repeated one', () => {
    const events = [
      event('a', 'pending', { receivedAtMs: DAY_ONE + 3 }),
      event('b', 'approved', { receivedAtMs: DAY_ONE + 2 }),
      event('b', 'approved', { receivedAtMs: DAY_ONE + 1, clickReference: 'first' }),
      event('b', 'approved', { receivedAtMs: DAY_ONE + 4, clickReference: 'again' }),
    ] as const;
    expect(foldConversion(events)).toMatchObject({
      receivedAtMs: DAY_ONE + 1,
      soldAtMs: DAY_ONE + 1,
      eventCount: 2,
      clickReference: 'first',
    });
  });

  it('never counts as a test', () => {
    const test = { isTest: true };
    expect(story(['pending', test], ['approved', test])).toMatchObject({
      ...{ isTest: true, status: 'approved', isCounted: false, value: '100.00', netValue: '0.00' },
    });
    expect(story('pending', 'approved')).toMatchObject({ isTest: false, isCounted: true });
  });
});

describe('unverified events', () => {
  const forged = { verified: false };

  it.each<[string, ConversionStatus, Partial<LedgerEvent>]>([
    ['status', 'refunded', {}],
    ['status by a chargeback', 'chargeback', {}],
    ['amount', 'approved', { amount: '0.01' as Money }],
    ['currency', 'completed', { currency: 'USD' }],
    ['net amount', 'partially_refunded', { refundAmount: '99.00' as Money }],
    ['day', 'approved', { conversionTimeMs: DAY_ONE - 40 * 86_400_000 }],
    ['click', 'pending', { clickId: 'mc_lanc01_1751849000000123456' as ClickId, receivedAtMs: DAY_ONE - MINUTE }],
    ['type', 'approved', { conversionType: 'upsell', eventTimeMs: DAY_ONE + MINUTE }],
  ])('do not change the %s of a conversion with a verified one', (_what, status, change) => {
    const honest = event('honest', 'approved', { eventTimeMs: DAY_ONE });
    const { eventCount: _all, ...state } = foldConversion([event('forged', status, { ...forged, ...change }), honest]);
    const { eventCount: _one, ...expected } = foldConversion([honest]);
    expect(state).toEqual(expected);
    expect(state.verified).toBe(true);
  });

  it('decide while there is no verified one', () => {
    expect(story(['approved', forged], ['refunded', forged])).toMatchObject({ status: 'refunded', verified: false });
    expect(story(['approved', forged])).toMatchObject({ netValue: '100.00', isCounted: true, verified: false });
  });

  it('decide nothing in any mix and order, as if they were not there', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        const verified = events.filter((one) => one.verified);
        fc.pre(verified.length > 0);
        const { eventCount: _all, ...state } = foldConversion(events as [LedgerEvent]);
        const { eventCount: _some, ...expected } = foldConversion(verified as [LedgerEvent]);
        expect(state).toEqual(expected);
      }),
    );
  });
});

describe('row of a file', () => {
  const DAY_MS = 86_400_000;
  const SEPTEMBER = DAY_ONE - 42 * DAY_MS;
  const click = 'mc_lanc01_1751849000000123456' as ClickId;
  const utm = { ...NO_UTM, utm_source: 'facebook' };
  const row = (change: Partial<LedgerEvent> = {}): LedgerEvent =>
    event('row', 'approved', {
      ...{ eventTimeMs: SEPTEMBER, conversionTimeMs: SEPTEMBER, amount: '500.00' as Money, importId: 'ci_1' },
      ...{ verified: false, utm, clickId: click, clickReference: click },
      sold: { ...NOT_GIVEN, productName: 'Curso Ouro' },
      ...change,
    });
  const now = { receivedAtMs: DAY_ONE, amount: ZERO };

  it.each<[ConversionStatus, Partial<LedgerEvent>, Partial<ReturnType<typeof foldConversion>>]>([
    ['completed', { amount: '500.00' as Money }, { status: 'completed', netValue: '500.00' as Money, verified: true }],
    ['approved', {}, { status: 'approved', netValue: '500.00' as Money, isImported: true }],
    ['pending', { amount: '500.00' as Money }, { status: 'approved', netValue: '500.00' as Money, isImported: true }],
    ['disputed', {}, { status: 'disputed', netValue: '500.00' as Money, isImported: true }],
    ['refunded', {}, { status: 'refunded', value: '500.00' as Money, netValue: '0.00' as Money }],
    ['refunded', { refundAmount: '40.00' as Money }, { status: 'partially_refunded', netValue: '460.00' as Money }],
    ['partially_refunded', { refundAmount: '40.00' as Money }, { netValue: '460.00' as Money, isImported: true }],
    ['chargeback', {}, { status: 'chargeback', value: '500.00' as Money, netValue: '0.00' as Money }],
    ['canceled', {}, { status: 'canceled', netValue: '0.00' as Money }],
  ])(
    'keeps its day, click, utm values and product when %s %j is delivered, in any order',
    (status, change, expected) => {
      const delivered = event('delivered', status, { ...now, ...change });
      for (const importedAtMs of [DAY_ONE - MINUTE, DAY_ONE + MINUTE]) {
        const state = foldConversion([delivered, row({ receivedAtMs: importedAtMs })]);
        expect(state).toMatchObject({ soldAtMs: SEPTEMBER, clickId: click, utm, sold: { productName: 'Curso Ouro' } });
        expect(state).toMatchObject(expected);
      }
    },
  );

  it('gives way to what an approval states of its own', () => {
    const other = 'mc_lanc01_1751849000000999999' as ClickId;
    const stated = { conversionTimeMs: DAY_ONE - DAY_MS, clickId: other, utm: { ...NO_UTM, utm_source: 'google' } };
    const approval = event('delivered', 'approved', { ...stated, sold: { ...NOT_GIVEN, productName: 'Curso Prata' } });
    for (const importedAtMs of [DAY_ONE - MINUTE, DAY_ONE + MINUTE]) {
      expect(foldConversion([row({ receivedAtMs: importedAtMs, status: 'chargeback' }), approval])).toMatchObject({
        ...{ soldAtMs: DAY_ONE - DAY_MS, clickId: other, utm: { utm_source: 'google' }, status: 'approved' },
        ...{ sold: { productName: 'Curso Prata' }, verified: true, isImported: false },
      });
    }
  });

  it('says nothing once its import was undone', () => {
    const approval = event('delivered', 'approved', now);
    const undo = event('undo', 'canceled', { importId: 'ci_1', isImportUndone: true, verified: false });
    const { eventCount: _all, ...state } = foldConversion([row(), approval, undo]);
    const { eventCount: _one, ...expected } = foldConversion([approval]);
    expect(state).toEqual(expected);
  });

  it('decides the same whenever it was imported, next to any deliveries', () => {
    fc.assert(
      fc.property(anyEvents, fc.constantFrom(...CONVERSION_STATUSES), fc.nat(20), (events, status, later) => {
        const at = (receivedAtMs: number) => {
          const { receivedAtMs: _own, ...state } = foldConversion([...events, row({ status, receivedAtMs })] as never);
          return state;
        };
        expect(at(DAY_ONE + later)).toEqual(at(DAY_ONE - 1));
      }),
    );
  });

  it('is not moved from its day by deliveries that state none, nor loses its origin', () => {
    fc.assert(
      fc.property(anyEvents, fc.constantFrom('approved' as const, 'completed' as const), (events, status) => {
        const silent = events.map((one) => ({ ...one, conversionTimeMs: null }));
        expect(foldConversion([...silent, row({ status })] as never)).toMatchObject({
          ...{ soldAtMs: SEPTEMBER, clickId: click, utm, sold: { productName: 'Curso Ouro' } },
        });
      }),
    );
  });
});

describe('click of a conversion', () => {
  const first = 'mc_lanc01_1751849000000123456' as ClickId;
  const other = 'mc_lanc01_1751849000000123457' as ClickId;

  it('is the one of the event that was received first, also when its own time is later', () => {
    const state = story(
      ['approved', { clickId: other, clickReference: 'other', receivedAtMs: DAY_ONE + 2 }],
      ['completed', { clickId: first, clickReference: 'first', receivedAtMs: DAY_ONE + 1 }],
    );
    expect(state).toMatchObject({ clickId: first, clickReference: 'first' });
  });

  it('is the one of the smaller event id when both were received at once', () => {
    const state = story(
      ['completed', { clickId: first, clickReference: 'first', eventTimeMs: DAY_ONE + MINUTE }],
      ['approved', { clickId: other, clickReference: 'other', eventTimeMs: DAY_ONE }],
    );
    expect(state).toMatchObject({ clickId: first, clickReference: 'first' });
  });

  it('is of the person that the first verified event with a person names', () => {
    expect(story('pending', ['approved', { personId: 'ana' }], ['refunded', { personId: 'bia' }]).personId).toBe('ana');
    expect(story(['approved', { personId: 'eve', verified: false }], ['approved', { personId: 'ana' }]).personId).toBe(
      'ana',
    );
    expect(story('approved').personId).toBe('');
  });

  it('keeps the first reference when no event names a click, and prefers a named click to any reference', () => {
    const text = (clickReference: string, minute: number): Partial<LedgerEvent> => ({
      clickReference,
      receivedAtMs: DAY_ONE + minute * MINUTE,
    });
    expect(story('pending', ['approved', text('FB', 1)], ['completed', text('IG', 2)])).toMatchObject({
      clickId: null,
      clickReference: 'FB',
    });
    expect(story(['pending', text('FB', 0)], ['approved', { ...text('src|id', 1), clickId: first }])).toMatchObject({
      clickId: first,
      clickReference: 'src|id',
    });
    expect(story('approved')).toMatchObject({ clickId: null, clickReference: '' });
  });

  it('is the first that was named, also when a refund names none', () => {
    const clickId = 'mc_lanc01_1751849000000123456' as ClickId;
    const state = story(['approved', { clickId, clickReference: clickId }], 'refunded');
    expect(state).toMatchObject({ clickId, clickReference: clickId });
  });
});

const anyEvent = fc
  .record({
    status: fc.constantFrom(...CONVERSION_STATUSES),
    eventTimeMs: fc.option(fc.integer({ min: DAY_ONE, max: DAY_ONE + 10 })),
    conversionTimeMs: fc.option(fc.integer({ min: DAY_ONE, max: DAY_ONE + 10 })),
    receivedAtMs: fc.integer({ min: DAY_ONE, max: DAY_ONE + 10 }),
    amount: fc.constantFrom('0.00' as Money, '90.00' as Money, '100.00' as Money),
    refundAmount: fc.integer({ min: 0, max: 200 }).map((value) => `${value}.00` as Money),
    isTest: fc.boolean(),
    verified: fc.boolean(),
  })
  .map((change) => change);
const anyEvents = fc
  .array(anyEvent, { minLength: 1, maxLength: 8 })
  .map((all) => all.map((change, index) => event(`e${index}`, change.status, change)));

const DAY = 86_400_000;
/** The same over two weeks. */
const anyLongStory = fc
  .array(
    fc.record({
      status: fc.constantFrom(...CONVERSION_STATUSES),
      eventTimeMs: fc.option(fc.integer({ min: 0, max: 14 }).map((day) => DAY_ONE + day * DAY)),
      conversionTimeMs: fc.option(fc.integer({ min: 0, max: 14 }).map((day) => DAY_ONE + day * DAY)),
      receivedAtMs: fc.integer({ min: 0, max: 14 }).map((day) => DAY_ONE + day * DAY),
      verified: fc.boolean(),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((all) => all.map((change, index) => event(`e${index % 5}`, change.status, change)));

describe('daysLeft', () => {
  const dayOf = (ms: number) => Math.floor(ms / DAY);

  it('lists every day that the conversion had with fewer events known, except its present day', () => {
    fc.assert(
      fc.property(anyLongStory, fc.infiniteStream(fc.boolean()), (events, isKnown) => {
        const state = foldConversion(events as [LedgerEvent]);
        const left = daysLeft(events, state).map(dayOf);
        expect(left).not.toContain(dayOf(state.soldAtMs));
        expect(new Set(left).size).toBe(left.length);
        const some = events.filter(() => isKnown.next().value);
        if (some.length === 0) return;
        expect([...left, dayOf(state.soldAtMs)]).toContain(
          dayOf(foldConversion(some as unknown as [LedgerEvent]).soldAtMs),
        );
      }),
    );
  });

  it('lists a moment of each other day in ascending order, by sale time, event time and receipt', () => {
    const events = [
      event('a', 'approved', { eventTimeMs: DAY_ONE + 9 * DAY, conversionTimeMs: DAY_ONE + 3 * DAY }),
      event('b', 'completed', { receivedAtMs: DAY_ONE + 5 * DAY }),
      event('c', 'pending', { eventTimeMs: DAY_ONE + 4 * DAY, receivedAtMs: DAY_ONE + 8 * DAY }),
    ] as const;
    const state = foldConversion(events);
    expect(state.soldAtMs).toBe(DAY_ONE + 3 * DAY);
    expect(daysLeft(events, state)).toEqual([DAY_ONE + 4 * DAY, DAY_ONE + 5 * DAY, DAY_ONE + 9 * DAY]);
  });

  it('is empty for a conversion of one day', () => {
    const events = [event('e1', 'pending'), event('e2', 'approved', { eventTimeMs: DAY_ONE + MINUTE })] as const;
    expect(daysLeft(events, foldConversion(events))).toEqual([]);
  });
});

/** All that fits into the ledger: the greatest amounts, any year, any status, with a key and without one, from a file or not. */
const anyLedgerEvent = fc.record({
  status: fc.constantFrom(...CONVERSION_STATUSES),
  eventTimeMs: fc.option(fc.integer({ min: 0, max: Date.UTC(9999, 11, 31) })),
  conversionTimeMs: fc.option(fc.integer({ min: 0, max: Date.UTC(9999, 11, 31) })),
  receivedAtMs: fc.integer({ min: 0, max: Date.UTC(9999, 11, 31) }),
  amount: fc.constantFrom('0.00' as Money, '0.0001' as Money, '99999999999999.9999' as Money),
  refundAmount: fc.constantFrom('0.00' as Money, '0.01' as Money, '99999999999999.9999' as Money),
  currency: fc.constantFrom('BRL', 'USD'),
  isTest: fc.boolean(),
  verified: fc.boolean(),
  importId: fc.constantFrom('', '', 'im_1'),
  isImportUndone: fc.boolean(),
});

describe('fold of any events', () => {
  it('throws for no list that the ledger can hold, and gives an amount of the column', () => {
    fc.assert(
      fc.property(fc.array(anyLedgerEvent, { minLength: 1, maxLength: 40, size: 'max' }), (changes) => {
        const events = changes.map((change, index) => event(`e${index}`, change.status, change));
        const state = foldConversion(events as [LedgerEvent]);
        expect(Money.parse(state.netValue)).toBe(state.netValue);
        expect(compareMoney(state.netValue, ZERO)).toBeGreaterThanOrEqual(0);
        expect(compareMoney(state.netValue, state.value)).toBeLessThanOrEqual(0);
        expect(hoursOfConversion(events).size).toBeGreaterThan(0);
        expect(daysLeft(events, state)).toEqual(daysLeft(events, state).toSorted((a, b) => a - b));
      }),
    );
  });

  it('folds 130,000 events', () => {
    const many = Array.from({ length: 130_000 }, (_, index) =>
      event(`e${index}`, index % 2 === 0 ? 'approved' : 'partially_refunded', {
        receivedAtMs: DAY_ONE + index,
        refundAmount: '99999999999999.99' as Money,
      }),
    );
    const state = foldConversion(many as unknown as [LedgerEvent]);
    expect(state).toMatchObject({ receivedAtMs: DAY_ONE, soldAtMs: DAY_ONE, netValue: '0.00', eventCount: 130_000 });
    const waiting = many.map((one) => ({ ...one, status: 'pending' as const }));
    expect(foldConversion(waiting as unknown as [LedgerEvent]).soldAtMs).toBe(DAY_ONE);
  });

  it('is identical in any order and with any repeated events', () => {
    fc.assert(
      fc.property(anyEvents, fc.infiniteStream(fc.nat()), (events, seeds) => {
        const again = events.filter(() => (seeds.next().value ?? 0) % 2 === 0);
        const later = again.map((one) => ({ ...one, receivedAtMs: one.receivedAtMs + MINUTE }));
        const shuffled = [...events, ...later]
          .map((one) => [seeds.next().value, one] as const)
          .sort(([a], [b]) => a - b);
        const other = shuffled.map(([, one]) => one);
        expect(foldConversion(other as unknown as [LedgerEvent])).toEqual(foldConversion(events as [LedgerEvent]));
      }),
    );
  });

  it('counts no more than the gross amount, no less than zero, and nothing unless counted', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        const state = foldConversion(events as [LedgerEvent]);
        expect(compareMoney(state.netValue, ZERO)).not.toBe(-1);
        expect(compareMoney(state.netValue, state.value)).not.toBe(1);
        expect(state.isCounted).toBe(isCounted(state.status) && !state.isTest);
        const deciding = state.verified ? events.filter((one) => one.verified) : events;
        expect(state.value === ZERO).toBe(deciding.every((one) => one.amount === ZERO));
        if (!state.isCounted) expect(state.netValue).toBe(ZERO);
      }),
    );
  });

  it('does not revive a refunded conversion after a repeated approval', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        const before = foldConversion(events as [LedgerEvent]);
        fc.pre(before.verified);
        // Without the conversion's price a refund that states an amount takes all, until its approval comes.
        const isStated = (one: LedgerEvent) => one.verified && one.status === 'refunded' && one.refundAmount !== ZERO;
        const isPriced = (one: LedgerEvent) =>
          one.verified && ['approved', 'completed'].includes(one.status) && one.amount !== ZERO;
        fc.pre(events.some(isPriced) || !events.some(isStated));
        const after = foldConversion([
          ...events,
          event('late', 'approved', { receivedAtMs: DAY_ONE + 99 }),
        ] as unknown as [LedgerEvent]);
        if (['refunded', 'partially_refunded', 'chargeback'].includes(before.status))
          expect(after.status).toBe(before.status);
      }),
    );
  });
});

describe('what was sold', () => {
  const sold = (change: Partial<Sold>) => ({ sold: { ...NOT_GIVEN, ...change } });
  const fee = (text: string) => text as Money;

  it('is taken from the event with the amount, else from the last event that has it', () => {
    const state = story(
      ['pending', sold({ productName: 'Curso', paymentMethod: 'boleto', coupon: 'DEZ' })],
      ['approved', sold({ productName: 'Curso X', paymentMethod: 'pix', gatewayFee: fee('4.90') })],
      ['refunded', { amount: ZERO, ...sold({ productName: 'Outro', affiliate: 'af1' }) }],
    );
    expect(state.sold).toEqual({
      ...NOT_GIVEN,
      productName: 'Curso X',
      paymentMethod: 'pix',
      gatewayFee: '4.90',
      coupon: 'DEZ',
      affiliate: 'af1',
    });
  });

  it('has no fee of an event in another currency', () => {
    const state = story(
      [
        'pending',
        {
          currency: 'USD',
          ...sold({ gatewayFee: fee('9.00'), netToSeller: fee('91.00'), interest: fee('5.00'), offer: 'A' }),
        },
      ],
      ['approved', sold({ netToSeller: fee('95.00') })],
    );
    expect(state.sold).toEqual({ ...NOT_GIVEN, offer: 'A', netToSeller: '95.00' });
  });

  it('keeps the utm values of the first event that had some', () => {
    const state = story(
      ['pending', {}],
      ['approved', { utm: { ...NO_UTM, utm_source: 'ig' }, receivedAtMs: DAY_ONE + 1 }],
      ['refunded', { utm: { ...NO_UTM, utm_source: 'google' }, receivedAtMs: DAY_ONE + 2 }],
    );
    expect(state.utm.utm_source).toBe('ig');
  });
});
