import { describe, expect, it } from 'vitest';
import type { KnownCountry } from '../../breakdown/known-geography.ts';
import { colorSlots, pieSlices, totalsOf } from './parts.ts';

const country = (countryCode: string, clickCount: number): KnownCountry => ({
  country: `País ${countryCode}`,
  countryCode,
  clickCount,
  conversionCount: 0,
  conversionRate: 0,
});

describe('pie chart of countries', () => {
  it('shows the first five countries and groups the others into one slice', { tags: ['§2.14', '§9.18'] }, () => {
    const countries = ['BR', 'PT', 'US', 'AR', 'MX', 'CL', 'UY'].map((code, index) => country(code, 70 - index * 10));
    const slices = pieSlices(countries);
    expect(slices.map(({ clicks }) => clicks)).toEqual([70, 60, 50, 40, 30, 30]);
    expect(slices.at(-1)).toEqual({ label: 'Outros países', clicks: 30, slot: 'rest' });
    expect(pieSlices(countries.slice(0, 5))).toHaveLength(5);
    expect(pieSlices([country('BR', 1), country('PT', 0)])).toHaveLength(1);
    expect(pieSlices([])).toEqual([]);
  });

  it('gives each country a colour of its own that does not depend on its rank', () => {
    const codes = ['BR', 'PT', 'US', 'AR', 'MX'];
    const slots = colorSlots(codes);
    expect(new Set(slots.values()).size).toBe(5);
    expect(slots.get('BR')).toBe(1);
    expect(colorSlots(codes.toReversed())).toEqual(slots);
  });
});

it('takes the totals from the devices, and counts clicks without a country as not located', () => {
  const devices = [
    { deviceType: 'mobile', clickCount: 6, conversionCount: 2, conversionRate: 0 } as const,
    { deviceType: 'unknown', clickCount: 2, conversionCount: 0, conversionRate: 0 } as const,
  ];
  const geography = { devices, countries: [country('BR', 6)], timezones: [], regions: [] };
  expect(totalsOf(geography)).toEqual({ clicks: 8, conversions: 2, rate: 25, located: 75 });
  expect(totalsOf({ devices: [], countries: [], timezones: [], regions: [] })).toMatchObject({ rate: 0, located: 0 });
});
