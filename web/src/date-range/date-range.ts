import { addDays, countDays, firstOfMonth, monthsBefore, TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { formatDay, formatDayMonth } from '../format/days.ts';

/** Ranges of days in the tenant's time zone, both ends inclusive (specification §2.6, §4). */
const LITERAL_PRESETS = ['today', 'yesterday', '7d', '30d', '90d', 'custom'] as const;
/** Beyond the document, so after its six. */
const FURTHER_PRESETS = ['8d', '28d', 'week', 'last-week', 'month', 'last-month'] as const;
export const PRESETS = [...LITERAL_PRESETS, ...FURTHER_PRESETS] as const;
export type Preset = (typeof PRESETS)[number];
export type FixedPreset = Exclude<Preset, 'custom'>;

export const PRESET_LABELS: Record<Preset, string> = {
  today: 'Hoje',
  yesterday: 'Ontem',
  '7d': 'Últimos 7 dias',
  '8d': 'Últimos 8 dias',
  '28d': 'Últimos 28 dias',
  '30d': 'Últimos 30 dias',
  '90d': 'Últimos 90 dias',
  week: 'Esta semana',
  'last-week': 'Semana passada',
  month: 'Este mês',
  'last-month': 'Mês passado',
  custom: 'Personalizado',
};

/** Of one screen, and elsewhere only when it came from there. */
const RARE: Preset = '8d';

/** The list of the select, `shown` in it in any case: those of the document, a divider, the further ones. */
export function presetOptions(shown: readonly Preset[]) {
  const optionsOf = (presets: readonly Preset[]) =>
    presets
      .filter((preset) => preset !== RARE || shown.includes(preset))
      .map((preset) => ({ value: preset, label: PRESET_LABELS[preset] }));
  return [
    ...optionsOf(LITERAL_PRESETS),
    ...optionsOf(FURTHER_PRESETS).map((option, index) => ({ ...option, isDivided: index === 0 })),
  ];
}

export interface DateRange {
  preset: Preset;
  from: TenantDay;
  to: TenantDay;
}

export const DEFAULT_PRESET = '30d' satisfies Preset;
export const CUSTOM_DAYS_MAX = 90;

const WEEK_DAYS = 7;
/** Weeks begin on Sunday, as in the calendar. */
const weekdayOf = (day: TenantDay): number => new Date(day).getUTCDay();

export function presetRange(preset: FixedPreset, today: TenantDay): DateRange {
  const until = (to: TenantDay, from: TenantDay = to): DateRange => ({ preset, from, to });
  const sunday = addDays(today, -weekdayOf(today));
  const first = firstOfMonth(today);
  switch (preset) {
    case 'today':
      return until(today);
    case 'yesterday':
      return until(addDays(today, -1));
    case 'week':
      return until(today, sunday);
    case 'last-week':
      return until(addDays(sunday, -1), addDays(sunday, -WEEK_DAYS));
    case 'month':
      return until(today, first);
    case 'last-month':
      return until(addDays(first, -1), monthsBefore(first, 1));
    default:
      return until(today, addDays(today, 1 - Number.parseInt(preset, 10)));
  }
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

/** 'Últimos 30 dias', '20/11/2026', '01/11/2026 a 20/11/2026'; next to the figures of the range. */
export function rangeText({ preset, from, to }: DateRange): string {
  if (preset !== 'custom') return PRESET_LABELS[preset];
  return from === to ? formatDay(from) : `${formatDay(from)} a ${formatDay(to)}`;
}

/** The first click begins a range, the second ends it, in either direction; a third starts again. */
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
