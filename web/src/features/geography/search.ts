import { addDays, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { type DateRange, parseRangeSearch, type RangeSearch, searchOfRange } from '../../date-range/date-range.ts';

/** '8 days back' is today and the seven days before it (decision 30); no preset is that long. */
const DAYS_BACK = 7;

export const defaultRange = (today: TenantDay): DateRange => ({
  preset: 'custom',
  from: addDays(today, -DAYS_BACK),
  to: today,
});

export const parseGeographySearch = (search: Record<string, unknown>): RangeSearch => parseRangeSearch(search, null);

/** The default days leave no trace in the URL. */
export function geographySearchOf(range: DateRange, today: TenantDay): RangeSearch {
  const { from, to } = defaultRange(today);
  const isDefault = range.preset === 'custom' && range.from === from && range.to === to;
  return isDefault ? { period: undefined, from: undefined, to: undefined } : searchOfRange(range, null);
}
