import { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { describe, expect, test } from 'vitest';
import { presetRange } from '../date-range/date-range.ts';
import { type Compared, changeOf, differenceText } from './change.ts';
import { comparisonOf } from './comparison.ts';

type Values = Compared['values'];

describe('the change against another period', () => {
  test('of a loss, or of nothing, is a difference and no percentage: a smaller loss is a gain', () => {
    const of = (values: Values, previous: Values) => ({ values, previous });
    expect(
      changeOf('netProfit', of({ netProfit: -50, conversions: 9 }, { netProfit: -100, conversions: 9 })),
    ).toMatchObject({
      ...{ percent: null, before: -100, now: -50, isGood: true, isWeak: false },
    });
    expect(differenceText('netProfit', { percent: null, before: -100, now: -50 })).toBe('+R$\u00a050,00');
    expect(differenceText('netProfit', { percent: null, before: 0, now: -12.5 })).toBe('-R$\u00a012,50');
    expect(differenceText('clicks', { percent: null, before: 0, now: 5 })).toBe('+5');
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

  test('is not there where one of both is unknown, or both are nothing; a return without spend is none', () => {
    const roas = (spend: number, before: number) =>
      changeOf('roas', { values: { roas: 0, spend }, previous: { roas: 2, spend: before } });
    expect([roas(0, 10), roas(10, 0), roas(10, 10)?.percent]).toEqual([undefined, undefined, -100]);
    for (const [now, before] of [
      [0, 0],
      [1, null],
      [null, 1],
    ] as const) {
      const compared = { values: { netProfit: now }, previous: { netProfit: before } };
      expect(changeOf('netProfit', compared)).toBeUndefined();
    }
    expect(changeOf('netProfit', { values: { netProfit: 1 }, previous: null })).toBeUndefined();
  });

  test('has no base in a sum of days of which some were not tracked, but in what a platform reported, or a ratio', () => {
    const of = (metric: 'clicks' | 'spend' | 'roas' | 'netProfit', since: string | null) =>
      changeOf(metric, {
        values: { clicks: 9, spend: 9, roas: 2, netProfit: 9 },
        previous: { clicks: 3, spend: 3, roas: 1, netProfit: 3 },
        of: {
          compare: { from: TenantDay.parse('2026-10-01'), to: TenantDay.parse('2026-10-31') },
          trackedSince: since === null ? null : TenantDay.parse(since),
        },
      })?.percent;
    const all = (since: string | null) =>
      (['clicks', 'spend', 'roas', 'netProfit'] as const).map((one) => of(one, since));
    expect(all('2026-10-01')).toEqual([200, 200, 100, 200]);
    expect(all('2026-10-02')).toEqual([undefined, 200, 100, undefined]);
    expect(all(null)).toEqual([undefined, 200, 100, undefined]);
  });

  test('is of the finished days where today is one of several, and of an own period whole', () => {
    const day = (text: string) => TenantDay.parse(text);
    const today = day('2026-11-20');
    const until = { from: day('2026-11-01'), to: today };
    const finished = { from: '2026-11-01', to: '2026-11-19' };
    const same = { weekdays: 'same' };
    expect(comparisonOf({}, until, today)).toEqual({
      ...{ asked: { compare: 'previous', ...same }, finished, isCut: false },
      days: '01/11 a 19/11 com 11/10 a 29/10',
    });
    expect(comparisonOf({ compare: 'week' }, { from: today, to: today }, today)).toMatchObject({
      ...{ isCut: true, days: 'com 13/11 até a mesma hora' },
    });
    const over = { from: day('2026-11-01'), to: day('2026-11-19') };
    const whole = { finished: undefined, isCut: false };
    expect(comparisonOf({ compare: 'year' }, over, today)).toMatchObject({
      asked: { compare: 'year', ...same },
      ...whole,
    });
    const own = '2026-10-01,2026-10-02';
    expect(comparisonOf({ compare: own }, until, today)).toMatchObject({ asked: { compare: own }, ...whole });
    expect(comparisonOf({ compare: 'none' }, until, today)).toBeUndefined();
  });

  test.each([
    // A Friday.
    ['today', '2026-11-20', 'com 19/11 até a mesma hora'],
    ['yesterday', '2026-11-20', '19/11 com 18/11'],
    ['7d', '2026-11-20', '14/11 a 19/11 com 07/11 a 12/11'],
    ['week', '2026-11-20', '15/11 a 19/11 com 08/11 a 12/11'],
    ['week', '2026-11-16', '15/11 com 08/11'],
    ['last-week', '2026-11-20', '08/11 a 14/11 com 01/11 a 07/11'],
    ['30d', '2026-11-20', '22/10 a 19/11 com 17/09 a 15/10'],
    ['month', '2026-11-20', '01/11 a 19/11 com 01/10 a 19/10'],
    ['month', '2026-11-01', 'com 31/10 até a mesma hora'],
    ['month', '2026-03-31', '01/03 a 30/03 com 01/02 a 28/02'],
    ['last-month', '2026-11-20', '01/10 a 31/10 com 01/09 a 30/09'],
  ] as const)('of %s on %s is of %s', (preset, on, days) => {
    expect(comparisonOf({}, presetRange(preset, TenantDay.parse(on)), TenantDay.parse(on))?.days).toBe(days);
  });
});
