import { NOT_GIVEN } from '@tracker/schemas/checkouts/sold';
import { NO_UTM } from '@tracker/schemas/checkouts/utm';
import { compareMoney, type Money, ZERO } from '@tracker/schemas/primitives/money';
import { STORIES } from '@tracker/test/kit/stories';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Events, foldConversion, type LedgerEvent } from './fold.ts';
import { joinPayments, type PaymentEvents } from './join-payments.ts';

const AT = Date.UTC(2026, 10, 20, 15);

const event = (eventId: string, change: Partial<LedgerEvent>): LedgerEvent => ({
  ...{ eventId, status: 'approved', eventTimeMs: AT, conversionTimeMs: null, receivedAtMs: AT, provider: 'stripe' },
  ...{ transactionId: 'pi_1', conversionType: 'purchase', amount: ZERO, refundAmount: ZERO, currency: 'BRL' },
  ...{ clickReference: '', clickId: null, utm: NO_UTM, sold: NOT_GIVEN, personId: '', isTest: false, verified: true },
  ...{ network: '', importId: '', isImportUndone: false, isRefundTotal: false },
  ...change,
});
const SALE: Events = [event('sale', { transactionId: 'in_1', amount: '97.00' as Money })];
const fold = (...payments: PaymentEvents[]) => foldConversion(joinPayments(SALE, payments));

const payment = (name: string) =>
  fc.record({
    amount: fc.constantFrom('0.00', '40.00', '57.00', '97.00', '150.00') as fc.Arbitrary<Money>,
    events: fc
      .array(
        fc
          .record({
            status: fc.constantFrom(
              'disputed',
              'partially_refunded',
              'refunded',
              'chargeback',
              'chargeback_reversed',
              'approved',
            ),
            eventTimeMs: fc.option(fc.integer({ min: AT, max: AT + 5 }), { nil: null }),
            receivedAtMs: fc.integer({ min: AT, max: AT + 5 }),
            amount: fc.constantFrom('0.00', '40.00', '97.00'),
            refundAmount: fc.constantFrom('0.00', '10.00', '30.00'),
          })
          .map((change) => change as Partial<LedgerEvent>),
        { maxLength: 5 },
      )
      .map((list) => list.map((change, index) => event(`${name}-${index}`, change))),
  });

describe('payments of a conversion', () => {
  it('give the same conversion in any order, and repeated', () => {
    fc.assert(
      fc.property(payment('a'), payment('b'), (a, b) => {
        const state = { ...fold(a, b), eventCount: 0 };
        const turned = (one: PaymentEvents) => ({ ...one, events: one.events.toReversed() });
        const doubled = (one: PaymentEvents) => ({ ...one, events: [...one.events, ...one.events] });
        for (const other of [fold(b, a), fold(turned(a), turned(b)), fold(doubled(a), b)]) {
          expect({ ...other, eventCount: 0 }).toEqual(state);
        }
      }),
      { numRuns: 300 * STORIES },
    );
  });

  it('never change what was sold, and never add to what is left of it', () => {
    fc.assert(
      fc.property(payment('a'), payment('b'), (a, b) => {
        const { value, netValue, transactionId } = fold(a, b);
        expect([value, transactionId]).toEqual(['97.00', 'in_1']);
        expect(compareMoney(netValue, value)).toBeLessThanOrEqual(0);
        expect(compareMoney(netValue, ZERO)).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 300 * STORIES },
    );
  });

  it('take back only what they paid', () => {
    const refunded = (amount: string) => ({ amount: amount as Money, events: [event('r', { status: 'refunded' })] });
    expect(fold(refunded('40.00'))).toMatchObject({ status: 'partially_refunded', netValue: '57.00' });
    expect(fold(refunded('97.00'))).toMatchObject({ status: 'refunded', netValue: ZERO });
    expect(fold(refunded('0.00'))).toMatchObject({ status: 'refunded', netValue: ZERO });
    const first = event('p', { status: 'partially_refunded', refundAmount: '10.00' as Money });
    const whole = { ...refunded('40.00'), events: [first, event('r', { status: 'refunded' })] };
    expect(fold(whole)).toMatchObject({ netValue: '57.00' });
  });
});
