import { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { describe, expect, test } from 'vitest';
import { type Compared, changeOf } from './change.ts';
import { comparisonOf } from './comparison.ts';

type Values = Compared['values'];

describe('the change against another period', () => {
  test('keeps the sign of the figure before: a smaller loss is a gain', () => {
    const of = (values: Values, previous: Values) => ({ values, previous });
    expect(
      changeOf('netProfit', of({ netProfit: -50, conversions: 9 }, { netProfit: -100, conversions: 9 })),
    ).toMatchObject({
      ...{ percent: 50, isGood: true, isWeak: false },
    });
    expect(changeOf('netProfit', of({ netProfit: 112 }, { netProfit: 100 }))).toMatchObject({
      ...{ percent: 12, isWeak: true },
    });
    // Neither good nor bad: no sales make it weak.
    expect(changeOf('spend', of({ spend: 150 }, { spend: 100 }))).toMatchObject({ isGood: null, isWeak: false });
  });

  test('is good where less is better, and neither where a figure is of the effort alone', () => {
    const of = (metric: 'cpa' | 'refundRate' | 'impressions', now: number, before: number) =>
      changeOf(metric, {
        values: { [metric]: now, conversions: 9 },
        previous: { [metric]: before, conversions: 9 },
      })?.isGood;
    expect([of('cpa', 20, 10), of('cpa', 10, 20), of('refundRate', 1, 2)]).toEqual([false, true, true]);
    expect([of('cpa', 10, 10), of('impressions', 2, 1)]).toEqual([null, null]);
  });

  test('is not there without a base, or where one of both is unknown', () => {
    for (const [now, before] of [
      [1, 0],
      [1, null],
      [null, 1],
    ] as const) {
      const compared = { values: { netProfit: now }, previous: { netProfit: before } };
      expect(changeOf('netProfit', compared)).toBeUndefined();
    }
    expect(changeOf('netProfit', { values: { netProfit: 1 }, previous: null })).toBeUndefined();
  });

  test('is of the finished days where today is one of several, and of an own period whole', () => {
    const day = (text: string) => TenantDay.parse(text);
    const today = day('2026-11-20');
    const until = { from: day('2026-11-01'), to: today };
    const finished = { from: '2026-11-01', to: '2026-11-19' };
    expect(comparisonOf({}, until, today)).toEqual({ compare: 'previous', finished, isCut: false });
    expect(comparisonOf({ compare: 'week' }, { from: today, to: today }, today)).toMatchObject({ isCut: true });
    const over = { from: day('2026-11-01'), to: day('2026-11-19') };
    const whole = { finished: undefined, isCut: false };
    expect(comparisonOf({ compare: 'year' }, over, today)).toEqual({ compare: 'year', ...whole });
    const own = '2026-10-01,2026-10-02';
    expect(comparisonOf({ compare: own }, until, today)).toEqual({ compare: own, ...whole });
    expect(comparisonOf({ compare: 'none' }, until, today)).toBeUndefined();
  });
});
