import type { FigureFilter } from '@tracker/schemas/figures/figure-query';
import { countDays } from '@tracker/schemas/primitives/tenant-day';
import { readGroups } from './ask-groups.ts';
import type { Asker } from './asker.ts';
import type { DayRange } from './day-range.ts';
import type { FigureStores } from './tenant.ts';

/** Of how many days of a range no run has read the spend of some campaign. */
export async function unreadDaysOf(
  stores: FigureStores,
  asker: Asker,
  range: DayRange,
  filters: readonly FigureFilter[] = [],
): Promise<number> {
  const limit = countDays(range.first, range.last);
  const { groups } = await readGroups(stores, asker, { range, filters, by: ['day'], sums: ['spend'], limit });
  return groups.filter(({ isSpendUnread }) => isSpendUnread).length;
}
