import { readGroups } from '@tracker/figures/ask-groups';
import { resolveDayRange } from '@tracker/figures/day-range';
import type { Group } from '@tracker/figures/groups';
import type { FigureStores } from '@tracker/figures/tenant';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import {
  GEOGRAPHY_DAYS,
  GEOGRAPHY_REGIONS_MAX,
  type GeoDevice,
  type Geography,
} from '@tracker/schemas/contracts/geography.contract';
import type { FigureDimension } from '@tracker/schemas/figures/dimensions';
import { conversionRate } from '@tracker/schemas/metrics/formulas';
import { countryName } from '@tracker/schemas/primitives/country-name';
import { dayOf, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import type { Principal } from '../../http/access.ts';
import { filtersOfTexts } from '../../lists/filtered-lists.ts';

/** Days, or instants. */
export interface GeographyAsked {
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  readonly f?: readonly string[] | undefined;
}

export interface GeographyService {
  read(principal: Principal, asked: GeographyAsked): Promise<Geography>;
}

type Kind = 'country' | 'device' | 'timezone' | 'region';
/** '' is an unknown place. */
interface Place {
  readonly country_code: string;
  readonly name: string;
  /** Null: a filter leaves it unknown. */
  readonly clicks: number | null;
  /** With a click. */
  readonly conversions: number | null;
}

/** Of each list; there are some 250 countries and 400 time zones. */
const ROWS_MAX = 500;
/** Regions of all countries, on all devices. */
const PLACES_MAX = 50_000;

export interface GeographyDeps extends FigureStores {
  readonly clock: Clock;
}

export function createGeographyService(deps: GeographyDeps): GeographyService {
  const { clock } = deps;
  return {
    async read(principal, asked) {
      const { timeZone } = principal;
      const days = { startDate: dayIn(asked.startDate, timeZone), endDate: dayIn(asked.endDate, timeZone) };
      const range = resolveDayRange(days, { nowMs: clock.now(), timeZone, days: GEOGRAPHY_DAYS });
      const filters = filtersOfTexts(asked.f);
      const ask = (by: FigureDimension[]) =>
        readGroups(deps, principal.asker, { range, by, filters, sums: ['clicks', 'attributed'], limit: PLACES_MAX });
      const [places, zones] = await Promise.all([ask(['country', 'region', 'device']), ask(['timezone'])]);
      const of = (kind: Kind) => listOf(kind, kind === 'timezone' ? zones.groups : places.groups);
      return {
        countries: of('country').map((place) => ({
          country: nameOf(place),
          countryCode: place.country_code,
          ...counts(place),
        })),
        devices: devicesOf(of('device')),
        timezones: of('timezone').map(({ name, clicks }) => ({ timezone: name, clickCount: clicks })),
        regions: of('region')
          .slice(0, GEOGRAPHY_REGIONS_MAX)
          .map((place) => ({
            region: place.name,
            country: nameOf(place),
            clickCount: place.clicks,
            conversionRate: counts(place).conversionRate,
          })),
      };
    },
  };
}

function dayIn(text: string | undefined, timeZone: TimeZone): TenantDay | undefined {
  if (text === undefined) return undefined;
  return text.includes('T') ? dayOf(Date.parse(text), timeZone) : (text as TenantDay);
}

/** Which country, and which name within the list, a group counts for; a device may be unknown, other places not. */
const PLACE_OF: Readonly<Record<Kind, (keys: readonly string[]) => readonly [country: string, name: string] | null>> = {
  country: ([country = '']) => (country === '' ? null : [country, '']),
  region: ([country = '', region = '']) => (region === '' ? null : [country, region]),
  device: ([, , device = '']) => ['', device],
  timezone: ([zone = '']) => (zone === '' ? null : ['', zone]),
};

/** Most clicks first. */
function listOf(kind: Kind, groups: readonly Group[]): Place[] {
  const places = new Map<string, Place>();
  for (const group of groups) {
    const place = PLACE_OF[kind](group.keys);
    if (!place) continue;
    const [country_code, name] = place;
    const { clicks, attributed } = group.sums;
    const known = places.get(place.join('\n')) ?? { country_code, name, clicks: 0, conversions: 0 };
    places.set(place.join('\n'), {
      ...known,
      ...{ clicks: sumOf(known.clicks, clicks), conversions: sumOf(known.conversions, attributed) },
    });
  }
  const byName = (one: Place, other: Place) => (one.country_code + one.name < other.country_code + other.name ? -1 : 1);
  return [...places.values()]
    .sort(
      (one, other) => less(one.clicks, other.clicks) || less(one.conversions, other.conversions) || byName(one, other),
    )
    .slice(0, ROWS_MAX);
}

const sumOf = (one: number | null, other: number | null | undefined): number | null =>
  one === null || other == null ? null : one + other;
const less = (one: number | null, other: number | null): number => (other ?? 0) - (one ?? 0);

const nameOf = ({ country_code }: Place): string => countryName(country_code) || country_code;

const counts = ({ clicks, conversions }: Pick<Place, 'clicks' | 'conversions'>) => ({
  clickCount: clicks,
  conversionCount: conversions,
  conversionRate: clicks === null || conversions === null ? null : conversionRate(conversions, clicks),
});

/** The oldest clicks have no device type: they are 'unknown', too. */
function devicesOf(places: readonly Place[]): GeoDevice[] {
  const byType = new Map<GeoDevice['deviceType'], Pick<Place, 'clicks' | 'conversions'>>();
  for (const { name, clicks, conversions } of places) {
    const type = (name || 'unknown') as GeoDevice['deviceType'];
    const known = byType.get(type) ?? { clicks: 0, conversions: 0 };
    byType.set(type, {
      clicks: sumOf(known.clicks, clicks),
      conversions: sumOf(known.conversions, conversions),
    });
  }
  return [...byType].map(([deviceType, sums]) => ({ deviceType, ...counts(sums) }));
}
