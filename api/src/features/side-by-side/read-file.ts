// A file of another tool as sums by day. Reads only the file.
import { AppError } from '@tracker/infra/errors/app-error';
import {
  COMPARED_FIGURES,
  COMPARED_ROWS_MAX,
  type ComparedFigure,
} from '@tracker/schemas/contracts/side-by-side.contract';
import { addMoney, type MoneySum, ZERO } from '@tracker/schemas/primitives/money';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { readAmount } from '@tracker/schemas/spend/written-amounts';
import { formatsOf, readDay } from '@tracker/schemas/spend/written-formats';
import { COMPARED_COLUMNS, comparedRowTexts } from '@tracker/schemas/texts/side-by-side';
import { eachInTurns } from '../../http/in-turns.ts';
import { readCsvFile, short } from '../../http/read-csv-file.ts';

export interface ComparedFile {
  /** What it has a column of. */
  readonly figures: readonly ComparedFigure[];
  readonly days: ReadonlyMap<TenantDay, Readonly<Partial<Record<ComparedFigure, number>>>>;
  readonly errors: readonly { readonly line: number; readonly message: string }[];
}

type Column = keyof typeof COMPARED_COLUMNS;
const ERRORS_SHOWN = 100;

/** @throws what `readCsvFile` throws, and 'file-columns-missing' without a day or without any figure. */
export async function readComparedFile(bytes: Uint8Array): Promise<ComparedFile> {
  const { separator, records } = await readCsvFile(bytes, { rowsMax: COMPARED_ROWS_MAX });
  const [head, ...rows] = records;
  const { places, isPortuguese } = placesOf(head?.cells ?? []);
  const figures = COMPARED_FIGURES.filter((figure) => places[figure] !== undefined);
  if (places.day === undefined || figures.length === 0) {
    const missing = places.day === undefined ? ['dia'] : ['vendas, receita ou gasto'];
    throw new AppError('file-columns-missing', { params: { columns: missing } });
  }
  const cellOf = (cells: readonly string[], column: Column) => cells[places[column] ?? -1] ?? '';
  const columnOf = (column: Column) => rows.map(({ cells }) => cellOf(cells, column));
  const amounts = figures.filter((figure) => figure !== 'conversions').flatMap(columnOf);
  const formats = formatsOf(columnOf('day'), amounts, { isPortuguese, hasSemicolons: separator === ';' });
  const sums = new Map<TenantDay, Partial<Record<ComparedFigure, MoneySum>>>();
  const errors: { line: number; message: string }[] = [];
  await eachInTurns(rows, ({ line, cells }) => {
    const day = readDay(cellOf(cells, 'day'), formats);
    if (day === undefined) return errors.push({ line, message: comparedRowTexts.day(short(cellOf(cells, 'day'))) });
    const row: Partial<Record<ComparedFigure, MoneySum>> = {};
    for (const figure of figures) {
      const text = cellOf(cells, figure);
      if (text === '') continue;
      const value = readAmount(text, formats, 'hint');
      const isCount = figure === 'conversions';
      if (value === undefined || (isCount && !Number.isInteger(Number(value)))) {
        return errors.push({ line, message: comparedRowTexts[isCount ? 'count' : 'amount'](short(text)) });
      }
      row[figure] = value;
    }
    const sum = sums.get(day) ?? {};
    for (const figure of figures) {
      const more = row[figure];
      if (more !== undefined) sum[figure] = addMoney(sum[figure] ?? ZERO, more);
    }
    sums.set(day, sum);
  });
  const days = new Map(
    [...sums].map(([day, sum]) => [
      day,
      Object.fromEntries(Object.entries(sum).map(([figure, value]) => [figure, Number(value)])),
    ]),
  );
  return { figures, days, errors: errors.slice(0, ERRORS_SHOWN) };
}

function placesOf(head: readonly string[]): { places: Partial<Record<Column, number>>; isPortuguese: boolean } {
  const called = head.map((cell) => cell.toLowerCase());
  const places: Partial<Record<Column, number>> = {};
  let isPortuguese = false;
  for (const column of Object.keys(COMPARED_COLUMNS) as Column[]) {
    const { pt, en } = COMPARED_COLUMNS[column];
    // The first name in the list that the file has: 'vendas' before 'pedidos'.
    const name = [...pt, ...en].find((one) => called.includes(one));
    if (name === undefined) continue;
    places[column] = called.indexOf(name);
    isPortuguese ||= pt.some((known) => known === name);
  }
  return { places, isPortuguese };
}
