// Whose report a file is, and which of its columns is which.
import type { importConversions } from '@tracker/schemas/contracts/conversion-imports.contract';
import { NO_STATUS_COLUMN } from '@tracker/schemas/contracts/file-import';
import { type ColumnNames, type ColumnPlaces, hasColumn, placesOf } from '@tracker/schemas/primitives/column-name';
import { CONVERSION_FILES, type ConversionColumn, type ConversionFile } from '@tracker/schemas/texts/conversion-import';
import type { z } from 'zod';

export type ConversionAnswers = Omit<z.output<(typeof importConversions)['query']>, 'dryRun'>;

const NEEDED = ['date', 'transaction', 'amount'] as const satisfies readonly ConversionColumn[];

/** The columns of all reports: what a header may name. */
export const KNOWN_COLUMNS: ColumnNames<ConversionColumn> = Object.values(CONVERSION_FILES).reduce<
  Partial<Record<ConversionColumn, readonly string[]>>
>((all, { columns }) => {
  for (const [column, names] of Object.entries(columns) as [ConversionColumn, readonly string[]][]) {
    all[column] = [...new Set([...(all[column] ?? []), ...names])];
  }
  return all;
}, {});

export interface FoundColumns {
  readonly format: ConversionFile;
  readonly places: ColumnPlaces<ConversionColumn>;
  readonly missing: readonly string[];
  /** No row says whose orders they are, and no person has. */
  readonly isCheckoutUnknown: boolean;
  /** Every order was paid: as a person answered, of a file without a column of the status. */
  readonly isAllPaid: boolean;
}

/** A column of a known name needs no answer. */
export function findColumns(
  header: readonly string[],
  { 'status-column': statusColumn, checkout }: Pick<ConversionAnswers, 'status-column' | 'checkout'>,
): FoundColumns {
  const [format, { columns }] = Object.entries(CONVERSION_FILES).find(([, { marks }]) =>
    marks.every((mark) => [mark].flat().some((name) => hasColumn(header, name))),
  ) as [ConversionFile, { columns: ColumnNames<ConversionColumn> }];
  const places = { ...placesOf(header, columns) };
  const isAllPaid = places.status === undefined && statusColumn === NO_STATUS_COLUMN;
  if (statusColumn !== undefined && !isAllPaid) {
    const chosen = placesOf(header, { status: [statusColumn] }).status;
    if (chosen) places.status = chosen;
  }
  const missing = NEEDED.filter(
    (column) => places[column] === undefined && !(column === 'amount' && places.amountWithInterest !== undefined),
  ).map((column) => columns[column]?.[0] ?? column);
  const isCheckoutUnknown = format === 'generic' && places.checkout === undefined && checkout === undefined;
  return { format, places, missing, isCheckoutUnknown, isAllPaid };
}
