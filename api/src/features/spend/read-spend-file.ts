// A file of spend as rows, from any spreadsheet or platform. Reads only the file: whether a campaign exists or a day may be
// entered is asked later.
import { AppError } from '@tracker/infra/errors/app-error';
import {
  EnteredCurrency,
  SPEND_FILE_ROWS_MAX,
  SPEND_NOTE_MAX,
  SpendNote,
} from '@tracker/schemas/contracts/spend.contract';
import { BRL, type Currency, isNegative, type Money } from '@tracker/schemas/primitives/money';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { SpendSource } from '@tracker/schemas/spend/spend-sources';
import { formatsOf, readAmount, readDay, type WrittenFormats } from '@tracker/schemas/spend/written-formats';
import { SPEND_COLUMNS, type SpendRowParams, type SpendRowProblem, spendRowText } from '@tracker/schemas/texts/spend';
import { eachInTurns } from '../../http/in-turns.ts';
import { type CsvRecord, readCsvFile, short } from '../../http/read-csv-file.ts';

export interface SpendFileRow {
  readonly line: number;
  readonly day: TenantDay;
  /** The id or the name. */
  readonly campaign: string;
  readonly source: string;
  readonly amount: Money;
  readonly currency: Currency;
  readonly note: string;
}

export interface SpendFileError {
  readonly line: number;
  readonly error: SpendRowProblem;
  readonly message: string;
}

export interface SpendFile {
  readonly rows: number;
  readonly right: readonly SpendFileRow[];
  readonly wrong: readonly SpendFileError[];
}

type Column = keyof typeof SPEND_COLUMNS;
const NEEDED = ['day', 'campaign', 'source', 'cost'] as const satisfies readonly Column[];
const OPTIONAL = ['currency', 'note'] as const satisfies readonly Column[];

type Place = Partial<Record<Column, number>>;

/** Throws what `readCsvFile` throws, and 'file-columns-missing'. */
export async function readSpendFile(bytes: Uint8Array): Promise<SpendFile> {
  const { separator, records } = await readCsvFile(bytes, { rowsMax: SPEND_FILE_ROWS_MAX });
  const [first, ...below] = records;
  const { place, isPortuguese, hasHeader } = columnsOf(first?.cells ?? []);
  const rows = hasHeader ? below : records;
  if (rows.length > SPEND_FILE_ROWS_MAX) {
    throw new AppError('file-too-long', { params: { rows: SPEND_FILE_ROWS_MAX } });
  }
  const cells = (column: Column) => rows.map((row) => cellOf(row, place, column));
  const formats = formatsOf(cells('day'), cells('cost'), { isPortuguese, hasSemicolons: separator === ';' });
  const right: SpendFileRow[] = [];
  const wrong: SpendFileError[] = [];
  await eachInTurns(rows, (row) => {
    const read = readRow(row, place, formats);
    if ('error' in read) wrong.push(read);
    else right.push(read);
  });
  return { rows: rows.length, right, wrong };
}

/** Where each column is. Without a header they are the four that are needed, in their order. */
function columnsOf(header: readonly string[]): { place: Place; isPortuguese: boolean; hasHeader: boolean } {
  const called = header.map((cell) => cell.toLowerCase());
  const place: Place = {};
  let isPortuguese = false;
  for (const column of [...NEEDED, ...OPTIONAL]) {
    const { pt, en } = SPEND_COLUMNS[column];
    const names: readonly string[] = [...pt, ...en];
    const index = called.findIndex((name) => names.includes(name));
    if (index === -1) continue;
    place[column] = index;
    isPortuguese ||= pt.some((known) => known === called[index]);
  }
  const missing = NEEDED.filter((column) => place[column] === undefined);
  if (missing.length === 0) return { place, isPortuguese, hasHeader: true };
  const isRow = header.length >= NEEDED.length && /^\d[\d/.T:-]*$/.test(header[0] ?? '');
  if (isRow && missing.length === NEEDED.length) {
    const inOrder = [...NEEDED, ...OPTIONAL].map((column, index) => [column, index] as const);
    return { place: Object.fromEntries(inOrder), isPortuguese: false, hasHeader: false };
  }
  throw new AppError('file-columns-missing', {
    params: { columns: missing.map((column) => SPEND_COLUMNS[column].pt[0]) },
  });
}

const cellOf = ({ cells }: CsvRecord, place: Place, column: Column): string => {
  const index = place[column];
  return index === undefined ? '' : (cells[index] ?? '');
};

function readRow(row: CsvRecord, place: Place, formats: WrittenFormats): SpendFileRow | SpendFileError {
  const { line } = row;
  const text = (column: Column) => cellOf(row, place, column);
  const day = readDay(text('day'), formats);
  if (day === undefined) return problem(line, 'day', { text: short(text('day')) });
  if (text('campaign') === '') return problem(line, 'campaign', { text: '' });
  const source = SpendSource.safeParse(text('source')).data;
  if (source === undefined) return problem(line, 'source');
  const amount = readAmount(text('cost'), formats);
  if (amount === undefined) return problem(line, 'amount', { text: short(text('cost')) });
  if (isNegative(amount)) return problem(line, 'negative');
  const currency = EnteredCurrency.safeParse(text('currency') || BRL).data;
  if (currency === undefined) return problem(line, 'currency', { text: short(text('currency')) });
  const note = SpendNote.safeParse(text('note')).data;
  if (note === undefined || note.includes('\0')) return problem(line, 'note', { max: SPEND_NOTE_MAX });
  return { line, day, campaign: text('campaign'), source, amount, currency, note };
}

export const problem = <Code extends SpendRowProblem>(
  line: number,
  error: Code,
  ...params: SpendRowParams<Code>
): SpendFileError => ({ line, error, message: spendRowText(error, ...params) });
