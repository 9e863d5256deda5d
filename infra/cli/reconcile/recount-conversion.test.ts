import { foldConversion, type LedgerEvent } from '@tracker/infra/conversions/fold';
import { CONVERSION_STATUSES } from '@tracker/schemas/checkouts/conversion-status';
import { NOT_GIVEN } from '@tracker/schemas/checkouts/sold';
import { NO_UTM } from '@tracker/schemas/checkouts/utm';
import { type Currency, Money } from '@tracker/schemas/primitives/money';
import { STORIES } from '@tracker/test/kit/stories';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalOf, unitsOf } from '../money-units.ts';
import { type RecountedEvent, recountConversion } from './recount-conversion.ts';

const word = (change: Partial<RecountedEvent>): RecountedEvent => ({
  eventId: 'e1',
  status: 'approved',
  eventMs: 1_000,
  conversionMs: null,
  receivedMs: 5_000,
  amount: 1_000_000n,
  refund: 0n,
  isRefundTotal: false,
  currency: 'BRL',
  ...change,
});

describe('recounted conversion', () => {
  it('is worth the last reported amount minus refunds', () => {
    const conversion = word({});
    const partial = word({ eventId: 'e2', status: 'partially_refunded', eventMs: 2_000, refund: 250_000n });
    expect(recountConversion([conversion])).toMatchObject({ counts: true, worth: 1_000_000n, soldMs: 1_000 });
    expect(recountConversion([partial, conversion, { ...partial, eventId: 'e3' }])).toMatchObject({
      counts: true,
      worth: 750_000n,
    });
    expect(recountConversion([conversion, word({ eventId: 'e4', status: 'refunded', eventMs: 500 })])).toMatchObject({
      counts: false,
      worth: 0n,
    });
    const charged = word({ eventId: 'e5', status: 'chargeback', eventMs: 3_000 });
    expect(recountConversion([charged, conversion]).counts).toBe(false);
    expect(
      recountConversion([charged, word({ eventId: 'e6', status: 'chargeback_reversed', eventMs: 4_000 })]).counts,
    ).toBe(true);
  });

  it('agrees with the processor’s fold for any events in any order', () => {
    const event = fc.record({
      status: fc.constantFrom(...CONVERSION_STATUSES),
      eventMs: fc.option(fc.integer({ min: 0, max: 6 }), { nil: null }),
      conversionMs: fc.option(fc.integer({ min: 0, max: 6 }), { nil: null }),
      receivedMs: fc.integer({ min: 0, max: 6 }),
      amount: fc.integer({ min: 0, max: 900 }),
      refund: fc.integer({ min: 0, max: 300 }),
      isRefundTotal: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(event, { minLength: 1, maxLength: 9 }), (reports) => {
        const words = reports.map(
          (one, index): RecountedEvent => ({
            ...one,
            eventId: `e${index}`,
            amount: BigInt(one.amount) * 10_000n,
            refund: BigInt(one.refund) * 10_000n,
            currency: 'BRL',
          }),
        );
        const { price, ...recounted } = recountConversion(words);
        const folded = foldConversion(words.map(toLedgerEvent) as [LedgerEvent, ...LedgerEvent[]]);
        expect(decimalOf(price)).toBe(decimalOf(unitsOf(folded.value)));
        expect({ ...recounted, worth: decimalOf(recounted.worth) }).toEqual({
          soldMs: folded.soldAtMs,
          counts: folded.isCounted,
          worth: decimalOf(unitsOf(folded.netValue)),
          currency: folded.currency,
        });
      }),
      { numRuns: 500 * STORIES },
    );
  });
});

const toLedgerEvent = (stated: RecountedEvent): LedgerEvent => ({
  eventId: stated.eventId,
  status: stated.status as LedgerEvent['status'],
  eventTimeMs: stated.eventMs,
  conversionTimeMs: stated.conversionMs,
  receivedAtMs: stated.receivedMs,
  provider: 'generic',
  transactionId: 'T-1',
  conversionType: 'purchase',
  amount: Money.parse(decimalOf(stated.amount)),
  refundAmount: Money.parse(decimalOf(stated.refund)),
  isRefundTotal: stated.isRefundTotal,
  currency: stated.currency as Currency,
  clickReference: '',
  clickId: null,
  utm: NO_UTM,
  sold: NOT_GIVEN,
  isTest: false,
  verified: true,
  network: '',
  personId: '',
  importId: '',
  isImportUndone: false,
});
