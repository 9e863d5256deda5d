import type { Click } from '@tracker/schemas/contracts/activity.contract';
import { countryName } from '@tracker/schemas/primitives/country-name';
import type { z } from 'zod';

type DeviceType = z.input<typeof Click>['deviceType'];

/** As `filters.ts` reads them. */
interface PlaceAndDeviceRow {
  readonly ip_address: string | null;
  readonly country_code: string;
  readonly region: string | null;
  readonly city: string | null;
  readonly timezone: string | null;
  readonly user_agent: string | null;
  readonly device_type: string;
  readonly browser: string | null;
  readonly operating_system: string | null;
}

export const placeAndDevice = (row: PlaceAndDeviceRow) => ({
  ipAddress: row.ip_address,
  country: countryName(row.country_code) || null,
  region: row.region,
  city: row.city,
  timezone: row.timezone,
  userAgent: row.user_agent,
  deviceType: (row.device_type || 'unknown') as DeviceType,
  browser: row.browser,
  operatingSystem: row.operating_system,
});
