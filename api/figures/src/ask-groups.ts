// Groups of a question whose filters are as people write them, within what its asker may see.
import type { FigureFilter } from '@tracker/schemas/figures/figure-query';
import type { Sum } from '@tracker/schemas/figures/metrics';
import { type Asker, tenantOf } from './asker.ts';
import { filtersWithin } from './filters-by-name.ts';
import type { AskedGroups, Groups } from './groups.ts';
import type { KeyFilter } from './named-filters.ts';
import { groupsBySettings } from './read.ts';
import { settingsOf } from './settings.ts';
import type { FigureStores } from './tenant.ts';
import type { TrackedSince } from './tracked-since.ts';

export interface AskedByName extends Omit<AskedGroups, 'filters'> {
  readonly filters?: readonly (FigureFilter | KeyFilter)[];
  /** The sums that the answer shows; by default all that are asked for. */
  readonly shows?: readonly Sum[];
}

export interface GroupReader {
  /** @throws AppError 403 for what its asker may not see */
  read(asked: AskedByName): Promise<Groups>;
  trackedSince(): Promise<TrackedSince | null>;
}

/** Of several questions with these dimensions, filters and sums: settings and finalized days of each range are read once. */
export function groupReader(
  stores: FigureStores,
  asker: Asker,
  { by, filters = [], sums }: Pick<AskedByName, 'by' | 'filters' | 'sums'>,
): GroupReader {
  const tenant = tenantOf(asker);
  const settings = settingsOf(stores, tenant, { by, filters: [...filters, ...asker.within.filters], sums });
  return {
    async read(asked) {
      const within = await filtersWithin(stores, asker, {
        by: asked.by,
        filters: asked.filters ?? [],
        sums: asked.shows ?? asked.sums,
        ranges: [asked.range],
      });
      return groupsBySettings(stores.clickhouse, tenant, settings, { ...asked, filters: within });
    },
    trackedSince: () => settings.trackedSince(),
  };
}

export const readGroups = (stores: FigureStores, asker: Asker, asked: AskedByName): Promise<Groups> =>
  groupReader(stores, asker, asked).read(asked);
