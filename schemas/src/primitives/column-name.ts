// The names of a file's columns, as spreadsheets, platforms and people write them: 'Created At', 'created_at' and 'createdAt' are one name, and so
// are 'Valor usado (BRL)' and 'valor usado'.

/** Without accents in any form of Unicode, case, spaces, signs and marks that are not seen. */
const keyOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

const BRACKETS = /[([{]([^)\]}]*)[)\]}]/g;

/** What in brackets makes another amount of it: 'Total (com juros)' is not 'Total'. */
const OTHER_AMOUNT = /liq|net|juro|interest|acresc|impost|tax|descont|comiss|frete|ship/;

/** What is in the brackets of a name, in upper case: the currency of an amount, the zone of a time. */
export const bracketsOf = (name: string): string[] =>
  [...name.matchAll(BRACKETS)].map(([, inside = '']) => inside.trim().toUpperCase());

function keysOf(name: string): string[] {
  const whole = keyOf(name);
  const isOther = bracketsOf(name).some((inside) => OTHER_AMOUNT.test(keyOf(inside)));
  return isOther ? [whole] : [whole, keyOf(name.replace(BRACKETS, ' '))];
}

export type ColumnNames<Column extends string> = Readonly<Partial<Record<Column, readonly string[]>>>;
/** Where a column is: the first place that has something in a row counts. */
export type ColumnPlaces<Column extends string> = Partial<Record<Column, readonly number[]>>;

/** The places of each column, in the order of its names; whole names go before those without their brackets. No place is of two columns. */
export function placesOf<Column extends string>(
  header: readonly string[],
  names: ColumnNames<Column>,
): ColumnPlaces<Column> {
  const keys = header.map(keysOf);
  const places: ColumnPlaces<Column> = {};
  const taken = new Set<number>();
  for (const [column, known] of Object.entries(names) as [Column, readonly string[]][]) {
    const found = known.flatMap((name) => {
      const key = keyOf(name);
      const whole = keys.findIndex(([one], place) => one === key && !taken.has(place));
      const place = whole >= 0 ? whole : keys.findIndex(([, bare], at) => bare === key && !taken.has(at));
      if (place >= 0) taken.add(place);
      return place >= 0 ? [place] : [];
    });
    if (found.length > 0) places[column] = found;
  }
  return places;
}

export const hasColumn = (header: readonly string[], name: string): boolean =>
  placesOf(header, { one: [name] }).one !== undefined;
