import type { TimeZone } from '@tracker/schemas/primitives/time';

const formats = new Map<TimeZone, Intl.DateTimeFormat>();

function formatOf(timeZone: TimeZone): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'medium', timeZone });
    formats.set(timeZone, format);
  }
  return format;
}

/** The same for a row of a phone, whose place its name needs more: '20/11 12:00'. */
export const formatInstantShort = (instant: string, timeZone: TimeZone): string => {
  const [day = '', time = ''] = formatInstantTime(instant, timeZone).split(' ');
  return `${day.slice(0, 5)} ${time.slice(0, 5)}`;
};

/** Day and time of an instant in the tenant's time zone: '2026-11-20T15:00:05.000Z' → '20/11/2026 12:00:05' in São Paulo. */
export const formatInstantTime = (instant: string, timeZone: TimeZone): string => {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(new Date(instant))
      .map((p) => [p.type, p.value]),
  );
  return `${parts.day}/${parts.month}/${parts.year} ${parts.hour}:${parts.minute}:${parts.second}`;
};
