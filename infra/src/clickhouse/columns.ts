// What a column takes, as the row types of `defineInsert` see it. Only the kinds that our tables use.

/** Instants are ISO 8601 in UTC ('2026-11-20T15:00:00.000Z'), money is a decimal text, days are 'yyyy-MM-dd'. */
export interface ColumnTypes {
  String: string;
  Flag: boolean;
  UInt32: number;
  UInt64: bigint | number | string;
  Decimal: string;
  NullableDecimal: string | null;
  Day: string;
  Instant: string;
  NullableInstant: string | null;
  Strings: readonly string[];
  UInt64s: readonly (bigint | number | string)[];
  Decimals: readonly string[];
}

export type ColumnKind = keyof ColumnTypes;
export type Columns = Readonly<Record<string, ColumnKind>>;
export type RowOf<C extends Columns> = { -readonly [Name in keyof C]: ColumnTypes[C[Name]] };

/** Constants of ours as the list of an IN; what comes from outside is a parameter. */
export const textsSql = (texts: Iterable<string>): string => [...texts].map((text) => `'${text}'`).join(', ');

/** JSON has neither 64-bit integers nor, in these columns, true and false. */
export function encodeValue(kind: ColumnKind, value: unknown): unknown {
  if (kind === 'Flag') return value === true ? 1 : 0;
  if (kind === 'UInt64') return String(value);
  if (kind === 'UInt64s') return (value as ColumnTypes['UInt64s']).map(String);
  return value;
}
