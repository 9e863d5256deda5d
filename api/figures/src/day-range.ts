import { AppError } from '@tracker/infra/errors/app-error';
import { RANGE_DAYS_MAX } from '@tracker/schemas/contracts/common';
import {
  addDays,
  countDays,
  dayOf,
  type InstantRange,
  instantsOf,
  STORED_DAYS,
  startOfDay,
  type TenantDay,
} from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';

/** Days of the tenant's zone, both inclusive, and the instants between which they lie. */
export interface DayRange extends InstantRange {
  readonly first: TenantDay;
  readonly last: TenantDay;
  /** Its last day ends earlier than the clock's, at `toMs`. */
  readonly isCut?: true;
  /** Of the first day only spend of the hours that end later, where they are known. */
  readonly spendFromMs?: number;
}

export function dayRange(first: TenantDay, last: TenantDay, timeZone: TimeZone): DayRange {
  return { first, last, ...instantsOf(first, last, timeZone) };
}

/** Up to as many milliseconds of its last day. */
export function cutRange(range: DayRange, timeZone: TimeZone, ofLastDayMs: number): DayRange {
  const toMs = startOfDay(range.last, timeZone) + ofLastDayMs;
  return toMs < range.toMs ? { ...range, toMs, isCut: true } : range;
}

export interface AskedRange {
  readonly startDate?: TenantDay | undefined;
  readonly endDate?: TenantDay | undefined;
}

export interface RangeDefaults {
  readonly nowMs: number;
  readonly timeZone: TimeZone;
  /** How many days, up to the last one, when no first day is given. */
  readonly days: number;
}

/** No last day means today. 400 when the days are out of order or too many. */
export function resolveDayRange(asked: AskedRange, { nowMs, timeZone, days }: RangeDefaults): DayRange {
  for (const [field, day] of Object.entries({ startDate: asked.startDate, endDate: asked.endDate })) {
    if (day !== undefined && (day < STORED_DAYS.first || day > STORED_DAYS.last)) {
      throw new AppError('day-out-of-range', { field });
    }
  }
  const last = asked.endDate ?? dayOf(nowMs, timeZone);
  const first = asked.startDate ?? addDays(last, 1 - days);
  const count = countDays(first, last);
  if (count < 1) throw new AppError('days-out-of-order', { field: 'startDate' });
  if (count > RANGE_DAYS_MAX) {
    throw new AppError('range-too-long', { params: { days: RANGE_DAYS_MAX }, field: 'startDate' });
  }
  return dayRange(first, last, timeZone);
}
