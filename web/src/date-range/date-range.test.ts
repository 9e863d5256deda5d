import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { describe, expect, it } from 'vitest';
import {
  isPickable,
  parseRangeSearch,
  pickDay,
  presetOptions,
  presetRange,
  rangeOfSearch,
  rangeText,
  searchOfRange,
  selectedDays,
  selectionLabel,
} from './date-range.ts';

const day = (text: string) => text as TenantDay;
const today = day('2026-11-20');

describe('presets of the date range', () => {
  it('reaches 6, 29 and 89 days back and include today', { tags: ['§4', '§9.21'] }, () => {
    expect(presetRange('today', today)).toMatchObject({ from: today, to: today });
    expect(presetRange('yesterday', today)).toMatchObject({ from: '2026-11-19', to: '2026-11-19' });
    expect(presetRange('7d', today).from).toBe('2026-11-14');
    expect(presetRange('30d', today).from).toBe('2026-10-22');
    expect(presetRange('90d', today).from).toBe('2026-08-23');
  });

  it('lists the six of the document first, and the further ones behind a divider', { tags: ['§2.6'] }, () => {
    const labels = presetOptions(['30d']).map(({ label, ...option }) =>
      'isDivided' in option && option.isDivided ? `| ${label}` : label,
    );
    expect(labels).toEqual([
      ...['Hoje', 'Ontem', 'Últimos 7 dias', 'Últimos 30 dias', 'Últimos 90 dias', 'Personalizado'],
      ...['| Últimos 28 dias', 'Esta semana', 'Semana passada', 'Este mês', 'Mês passado'],
    ]);
    expect(presetOptions(['8d']).filter(({ value }) => value === '8d')).toMatchObject([{ isDivided: true }]);
  });

  it('begins weeks on Sunday and months on their first day', () => {
    expect(presetRange('week', today)).toEqual({ preset: 'week', from: '2026-11-15', to: today });
    expect(presetRange('last-week', today)).toMatchObject({ from: '2026-11-08', to: '2026-11-14' });
    expect(presetRange('week', day('2026-11-15'))).toMatchObject({ from: '2026-11-15', to: '2026-11-15' });
    expect(presetRange('month', today)).toMatchObject({ from: '2026-11-01', to: today });
    expect(presetRange('last-month', day('2026-01-05'))).toMatchObject({ from: '2025-12-01', to: '2025-12-31' });
    expect(presetRange('28d', today).from).toBe('2026-10-24');
  });
});

describe('URL of the date range', () => {
  it('holds only what differs from the default', () => {
    expect(searchOfRange(presetRange('30d', today)).period).toBeUndefined();
    expect(searchOfRange(presetRange('7d', today)).period).toBe('7d');
    const custom = { preset: 'custom', from: day('2026-11-01'), to: day('2026-11-10') } as const;
    expect(rangeOfSearch(parseRangeSearch({ ...searchOfRange(custom) }), today)).toEqual(custom);
  });

  it('holds what differs from the default of the screen', () => {
    const week = presetRange('7d', today);
    expect(searchOfRange(week, '7d').period).toBeUndefined();
    expect(parseRangeSearch({ period: '7d' }, '7d')).toEqual({});
    expect(rangeOfSearch({}, today, week)).toEqual(week);
    expect(rangeOfSearch(parseRangeSearch({ period: '30d' }, '7d'), today, week)).toEqual(presetRange('30d', today));
    expect(rangeOfSearch({ period: 'custom' }, today, week)).toEqual(week);
    expect(parseRangeSearch({ period: '30d' }, null)).toEqual({ period: '30d' });
  });

  it('falls back to the default for invalid values', () => {
    const byDefault = presetRange('30d', today);
    for (const search of [
      {},
      { period: 'century' },
      { period: 'custom' },
      { period: 'custom', from: '2026-02-30', to: '2026-03-01' },
      { period: 'custom', from: '2026-11-10', to: '2026-11-01' },
      { period: 'custom', from: '2026-11-10', to: '2026-11-21' },
      { period: 'custom', from: '2026-08-01', to: '2026-11-20' },
      { period: ['7d'], from: 7 },
    ]) {
      expect(rangeOfSearch(parseRangeSearch(search), today)).toEqual(byDefault);
    }
  });
});

describe('labels of the date range', () => {
  it('shows the preset, a single day, two days, or a prompt to select', { tags: ['§2.6'] }, () => {
    expect(selectionLabel('7d', {})).toBe('Últimos 7 dias');
    expect(selectionLabel('custom', {})).toBe('Selecionar período');
    expect(selectionLabel('custom', { from: today })).toBe('20/11/2026');
    expect(selectionLabel('custom', { from: today, to: today })).toBe('20/11/2026');
    expect(selectionLabel('custom', { from: day('2026-11-01'), to: today })).toBe('01/11 - 20/11/2026');
    expect(rangeText({ preset: 'custom', from: day('2026-11-01'), to: today })).toBe('01/11/2026 a 20/11/2026');
  });
});

describe('selection of days', () => {
  it('takes two clicks in either order, and the third starts a new range', () => {
    const first = pickDay({}, day('2026-11-10'));
    expect(first).toEqual({ from: '2026-11-10', to: undefined });
    expect(pickDay(first, day('2026-11-05'))).toEqual({ from: '2026-11-05', to: '2026-11-10' });
    const complete = pickDay(first, day('2026-11-10'));
    expect(complete).toEqual({ from: '2026-11-10', to: '2026-11-10' });
    expect(pickDay(complete, day('2026-11-12'))).toEqual({ from: '2026-11-12', to: undefined });
  });

  it('refuses future days and ranges of more than 90 days', { tags: ['§9.22', '§5'] }, () => {
    expect(isPickable({}, day('2026-11-21'), today)).toBe(false);
    expect(isPickable({}, today, today)).toBe(true);
    const from = day('2026-08-20');
    expect(isPickable({ from }, day('2026-11-17'), today)).toBe(true);
    expect(selectedDays({ from, to: day('2026-11-17') })).toBe(90);
    expect(isPickable({ from }, day('2026-11-18'), today)).toBe(false);
    expect(isPickable({ from }, day('2026-05-23'), today)).toBe(true);
    expect(isPickable({ from }, day('2026-05-22'), today)).toBe(false);
  });

  it('counts both ends of the range', () => {
    expect(selectedDays({})).toBe(0);
    expect(selectedDays({ from: today })).toBe(1);
    expect(selectedDays({ from: day('2026-11-18'), to: today })).toBe(3);
  });
});
