// A CSV file as columns and rows, for every import: the header is the line that names most of the columns which the import knows, wherever the
// report puts it.
import { AppError } from '@tracker/infra/errors/app-error';
import { type ColumnNames, placesOf } from '@tracker/schemas/primitives/column-name';
import { addMoney, type Currency, type Money, type MoneySum } from '@tracker/schemas/primitives/money';
import { folded } from '@tracker/schemas/primitives/text';
import { type CsvRecord, LINES_ABOVE_HEADER_MAX, readCsvFile } from './read-csv-file.ts';

export interface Table {
  readonly separator: string;
  /** Empty where no line names two columns. */
  readonly header: readonly string[];
  /** Below the header; all lines where there is none. */
  readonly rows: readonly CsvRecord[];
}

/** Throws what `readCsvFile` throws. */
export async function readTable<Column extends string>(
  bytes: Uint8Array,
  { rowsMax, names }: { readonly rowsMax: number; readonly names: ColumnNames<Column> },
): Promise<Table> {
  const known = (cells: readonly string[]) => Object.keys(placesOf(cells, names)).length;
  const { separator, records } = await readCsvFile(bytes, { rowsMax: rowsMax + LINES_ABOVE_HEADER_MAX, known });
  const counts = records.slice(0, LINES_ABOVE_HEADER_MAX + 1).map(({ cells }) => known(cells));
  const most = Math.max(...counts);
  const place = most >= 2 ? counts.indexOf(most) : -1;
  const rows = records.slice(place + 1);
  if (rows.length > rowsMax) throw new AppError('file-too-long', { params: { rows: rowsMax } });
  return { separator, header: records[place]?.cells ?? [], rows };
}

/** 'Total', 'Total geral', 'Totais:', 'Grand total', 'Resultados de 12 campanhas': how reports begin the line of their sums. */
const TOTAL = /^(?:sub ?|grand )?(?:total|totais|totals|resultados?|results?|soma)\b/;
export const saysTotal = (cells: readonly string[]): boolean => cells.some((cell) => TOTAL.test(folded(cell.trim())));

interface Summed {
  readonly currency: Currency | null;
  readonly amount: Money | null;
}

/** By currency; what has no amount is in no sum. */
export function sumsByCurrency(rows: Iterable<Summed>): { currency: Currency | null; amount: MoneySum }[] {
  const sums = new Map<Currency | null, MoneySum>();
  for (const { currency, amount } of rows) {
    if (amount === null) continue;
    const before = sums.get(currency);
    sums.set(currency, before === undefined ? amount : addMoney(before, amount));
  }
  return [...sums].map(([currency, amount]) => ({ currency, amount }));
}
