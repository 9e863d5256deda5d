import { z } from 'zod';
import { FilterTexts } from '../figures/figure-query.ts';
import { TenantDay } from '../primitives/tenant-day.ts';
import { Figure } from './common.ts';
import { defineContract } from './define-contract.ts';

/** Null: a filter leaves it unknown. */
const Unsure = Figure.nullable();

const GeoCountry = z.object({
  /** In Portuguese; the code where it has no name. */
  country: z.string(),
  countryCode: z.string(),
  clickCount: Unsure,
  conversionCount: Unsure,
  conversionRate: Unsure,
});
export type GeoCountry = z.infer<typeof GeoCountry>;

const GeoDevice = z.object({
  /** 'bot' only where a conversion names the click of one: their clicks are in no figure. */
  deviceType: z.enum(['bot', 'mobile', 'desktop', 'unknown']),
  clickCount: Unsure,
  conversionCount: Unsure,
  conversionRate: Unsure,
});
export type GeoDevice = z.infer<typeof GeoDevice>;

const GeoTimeZone = z.object({ timezone: z.string(), clickCount: Unsure });
export type GeoTimeZone = z.infer<typeof GeoTimeZone>;

const GeoRegion = z.object({
  region: z.string(),
  country: z.string(),
  clickCount: Unsure,
  conversionRate: Unsure,
});
export type GeoRegion = z.infer<typeof GeoRegion>;

export const Geography = z.object({
  countries: z.array(GeoCountry),
  devices: z.array(GeoDevice),
  timezones: z.array(GeoTimeZone),
  regions: z.array(GeoRegion),
});
export type Geography = z.infer<typeof Geography>;

/** A day, or an instant, which means the day on which it falls in the tenant's zone. */
const DayOrInstant = z.union([TenantDay, z.iso.datetime({ offset: true })], {
  error: 'Use o formato aaaa-mm-dd.',
});

/** 'Eight days back': today and the seven days before it (decision 30). */
export const GEOGRAPHY_DAYS = 8;
/** There are thousands of regions, and no screen shows more than a few. */
export const GEOGRAPHY_REGIONS_MAX = 100;

export const readGeography = defineContract('analytics.geography', 'GET /api/analytics/geography', 'viewer', {
  shared: true,
  summary: `Where clicks come from and on what devices, most clicks first; conversions are those with tracking, at their click's place. Default: today and the 7 days before. At most ${GEOGRAPHY_REGIONS_MAX} regions. A click whose place is not known is in \`devices\` alone. A figure that \`f\` leaves unknown is null.`,
  query: z.object({ startDate: DayOrInstant.optional(), endDate: DayOrInstant.optional(), f: FilterTexts }),
  invalid: 'invalid-question',
  response: Geography,
  figures: true,
  keptOffline: true,
});
