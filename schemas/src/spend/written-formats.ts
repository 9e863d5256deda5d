// Days and amounts of a file as people and platforms write them, in Portuguese and in English. What is ambiguous alone ('03/04/2026') is
// read as the rest of the file is.
import type { TenantDay } from '../primitives/tenant-day.ts';
import { type FirstOfDay, firstInWrittenDay, readWrittenTime } from '../primitives/written-time.ts';
import { type AmountFormats, signOf } from './written-amounts.ts';

export interface WrittenFormats extends AmountFormats {
  /** '20/11/2026' or '11/20/2026'. */
  readonly first: FirstOfDay;
}

export interface FormatHints {
  /** The header is in Portuguese. */
  readonly isPortuguese: boolean;
  /** Spreadsheets separate CSV cells so where the decimal sign is a comma. */
  readonly hasSemicolons: boolean;
}

/** Decided by what is not ambiguous, else by the hints. */
export function formatsOf(days: readonly string[], amounts: readonly string[], hints: FormatHints): WrittenFormats {
  const written = signOf(amounts);
  const decimal = written ?? (hints.isPortuguese || hints.hasSemicolons ? ',' : '.');
  const order = new Set(days.map(firstInWrittenDay));
  const isCertain = order.has('day') !== order.has('month');
  const isAmerican = !hints.isPortuguese && (decimal === '.' || days.some((day) => /\d ?[ap]\.?m\.?$/i.test(day)));
  const first = isCertain ? (order.has('day') ? 'day' : 'month') : isAmerican ? 'month' : 'day';
  return { decimal, written, first };
}

/** The day of '2026-11-20', '20/11/2026', '20 de nov. de 2026', also with a time behind it; as it is written, in any zone. */
export const readDay = (text: string, { first }: Pick<WrittenFormats, 'first'>): TenantDay | undefined =>
  readWrittenTime(text, first)?.day;
