import type { FigureDimension } from '@tracker/schemas/figures/dimensions';
import { countryName } from '@tracker/schemas/primitives/country-name';

interface Named {
  readonly keys: readonly string[];
  /** Of an ad, an ad set and the like: the latest one that was given. */
  readonly names: readonly string[];
}

const weekdays = new Intl.DateTimeFormat('pt-BR', { weekday: 'long', timeZone: 'UTC' });

/** What people call the keys of each group; null where a key has no other name than itself. */
export async function namesOfGroups(
  by: readonly FigureDimension[],
  groups: readonly Named[],
  campaignsOf: (ids: string[]) => Promise<ReadonlyMap<string, string>>,
): Promise<(string | null)[][]> {
  const place = by.indexOf('campaign');
  const ids = place < 0 ? [] : groups.flatMap(({ keys }) => keys[place] || []);
  const campaigns = ids.length === 0 ? new Map<string, string>() : await campaignsOf([...new Set(ids)]);
  return groups.map(({ keys, names }) =>
    by.map((dimension, index) => nameOf(dimension, keys[index] ?? '', names[index] ?? '', campaigns) || null),
  );
}

function nameOf(dimension: FigureDimension, key: string, name: string, campaigns: ReadonlyMap<string, string>) {
  switch (dimension) {
    case 'campaign':
      return campaigns.get(key);
    case 'country':
      return countryName(key);
    case 'weekday':
      // The fourth of January 1970 was a Sunday.
      return weekdays.format(Date.UTC(1970, 0, 4 + Number(key)));
    default:
      // What has no ad is in no ad, although its click may have brought a name.
      return key === '' ? '' : name;
  }
}
