import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { fromCalendarDate, toCalendarDate } from '../format/calendar-days.ts';
import { Calendar } from '../ui/calendar.tsx';
import { usePhone } from '../ui/use-phone.ts';
import { isPickable, type Selection } from './date-range.ts';

interface RangeCalendarProps {
  selection: Selection;
  /** A day in the last of the months, so that the days before it are visible. */
  shown: TenantDay;
  today: TenantDay;
  onPick: (day: TenantDay) => void;
}

export default function RangeCalendar({ selection, shown, today, onPick }: RangeCalendarProps) {
  const { from, to } = selection;
  // Below each other, two months would hide the one of today.
  const months = usePhone() ? 1 : 2;
  const last = toCalendarDate(shown);
  // A range that has only begun is drawn as the one day it is so far.
  const end = to ?? from;
  return (
    <Calendar
      today={toCalendarDate(today)}
      lastMonth={toCalendarDate(today)}
      months={months}
      defaultMonth={new Date(last.getFullYear(), last.getMonth() + 1 - months, 1)}
      selected={{ from: from && toCalendarDate(from), to: end && toCalendarDate(end) }}
      disabled={[(date) => !isPickable(selection, fromCalendarDate(date), today)]}
      onPick={(date) => onPick(fromCalendarDate(date))}
    />
  );
}
