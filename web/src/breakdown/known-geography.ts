import type {
  GeoCountry,
  GeoDevice,
  Geography,
  GeoRegion,
  GeoTimeZone,
} from '@tracker/schemas/contracts/geography.contract';

type Known<Row> = { readonly [Name in keyof Row]: Exclude<Row[Name], null> };

export type KnownCountry = Known<GeoCountry>;
export type KnownDevice = Known<GeoDevice>;
export type KnownRegion = Known<GeoRegion>;
export type KnownTimeZone = Known<GeoTimeZone>;
export interface KnownGeography {
  readonly countries: readonly KnownCountry[];
  readonly devices: readonly KnownDevice[];
  readonly timezones: readonly KnownTimeZone[];
  readonly regions: readonly KnownRegion[];
}

/** Undefined: a filter leaves clicks or conversions unknown, so that no part of them can be drawn. */
export function knownGeography(geography: Geography): KnownGeography | undefined {
  const rows = [...geography.countries, ...geography.devices, ...geography.timezones, ...geography.regions];
  return rows.some((row) => Object.values(row).includes(null)) ? undefined : (geography as KnownGeography);
}
