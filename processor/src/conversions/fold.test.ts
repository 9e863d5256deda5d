import { CONVERSION_STATUSES, type ConversionStatus, isCounted } from '@tracker/schemas/checkouts/conversion-status';
import type { ClickId } from '@tracker/schemas/primitives/click-id';
import { compareMoney, type Money, ZERO } from '@tracker/schemas/primitives/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysLeft, foldSale, type SaleEvent } from './fold.ts';

const MINUTE = 60_000;
const DAY_ONE = Date.UTC(2026, 10, 1, 12);

function event(id: string, status: ConversionStatus, change: Partial<SaleEvent> = {}): SaleEvent {
  return {
    eventId: id,
    status,
    eventTimeMs: null,
    saleTimeMs: null,
    receivedAtMs: DAY_ONE,
    provider: 'generic',
    transactionId: 'T-1',
    conversionType: 'purchase',
    amount: '100.00' as Money,
    refundAmount: ZERO,
    currency: 'BRL',
    clickReference: '',
    clickId: null,
    isTest: false,
    verified: true,
    ...change,
  };
}

/** Events at minutes 0, 1, 2 … in this order. */
function story(...statuses: (ConversionStatus | [ConversionStatus, Partial<SaleEvent>])[]) {
  const events = statuses.map((one, index) => {
    const [status, change] = Array.isArray(one) ? one : [one, {}];
    return event(`e${index}`, status, { eventTimeMs: DAY_ONE + index * MINUTE, ...change });
  });
  return foldSale(events as [SaleEvent, ...SaleEvent[]]);
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
  ])('folds %j to %s', (statuses, expected) => {
    expect(story(...statuses).status).toBe(expected);
  });

  it('resolves equal times by the order of the statuses', () => {
    const at = { eventTimeMs: DAY_ONE };
    expect(story(['canceled', at], ['approved', at]).status).toBe('approved');
    expect(story(['approved', at], ['canceled', at]).status).toBe('approved');
  });
});

describe('money of a conversion', () => {
  it('is subtracted on the day of the conversion after a refund', () => {
    const sale = story('approved', 'refunded');
    expect(sale).toMatchObject({ soldAtMs: DAY_ONE, value: '100.00', netValue: '0.00', isCounted: false });
  });

  it('keeps the rest after a partial refund, and adds up different ones', () => {
    const part = (amount: string): [ConversionStatus, Partial<SaleEvent>] => [
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
    expect(story(['completed', { saleTimeMs: DAY_ONE - MINUTE }]).soldAtMs).toBe(DAY_ONE - MINUTE);
  });
});

describe('click of a conversion', () => {
  it('is the first that was named, also when a refund names none', () => {
    const clickId = 'mc_lanc01_1751849000000123456' as ClickId;
    const sale = story(['approved', { clickId, clickReference: clickId }], 'refunded');
    expect(sale).toMatchObject({ clickId, clickReference: clickId });
  });
});

const anyEvent = fc
  .record({
    status: fc.constantFrom(...CONVERSION_STATUSES),
    eventTimeMs: fc.option(fc.integer({ min: DAY_ONE, max: DAY_ONE + 10 })),
    saleTimeMs: fc.option(fc.integer({ min: DAY_ONE, max: DAY_ONE + 10 })),
    receivedAtMs: fc.integer({ min: DAY_ONE, max: DAY_ONE + 10 }),
    amount: fc.constantFrom('0.00' as Money, '90.00' as Money, '100.00' as Money),
    refundAmount: fc.integer({ min: 0, max: 200 }).map((value) => `${value}.00` as Money),
    isTest: fc.boolean(),
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
      saleTimeMs: fc.option(fc.integer({ min: 0, max: 14 }).map((day) => DAY_ONE + day * DAY)),
      receivedAtMs: fc.integer({ min: 0, max: 14 }).map((day) => DAY_ONE + day * DAY),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((all) => all.map((change, index) => event(`e${index % 5}`, change.status, change)));

describe('daysLeft', () => {
  const dayOf = (ms: number) => Math.floor(ms / DAY);

  it('lists every day that the conversion had with fewer events known, except its present day', () => {
    fc.assert(
      fc.property(anyLongStory, fc.infiniteStream(fc.boolean()), (events, isKnown) => {
        const sale = foldSale(events as [SaleEvent]);
        const left = daysLeft(events, sale).map(dayOf);
        expect(left).not.toContain(dayOf(sale.soldAtMs));
        expect(new Set(left).size).toBe(left.length);
        const some = events.filter(() => isKnown.next().value);
        if (some.length === 0) return;
        expect([...left, dayOf(sale.soldAtMs)]).toContain(dayOf(foldSale(some as unknown as [SaleEvent]).soldAtMs));
      }),
    );
  });

  it('is empty for a conversion of one day', () => {
    const events = [event('e1', 'pending'), event('e2', 'approved', { eventTimeMs: DAY_ONE + MINUTE })] as const;
    expect(daysLeft(events, foldSale(events))).toEqual([]);
  });
});

describe('fold of any events', () => {
  it('is identical in any order and with any repeated events', () => {
    fc.assert(
      fc.property(anyEvents, fc.infiniteStream(fc.nat()), (events, seeds) => {
        const again = events.filter(() => (seeds.next().value ?? 0) % 2 === 0);
        const later = again.map((one) => ({ ...one, receivedAtMs: one.receivedAtMs + MINUTE }));
        const shuffled = [...events, ...later]
          .map((one) => [seeds.next().value, one] as const)
          .sort(([a], [b]) => a - b);
        const other = shuffled.map(([, one]) => one);
        expect(foldSale(other as unknown as [SaleEvent])).toEqual(foldSale(events as [SaleEvent]));
      }),
    );
  });

  it('counts no more than the gross amount, no less than zero, and nothing unless counted', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        const sale = foldSale(events as [SaleEvent]);
        expect(compareMoney(sale.netValue, ZERO)).not.toBe(-1);
        expect(compareMoney(sale.netValue, sale.value)).not.toBe(1);
        expect(sale.isCounted).toBe(isCounted(sale.status));
        expect(sale.value === ZERO).toBe(events.every((one) => one.amount === ZERO));
        if (!sale.isCounted) expect(sale.netValue).toBe(ZERO);
      }),
    );
  });

  it('does not revive a refunded conversion after a repeated approval', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        const before = foldSale(events as [SaleEvent]);
        const after = foldSale([...events, event('late', 'approved', { receivedAtMs: DAY_ONE + 99 })] as unknown as [
          SaleEvent,
        ]);
        if (['refunded', 'partially_refunded', 'chargeback'].includes(before.status))
          expect(after.status).toBe(before.status);
      }),
    );
  });
});
