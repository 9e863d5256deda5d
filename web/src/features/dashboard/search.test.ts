import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { describe, expect, it } from 'vitest';
import { type FixedPreset, presetRange } from '../../date-range/date-range.ts';
import { chartDaysOf, chartPeriodOf, parseDashboardSearch } from './search.ts';

describe('parseDashboardSearch', () => {
  it('keeps values that the screen offers, and drops defaults and invalid ones', { tags: ['§9.20'] }, () => {
    expect(parseDashboardSearch({ days: 7, top: 'yesterday', period: '7d' })).toEqual({
      days: 7,
      top: 'yesterday',
      period: '7d',
    });
    expect(parseDashboardSearch({ days: 30, top: 'today', period: '30d' })).toEqual({});
    expect(parseDashboardSearch({ days: 30, period: '7d' })).toEqual({ days: 30, period: '7d' });
    expect(parseDashboardSearch({ days: '8; drop', top: 1, other: true })).toEqual({});
  });
});

describe('chartPeriodOf', () => {
  const today = '2026-11-20' as TenantDay;
  const following = (preset: FixedPreset) => chartPeriodOf(undefined, presetRange(preset, today), today);

  it('follows the panel: its days, or the hours of its day', () => {
    expect(following('30d')).toEqual({ kind: 'days', from: '2026-10-22', to: today, readDays: 30 });
    expect(following('7d')).toMatchObject({ from: '2026-11-14', readDays: 7 });
    expect(following('today')).toEqual({ kind: 'hours', day: today });
    expect(following('yesterday')).toEqual({ kind: 'hours', day: '2026-11-19' });
    const custom = { preset: 'custom', from: '2026-11-01' as TenantDay, to: '2026-11-10' as TenantDay } as const;
    expect(chartPeriodOf(undefined, custom, today)).toEqual({
      ...{ kind: 'days', from: '2026-11-01', to: '2026-11-10', readDays: 20 },
    });
  });

  it('prefers its own choice, and knows its default where the panel is too far back', { tags: ['§9.20'] }, () => {
    expect(chartPeriodOf(14, presetRange('today', today), today)).toMatchObject({ from: '2026-11-07', readDays: 14 });
    const old = { preset: 'custom', from: '2026-01-01' as TenantDay, to: '2026-01-10' as TenantDay } as const;
    expect(chartPeriodOf(undefined, old, today)).toMatchObject({ from: '2026-10-22', to: today, readDays: 30 });
  });

  it('names the choice that is the same as the panel', () => {
    expect(chartDaysOf(presetRange('90d', today), today)).toBe(90);
    expect(chartDaysOf(presetRange('today', today), today)).toBeUndefined();
  });
});
