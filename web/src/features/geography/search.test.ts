import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { expect, it } from 'vitest';
import { presetRange } from '../../date-range/date-range.ts';
import { DEFAULT_PERIOD, parseGeographySearch } from './search.ts';

it('shows today and the seven days before by default, with an empty URL', { tags: ['§9.21'] }, () => {
  const days = presetRange(DEFAULT_PERIOD, '2026-11-20' as TenantDay);
  expect(days).toMatchObject({ from: '2026-11-13', to: '2026-11-20' });
  expect(parseGeographySearch({ period: DEFAULT_PERIOD })).toEqual({});
  expect(parseGeographySearch({ period: '30d' })).toEqual({ period: '30d' });
});
