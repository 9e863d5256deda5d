import { resolveDayRange } from '@tracker/figures/day-range';
import { readFiguresRange } from '@tracker/figures/traffic-range';
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import {
  GEOGRAPHY_DAYS,
  GEOGRAPHY_REGIONS_MAX,
  type GeoDevice,
  type Geography,
} from '@tracker/schemas/contracts/geography.contract';
import { conversionRate } from '@tracker/schemas/metrics/formulas';
import { countryName } from '@tracker/schemas/primitives/country-name';
import { dayOf, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import type { Principal } from '../../http/access.ts';
import { placesOfRange } from './queries.ts';

/** Days, or instants. */
export interface GeographyAsked {
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

export interface GeographyService {
  read(principal: Principal, asked: GeographyAsked): Promise<Geography>;
}

type Place = Awaited<ReturnType<typeof placesOfRange.run>>[number];

/** Of each list; there are some 250 countries and 400 time zones. */
const ROWS_MAX = 500;

export function createGeographyService({
  clickhouse,
  clock,
}: {
  clickhouse: ClickHouse;
  clock: Clock;
}): GeographyService {
  return {
    async read({ tenantId, timeZone }, asked) {
      const days = { startDate: dayIn(asked.startDate, timeZone), endDate: dayIn(asked.endDate, timeZone) };
      const range = resolveDayRange(days, { nowMs: clock.now(), timeZone, days: GEOGRAPHY_DAYS });
      const { fromMs, toMs } = range;
      const traffic = await readFiguresRange(clickhouse, tenantId, { fromMs, toMs, timeZone });
      const places = await placesOfRange.run(clickhouse, tenantId, { ...traffic, rowsMax: ROWS_MAX });
      const of = (kind: Place['kind']) => places.filter((place) => place.kind === kind);
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
            conversionRate: conversionRate(place.conversions, place.clicks),
          })),
      };
    },
  };
}

function dayIn(text: string | undefined, timeZone: TimeZone): TenantDay | undefined {
  if (text === undefined) return undefined;
  return text.includes('T') ? dayOf(Date.parse(text), timeZone) : (text as TenantDay);
}

const nameOf = ({ country_code }: Place): string => countryName(country_code) || country_code;

const counts = ({ clicks, conversions }: Pick<Place, 'clicks' | 'conversions'>) => ({
  clickCount: clicks,
  conversionCount: conversions,
  conversionRate: conversionRate(conversions, clicks),
});

/** The oldest clicks have no device type: they are 'unknown', too. */
function devicesOf(places: readonly Place[]): GeoDevice[] {
  const byType = new Map<GeoDevice['deviceType'], { clicks: number; conversions: number }>();
  for (const { name, clicks, conversions } of places) {
    const type = (name || 'unknown') as GeoDevice['deviceType'];
    const known = byType.get(type) ?? { clicks: 0, conversions: 0 };
    byType.set(type, { clicks: known.clicks + clicks, conversions: known.conversions + conversions });
  }
  return [...byType].map(([deviceType, sums]) => ({ deviceType, ...counts(sums) }));
}
