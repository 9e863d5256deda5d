// A date and time as people, spreadsheets and programs write them, in Portuguese and in English: one reading for files and for webhooks. Only
// these shapes: `Date.parse` would read others by the machine's own zone and the American order of days.
import { TenantDay } from './tenant-day.ts';

export interface WrittenTime {
  readonly day: TenantDay;
  /** 'HH:mm:ss', perhaps with a fraction; undefined: a day without a time. */
  readonly time: string | undefined;
  /** '-03:00', 'Z' or a name ('America/Sao_Paulo'); undefined: the wall clock of the zone that is assumed. */
  readonly zone: string | undefined;
}

/** 'month' is American: 11/25/2026. */
export type FirstOfDay = 'day' | 'month';

export const WRITTEN_TIME_LENGTH_MAX = 100;

const WEEKDAY = '(?:(?:mon|tue|wed|thu|fri|sat|sun|seg|ter|qua|qui|sex|sab|dom)[a-z]{0,8}(?:-feira)?\\.?,? )?';
const YEAR_FIRST = '(?<y>\\d{4})(?<s>[-/.])(?<m>\\d{1,2})\\k<s>(?<d>\\d{1,2})';
const YEAR_LAST = '(?<a>\\d{1,2})(?<t>[-/.])(?<b>\\d{1,2})\\k<t>(?<yl>\\d{4})';
const NAMED_DAY_FIRST =
  '(?<dn>\\d{1,2})(?:o|st|nd|rd|th)?[ /-]?(?:de )?(?<mn>[a-z]{3,9})\\.?,?[ /-]?(?:de )?(?<yn>\\d{4})';
const NAMED_MONTH_FIRST = '(?<mf>[a-z]{3,9})\\.? (?<df>\\d{1,2})(?:st|nd|rd|th)?,? (?<yf>\\d{4})';
const CLOCK =
  '(?<h>\\d{1,2})(?::|h)(?<min>\\d{2})(?::(?<sec>\\d{2}(?:[.,]\\d{1,9})?))?(?: ?min)?(?: ?hs?| ?(?<half>[ap])\\.? ?m\\.?(?![a-z]))?';
const BETWEEN = '(?:t|:|,? | ?[|–—] ?| - |, - )(?:(?:as|at|a) )?';
const ZONE =
  '(?: ?(?<zone>z|(?:utc|gmt)?[+-]\\d{1,2}(?::?\\d{2})?|utc|gmt|brt|[a-z]{3,12}/[a-z_]{3,30}(?:/[a-z_]{3,30})?|\\[[a-z_/]{3,40}\\]))?';
/** A zone's name behind its offset: 'Wed Nov 25 2026 14:30:00 GMT-0300 (Brasilia Standard Time)'. */
const COMMENT = '(?: ?\\([a-z0-9 :+-]{1,40}\\)|\\[[a-z_/]{3,40}\\])?';
const TIME = new RegExp(
  `^${WEEKDAY}(?:${YEAR_FIRST}|${YEAR_LAST}|${NAMED_DAY_FIRST}|${NAMED_MONTH_FIRST})(?:${BETWEEN}${CLOCK}${ZONE}${COMMENT})?$`,
);
const COMPACT = new RegExp(
  `^(?<y>\\d{4})(?<m>\\d{2})(?<d>\\d{2})(?:(?:t| )(?<h>\\d{2}):?(?<min>\\d{2})(?::?(?<sec>\\d{2}(?:[.,]\\d{1,9})?))?${ZONE})?$`,
);
/** C's `ctime`: 'Wed Nov 25 14:30:00 2026'. */
const YEAR_BEHIND_CLOCK = new RegExp(
  `^${WEEKDAY}(?<mf>[a-z]{3,9}) {1,2}(?<df>\\d{1,2}) ${CLOCK}${ZONE} (?<yf>\\d{4})$`,
);

/** All names of each month, without accents. */
const MONTHS = [
  ['january', 'janeiro'],
  ['february', 'fevereiro'],
  ['march', 'marco'],
  ['april', 'abril'],
  ['may', 'maio'],
  ['june', 'junho'],
  ['july', 'julho'],
  ['august', 'agosto'],
  ['september', 'setembro'],
  ['october', 'outubro'],
  ['november', 'novembro'],
  ['december', 'dezembro'],
];

/** From 1; 0 for what is no month. Three letters or more of its name. */
const monthOf = (word: string): number =>
  MONTHS.findIndex((names) => word.length >= 3 && names.some((name) => name.startsWith(word))) + 1;

/** One kind of space and of dash, no accents, no marks that are not seen; in lower case. */
const plainOf = (text: string): string =>
  (/^[\x20-\x7e]*$/.test(text) ? text : text.normalize('NFKD'))
    .replace(/[\p{M}\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/\u2212/g, '-')
    .trim()
    .toLowerCase();

/**
 * Undefined for what is none of these shapes, for a day that no calendar has, and where day and month could be either: '03/04/2026 2:30 PM' is
 * American by its clock and Brazilian by its country.
 * @param first what other rows of the file say about '03/04/2026'; without it the day is first
 */
export function readWrittenTime(text: string, first?: FirstOfDay): WrittenTime | undefined {
  if (text.length > WRITTEN_TIME_LENGTH_MAX) return undefined;
  const plain = plainOf(text);
  const found = (TIME.exec(plain) ?? COMPACT.exec(plain) ?? YEAR_BEHIND_CLOCK.exec(plain))?.groups;
  if (!found) return undefined;
  const day = dayIn(found, first);
  if (day === undefined) return undefined;
  if (found.h === undefined) return { day, time: undefined, zone: undefined };
  const hour = hourOf(Number(found.h), found.half);
  if (hour === undefined) return undefined;
  const time = `${String(hour).padStart(2, '0')}:${found.min}:${(found.sec ?? '00').replace(',', '.')}`;
  return { day, time, zone: zoneOf(found.zone) };
}

/** Which of the two is the day where only one of them can be; undefined where the text does not say. */
export function firstInWrittenDay(text: string): FirstOfDay | undefined {
  if (text.length > WRITTEN_TIME_LENGTH_MAX) return undefined;
  const found = TIME.exec(plainOf(text))?.groups;
  if (found?.a === undefined || found.t === '.') return undefined;
  if (Number(found.a) > 12) return 'day';
  return Number(found.b) > 12 ? 'month' : undefined;
}

type Groups = Readonly<Record<string, string | undefined>>;

function dayIn(found: Groups, first: FirstOfDay | undefined): TenantDay | undefined {
  if (found.y !== undefined) return dayFrom(found.y, Number(found.m), Number(found.d));
  if (found.yn !== undefined) return dayFrom(found.yn, monthOf(found.mn ?? ''), Number(found.dn));
  if (found.yf !== undefined) return dayFrom(found.yf, monthOf(found.mf ?? ''), Number(found.df));
  const [a, b] = [Number(found.a), Number(found.b)];
  const isCertain = a > 12 || b > 12 || a === b || found.t === '.';
  if (!isCertain && first === undefined && found.half !== undefined) return undefined;
  const isMonthFirst = found.t !== '.' && (b > 12 || (a <= 12 && first === 'month'));
  return dayFrom(found.yl ?? '', isMonthFirst ? a : b, isMonthFirst ? b : a);
}

const dayFrom = (year: string, month: number, date: number): TenantDay | undefined =>
  TenantDay.safeParse(`${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`).data;

function hourOf(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour;
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half === 'p' ? 12 : 0);
}

/** 'America/Sao_Paulo' again, of which only the small letters are left. */
const zoneName = (name: string): string =>
  name.replace(/(^|[/_])([a-z])/g, (_, before: string, letter: string) => before + letter.toUpperCase());

function zoneOf(zone: string | undefined): string | undefined {
  if (zone === undefined) return undefined;
  if (zone === 'brt') return '-03:00';
  if (/^(?:z|utc|gmt)$/.test(zone)) return 'Z';
  const name = zone.replace(/[[\]]/g, '');
  return /^[a-z]+\//.test(name)
    ? zoneName(name)
    : name.replace(/^(?:utc|gmt)/, '').replace(/^([+-])(\d)(?!\d$|\d:|\d{3}$)/, '$10$2');
}
