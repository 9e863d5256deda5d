import { folded } from '@tracker/schemas/primitives/text';
import { DEFAULT_TIME_ZONE, isTimeZone } from '@tracker/schemas/primitives/time';

export interface ZoneChoice {
  /** The IANA name. */
  name: string;
  /** 'UTC-03:00', as its clocks stand now. */
  offset: string;
}

/** Of Brazil, which the list begins with; the default first. */
const BRAZILIAN = new Set([
  DEFAULT_TIME_ZONE,
  ...[
    'Noronha',
    'Belem',
    'Fortaleza',
    'Recife',
    'Araguaina',
    'Maceio',
    'Bahia',
    'Campo_Grande',
    'Cuiaba',
    'Santarem',
    'Porto_Velho',
    'Boa_Vista',
    'Manaus',
    'Eirunepe',
    'Rio_Branco',
  ].map((city) => `America/${city}`),
]);

/** Every zone that this browser and the server know, Brazil's first; `current` too, should the browser not name it. */
export function zoneChoices(current: string, now: Date): ZoneChoice[] {
  const known = Intl.supportedValuesOf('timeZone').filter((name) => isTimeZone(name) && !BRAZILIAN.has(name));
  const names = [...BRAZILIAN, ...known];
  if (!names.includes(current)) names.unshift(current);
  return names.map((name) => ({ name, offset: offsetOf(name, now) }));
}

/** 'UTC-03:00'; daylight saving counts, because the clock on the wall does. */
export function offsetOf(timeZone: string, now: Date): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(now);
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', '') ?? '';
  return `UTC${offset || '+00:00'}`;
}

/** By name, city or offset, without regard to case, accents and underscores: 'sao paulo', 'manaus', '-04'. */
export function matchingZones(zones: readonly ZoneChoice[], typed: string): readonly ZoneChoice[] {
  const wanted = searched(typed);
  return wanted === '' ? zones : zones.filter(({ name, offset }) => searched(`${name} ${offset}`).includes(wanted));
}

const searched = (text: string): string => folded(text).replaceAll('_', ' ').trim();
