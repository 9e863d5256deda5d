import { type DateRange, DayPicker, type Matcher } from 'react-day-picker';
import { ptBR } from 'react-day-picker/locale';

interface CalendarProps {
  selected: DateRange | undefined;
  onPick: (date: Date) => void;
  disabled: Matcher[];
  lastMonth: Date;
  defaultMonth: Date;
  /** How many next to one another; two unless there is no room. */
  months?: 1 | 2;
  today: Date;
}

/** date-fns writes 'sab'. */
const WEEKDAY = new Intl.DateTimeFormat('pt-BR', { weekday: 'short' });

/** Weeks from Sunday. Which days a click selects is the caller's rule, not the calendar's. */
export function Calendar({ selected, onPick, disabled, lastMonth, defaultMonth, months = 2, today }: CalendarProps) {
  return (
    <DayPicker
      mode="range"
      locale={ptBR}
      weekStartsOn={0}
      numberOfMonths={months}
      formatters={{ formatWeekdayName: (day) => WEEKDAY.format(day).replace('.', '') }}
      today={today}
      defaultMonth={defaultMonth}
      endMonth={lastMonth}
      selected={selected}
      onSelect={(_range, triggerDate) => onPick(triggerDate)}
      disabled={disabled}
      showOutsideDays={false}
      autoFocus
      classNames={CLASSES}
    />
  );
}

const NAVIGATION =
  'z-10 grid size-8 place-items-center rounded-lg text-soft-ink hover:bg-hover aria-disabled:cursor-not-allowed aria-disabled:opacity-40';

const CLASSES = {
  months: 'relative flex flex-col gap-5 sm:flex-row sm:gap-7',
  month: 'flex flex-col gap-2',
  month_caption: 'flex h-8 items-center justify-center',
  caption_label: 'font-semibold text-sm capitalize',
  nav: 'absolute inset-x-0 top-0 flex h-8 items-center justify-between',
  button_previous: NAVIGATION,
  button_next: NAVIGATION,
  chevron: 'size-4 fill-current',
  month_grid: 'border-collapse',
  weekdays: '',
  weekday: 'size-9 text-center font-normal text-muted text-xs',
  week: '',
  day: 'p-0 text-center text-sm [&[aria-selected=true]]:bg-accent-soft',
  day_button:
    'figure grid size-9 place-items-center rounded-lg hover:bg-hover disabled:cursor-not-allowed disabled:text-muted disabled:opacity-45 disabled:hover:bg-transparent',
  today: 'font-semibold text-accent',
  selected: '',
  range_start: 'rounded-l-lg [&>button]:bg-accent [&>button]:text-on-accent [&>button]:hover:bg-accent',
  range_end: 'rounded-r-lg [&>button]:bg-accent [&>button]:text-on-accent [&>button]:hover:bg-accent',
  range_middle: '',
  hidden: 'invisible',
};
