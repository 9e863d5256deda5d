import { addDays, countDays, TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { formatDay, formatDayMonth } from '../format/days.ts';

/** Ranges of days in the tenant's time zone, both ends inclusive (specification §2.6, §4). */
export const PRESETS = ['today', 'yesterday', '7d', '30d', '90d', 'custom'] as const;
export type Preset = (typeof PRESETS)[number];
export type FixedPreset = Exclude<Preset, 'custom'>;

export const PRESET_LABELS: Record<Preset, string> = {
  today: 'Hoje',
  yesterday: 'Ontem',
  '7d': 'Últimos 7 dias',
  '30d': 'Últimos 30 dias',
  '90d': 'Últimos 90 dias',
  custom: 'Personalizado',
};

export interface DateRange {
  preset: Preset;
  from: TenantDay;
  to: TenantDay;
}

export const DEFAULT_PRESET = '30d' satisfies Preset;
export const CUSTOM_DAYS_MAX = 90;

const DAYS_BACK: Record<Exclude<FixedPreset, 'yesterday'>, number> = { today: 0, '7d': 6, '30d': 29, '90d': 89 };

export function presetRange(preset: FixedPreset, today: TenantDay): DateRange {
  if (preset === 'yesterday') return { preset, from: addDays(today, -1), to: addDays(today, -1) };
  return { preset, from: addDays(today, -DAYS_BACK[preset]), to: today };
}

/** The range of equal length that ends the day before. */
export function rangeBefore({ from, to }: Pick<DateRange, 'from' | 'to'>): Pick<DateRange, 'from' | 'to'> {
  const length = countDays(from, to);
  return { from: addDays(from, -length), to: addDays(from, -1) };
}

/** What the URL holds; the default range leaves it empty. */
export interface RangeSearch {
  period?: Preset | undefined;
  from?: TenantDay | undefined;
  to?: TenantDay | undefined;
}

const isPreset = (value: unknown): value is Preset => PRESETS.some((preset) => preset === value);

/** Takes from a URL what is valid and forgets the rest. `byDefault`: the preset that leaves no trace; null when none of them is. */
export function parseRangeSearch(
  search: Record<string, unknown>,
  byDefault: FixedPreset | null = DEFAULT_PRESET,
): RangeSearch {
  const { period } = search;
  if (!isPreset(period)) return {};
  if (period !== 'custom') return period === byDefault ? {} : { period };
  const from = TenantDay.safeParse(search.from).data;
  const to = TenantDay.safeParse(search.to).data;
  return from && to ? { period, from, to } : {};
}

/** A custom range that is in the future, upside down or too long is the default one. */
export function rangeOfSearch(
  { period, from, to }: RangeSearch,
  today: TenantDay,
  byDefault: DateRange = presetRange(DEFAULT_PRESET, today),
): DateRange {
  if (period === undefined) return byDefault;
  if (period !== 'custom') return presetRange(period, today);
  const isValid = from && to && from <= to && to <= today && countDays(from, to) <= CUSTOM_DAYS_MAX;
  return isValid ? { preset: 'custom', from, to } : byDefault;
}

export function searchOfRange(
  { preset, from, to }: DateRange,
  byDefault: FixedPreset | null = DEFAULT_PRESET,
): RangeSearch {
  if (preset === 'custom') return { period: preset, from, to };
  return { period: preset === byDefault ? undefined : preset, from: undefined, to: undefined };
}

export interface Selection {
  from?: TenantDay | undefined;
  to?: TenantDay | undefined;
}

/** The text of the button that opens the calendar. */
export function selectionLabel(preset: Preset, { from, to }: Selection): string {
  if (preset !== 'custom') return PRESET_LABELS[preset];
  if (!from) return 'Selecionar período';
  return to === undefined || to === from ? formatDay(from) : `${formatDayMonth(from)} - ${formatDay(to)}`;
}

/** 'Últimos 30 dias', '20/11/2026', '01/11/2026 a 20/11/2026'; beside the figures of the range. */
export function rangeText({ preset, from, to }: DateRange): string {
  if (preset !== 'custom') return PRESET_LABELS[preset];
  return from === to ? formatDay(from) : `${formatDay(from)} a ${formatDay(to)}`;
}

/** The first click begins a range, the second ends it, in either direction; a third begins anew. */
export function pickDay({ from, to }: Selection, day: TenantDay): Selection {
  if (!from || to) return { from: day, to: undefined };
  return day < from ? { from: day, to: from } : { from, to: day };
}

/** Future days never; while a range has only its beginning, also those that would make it too long. */
export function isPickable({ from, to }: Selection, day: TenantDay, today: TenantDay): boolean {
  if (day > today) return false;
  if (!from || to) return true;
  return Math.abs(countDays(from, day) - 1) < CUSTOM_DAYS_MAX;
}

export const selectedDays = ({ from, to }: Selection): number => (from ? countDays(from, to ?? from) : 0);
