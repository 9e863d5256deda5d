import type { Dimension } from '@tracker/schemas/metrics/dimensions';
import { countryName } from '@tracker/schemas/primitives/country-name';

interface Named {
  readonly key_1: string;
  readonly key_2: string;
  /** Of an ad or an ad set: the name in its latest click. */
  readonly label_1: string;
  readonly label_2: string;
}

const weekdays = new Intl.DateTimeFormat('pt-BR', { weekday: 'long', timeZone: 'UTC' });

/** What people call the keys of each row; null where a key has no other name than itself. */
export async function namesOf(
  groupBy: readonly Dimension[],
  rows: readonly Named[],
  campaignsOf: (ids: string[]) => Promise<ReadonlyMap<string, string>>,
): Promise<(string | null)[][]> {
  const place = groupBy.indexOf('campaign');
  const campaigns = place < 0 ? new Map<string, string>() : await campaignsOf(distinct(rows, place));
  return rows.map((row) =>
    groupBy.map((dimension, index) => {
      const [key, label] = index === 0 ? [row.key_1, row.label_1] : [row.key_2, row.label_2];
      return nameOf(dimension, key, label, campaigns) || null;
    }),
  );
}

function nameOf(dimension: Dimension, key: string, label: string, campaigns: ReadonlyMap<string, string>) {
  switch (dimension) {
    case 'campaign':
      return campaigns.get(key);
    case 'country':
      return countryName(key);
    case 'weekday':
      // The fifth of January 1970 was a Monday.
      return weekdays.format(Date.UTC(1970, 0, 4 + Number(key)));
    default:
      // What has no ad is in no ad, although its click may have brought a name.
      return key === '' ? '' : label;
  }
}

const distinct = (rows: readonly Named[], place: number): string[] => [
  ...new Set(rows.map((row) => (place === 0 ? row.key_1 : row.key_2)).filter((key) => key !== '')),
];
