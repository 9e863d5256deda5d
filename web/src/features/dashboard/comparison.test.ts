import type { PerformanceSummary } from '@tracker/schemas/contracts/dashboard.contract';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { describe, expect, it } from 'vitest';
import { comparisonOf } from './comparison.ts';

const day = (text: string) => text as TenantDay;
const today = day('2026-11-20');
const summary = (given: object) => given as PerformanceSummary;
const ofToday = (yesterdayToNow: PerformanceSummary['yesterdayToNow']) =>
  comparisonOf({
    range: { from: today, to: today },
    rangeBefore: { from: day('2026-11-19'), to: day('2026-11-19') },
    ...{ today, dayShare: 0.5, before: undefined, basis: 'gross' },
    summary: summary({ yesterdayToNow }),
  });

describe('comparisonOf', () => {
  it('compares today with yesterday until the same minute', () => {
    expect(ofToday({ revenue: 60, spend: 40, roas: 1.5 })).toEqual({
      previous: { revenue: 60, spend: 40, roas: 1.5, profit: null },
      share: 1,
    });
    expect(ofToday({ revenue: 60, spend: null, roas: null })?.previous).toEqual({
      ...{ revenue: 60, spend: null, roas: null, profit: null },
    });
    expect(ofToday({ revenue: 0, spend: 0, roas: 0 })).toBeNull();
  });

  it('compares other ranges with the one before, as far as the last day has lasted', () => {
    const before = summary({ range: { revenue: 100, spend: 50, roas: 2, net: { profit: 40 } } });
    const of = (from: string, to: string, trackedSince?: string) =>
      comparisonOf({
        range: { from: day(from), to: day(to) },
        rangeBefore: { from: day('2026-11-05'), to: day('2026-11-11') },
        today,
        dayShare: 0.5,
        summary: summary({ trackedSince }),
        before,
        basis: 'gross',
      });
    expect(of('2026-11-14', '2026-11-20')).toMatchObject({ previous: { profit: 40 }, share: 6.5 / 7 });
    expect(of('2026-11-12', '2026-11-18')).toMatchObject({ share: 1 });
    // Of the days before, tracking covers all, some or none.
    expect(of('2026-11-12', '2026-11-18', '2026-11-05')).toMatchObject({ previous: { revenue: 100, profit: 40 } });
    expect(of('2026-11-12', '2026-11-18', '2026-11-06')?.previous).toEqual({
      ...{ revenue: null, spend: 50, roas: 2, roi: undefined, profit: null },
    });
    expect(of('2026-11-12', '2026-11-18', '2026-11-12')).toBeNull();
  });

  it('separates "nothing before" from "not known yet"', () => {
    const asked = {
      range: { from: day('2026-11-12'), to: day('2026-11-18') },
      rangeBefore: { from: day('2026-11-05'), to: day('2026-11-11') },
      today,
      dayShare: 0.5,
      basis: 'gross',
    } as const;
    const empty = summary({ range: { revenue: 0, spend: 0, roas: 0, net: { profit: 0 } } });
    expect(comparisonOf({ ...asked, summary: summary({}), before: empty })).toBeNull();
    expect(comparisonOf({ ...asked, summary: summary({}), before: undefined })).toBeUndefined();
  });
});
