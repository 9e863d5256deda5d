// A file of spend as rows, from the report of an ad platform or any spreadsheet. Reads only the file: whether a campaign exists, and what is there
// already, is asked later.
import { AppError } from '@tracker/infra/errors/app-error';
import type { FileQuestion } from '@tracker/schemas/contracts/file-import';
import {
  type importSpend,
  SPEND_FILE_ROWS_MAX,
  SPEND_NOTE_MAX,
  SPEND_SPREAD_DAYS_MAX,
  SpendNote,
} from '@tracker/schemas/contracts/spend.contract';
import {
  bracketsOf,
  type ColumnNames,
  type ColumnPlaces,
  hasColumn,
  placesOf,
} from '@tracker/schemas/primitives/column-name';
import {
  BRL,
  type Currency,
  EnteredCurrency,
  isNegative,
  type Money,
  splitMoney,
} from '@tracker/schemas/primitives/money';
import { addDays, countDays, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { folded } from '@tracker/schemas/primitives/text';
import { SpendSource } from '@tracker/schemas/spend/spend-sources';
import { currencyIn, isDollarAlone, isUnclearAmount, readAmount, UNITS } from '@tracker/schemas/spend/written-amounts';
import { formatsOf, readDay, type WrittenFormats } from '@tracker/schemas/spend/written-formats';
import {
  OTHER_SOURCE_NAMES,
  SPEND_COLUMNS,
  SPEND_REPORTS,
  type SpendRowParams,
  type SpendRowProblem,
  spendRowText,
} from '@tracker/schemas/texts/spend';
import type { z } from 'zod';
import { eachInTurns } from '../../http/in-turns.ts';
import { type CsvRecord, short } from '../../http/read-csv-file.ts';
import { readTable, saysTotal, sumsByCurrency } from '../../http/read-table.ts';

export interface SpendFileRow {
  readonly line: number;
  readonly day: TenantDay;
  /** An id or a name; the first that the tenant has. */
  readonly campaigns: readonly string[];
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

export type SpendAnswers = Omit<z.output<(typeof importSpend)['query']>, 'dryRun'>;

export interface SpendFile {
  readonly columns: string[];
  readonly missing: string[];
  readonly questions: FileQuestion[];
  /** The answer for all placements of the file that have none yet. */
  readonly inReport: 'yes' | 'no' | undefined;
  readonly rows: number;
  /** The days of a row that is spread have its line. */
  readonly right: readonly SpendFileRow[];
  readonly wrong: readonly SpendFileError[];
  readonly skipped: number;
  readonly spread: number;
  readonly sums: { file: ReturnType<typeof sumsByCurrency>; read: ReturnType<typeof sumsByCurrency> };
}

type Column = keyof typeof SPEND_COLUMNS;
/** The order of a file without a header. */
const IN_ORDER = ['day', 'campaign', 'source', 'cost', 'currency', 'note'] as const satisfies readonly Column[];
const NEEDED = IN_ORDER.slice(0, 4);
const COLUMNS = Object.fromEntries(
  Object.entries(SPEND_COLUMNS).map(([column, { pt, en }]) => [column, [...pt, ...en]]),
) as ColumnNames<Column>;
const NAMES: ColumnNames<Column> = {
  ...COLUMNS,
  source: [...(COLUMNS.source ?? []), ...OTHER_SOURCE_NAMES.pt, ...OTHER_SOURCE_NAMES.en],
};

interface Found {
  readonly places: ColumnPlaces<Column>;
  /** Whose report it is. */
  readonly report: string | undefined;
  readonly missing: readonly Column[];
  readonly isPortuguese: boolean;
  /** The product's own columns: reais unless they say otherwise. */
  readonly isOwn: boolean;
}

/** Offered where a report names no currency; any other may be answered. */
const CURRENCIES = ['BRL', 'USD', 'EUR'];

/** Throws what `readCsvFile` throws, and 'file-columns-missing' where the file has no column that is known. */
export async function readSpendFile(bytes: Uint8Array, answers: SpendAnswers = {}): Promise<SpendFile> {
  const { separator, header, rows } = await readTable(bytes, { rowsMax: SPEND_FILE_ROWS_MAX, names: NAMES });
  const found = findColumns(header, rows);
  const missing = found.missing.map((column) => SPEND_COLUMNS[column].pt[0]);
  if (header.length === 0 && missing.length > 0) {
    throw new AppError('file-columns-missing', { params: { columns: missing } });
  }
  const { places, isPortuguese } = found;
  const cells = (column: Column) => rows.map((row) => textAt(row, places[column]));
  const formats = formatsOf(
    ['day', 'start', 'end'].flatMap((column) => cells(column as Column)),
    cells('cost'),
    {
      ...{ isPortuguese, hasSemicolons: separator === ';' },
    },
  );
  const reading: Reading = { found, header, formats, answers };
  const right: SpendFileRow[] = [];
  const wrong: SpendFileError[] = [];
  const amounts: { currency: Currency | null; amount: Money | null }[] = [];
  const readAmounts: typeof amounts = [];
  const asked = new Set<FileQuestion['id']>(needsSource(reading) ? ['source'] : []);
  const count = { skipped: 0, spread: 0, spreadDays: 0 };
  await eachInTurns(missing.length > 0 ? [] : rows, (row) => {
    if (isTotal(row, reading)) {
      count.skipped += 1;
      return;
    }
    amounts.push({
      amount: readAmount(textAt(row, places.cost), formats, answers.unit) ?? null,
      currency: currencyOfRow(row, reading) ?? null,
    });
    const read = readRow(row, reading);
    if ('asks' in read) asked.add(read.asks);
    else if ('error' in read) {
      wrong.push(read);
      if (read.error === 'amount-unclear') asked.add('unit');
      if (read.error === 'period') asked.add('period');
    } else {
      // Before any of its days is made: one row may name a century.
      const length = countDays(read.first, read.last);
      if (length > 1) {
        count.spreadDays += length;
        if (count.spreadDays > SPEND_SPREAD_DAYS_MAX) {
          wrong.push(problem(read.line, 'period-too-long', { max: SPEND_SPREAD_DAYS_MAX }));
          return;
        }
        count.spread += 1;
      }
      readAmounts.push(read);
      right.push(...daysOf(read));
    }
  });
  const choices: Partial<Record<FileQuestion['id'], string[]>> = {
    ...{ currency: CURRENCIES, source: Object.keys(SPEND_REPORTS), period: ['spread'], unit: [...UNITS] },
  };
  return {
    ...{ columns: [...header], missing, rows: rows.length, right, wrong, skipped: count.skipped, spread: count.spread },
    inReport: answers.inReport,
    questions: [...asked].map((id) => ({ id, choices: choices[id] ?? [] })),
    sums: { file: sumsByCurrency(amounts), read: sumsByCurrency(readAmounts) },
  };
}

/** 'Total: Campanhas' and 'Total: Account', as no other platform writes them: reports of few columns have no other mark. */
const GOOGLE_TOTAL =
  /^total: (?:filtered |all )?(?:campaigns?|campanhas?|campanas?|account|conta|cuenta|ad groups?|grupos de anuncios)\b/;

/** Where each column is. Without a header they are the four that are needed, in their order. */
function findColumns(header: readonly string[], rows: readonly CsvRecord[]): Found {
  if (header.length === 0) {
    const first = rows[0]?.cells ?? [];
    const isRow = first.length >= NEEDED.length && /^\d[\d/.T:-]*$/.test(first[0] ?? '');
    const places = isRow ? Object.fromEntries(IN_ORDER.map((column, index) => [column, [index]])) : {};
    return { places, report: undefined, missing: isRow ? [] : NEEDED, isPortuguese: false, isOwn: true };
  }
  const byColumns = Object.entries(SPEND_REPORTS).find(([, marks]) => marks.some((mark) => hasColumn(header, mark)));
  const report =
    byColumns?.[0] ?? (rows.some(({ cells }) => GOOGLE_TOTAL.test(folded(cells[0] ?? ''))) ? 'google' : undefined);
  // In a report of Meta, 'Plataforma' is Facebook or Instagram.
  const places = placesOf(header, report === undefined ? NAMES : COLUMNS);
  const portuguese = placesOf(header, {
    one: Object.values(SPEND_COLUMNS).flatMap((names): readonly string[] => names.pt),
  });
  const has = {
    day: places.day !== undefined || (places.start !== undefined && places.end !== undefined),
    campaign: places.campaign !== undefined || places.campaignId !== undefined,
    cost: places.cost !== undefined,
  };
  const missing = (Object.keys(has) as (keyof typeof has)[]).filter((column) => !has[column]);
  const isOwn = report === undefined && (COLUMNS.source ?? []).some((name) => hasColumn(header, name));
  return { places, report, missing, isPortuguese: portuguese.one !== undefined, isOwn };
}

/** Neither a column nor the report nor a person says it. */
const needsSource = ({ found: { places, report, missing }, answers }: Omit<Reading, 'header' | 'formats'>): boolean =>
  missing.length === 0 && places.source === undefined && report === undefined && answers.source === undefined;

const NOTHING = /^(?:-+|\(none\)|null)$/i;

/** The first of the places that has something. */
function textAt({ cells }: CsvRecord, places: readonly number[] | undefined): string {
  for (const place of places ?? []) {
    const text = cells[place] ?? '';
    if (text !== '' && !NOTHING.test(text)) return text;
  }
  return '';
}

interface Reading {
  readonly found: Found;
  readonly header: readonly string[];
  readonly formats: WrittenFormats;
  readonly answers: SpendAnswers;
}

/** The line of the sums, and what a platform lists without any spend. */
function isTotal(row: CsvRecord, { found: { places, report }, formats }: Reading): boolean {
  const [day, campaign] = [textAt(row, places.day), textAt(row, places.campaign) || textAt(row, places.campaignId)];
  const hasDay = readDay(day || textAt(row, places.start), formats) !== undefined;
  if (!hasDay && saysTotal(row.cells)) return true;
  if (campaign === '' && (report !== undefined || (day === '' && places.day !== undefined))) return true;
  return report !== undefined && textAt(row, places.cost) === '';
}

/** Undefined is no currency, null is not known. */
function currencyOfRow(
  row: CsvRecord,
  { found: { places, isOwn }, header, answers }: Reading,
): Currency | null | undefined {
  const written = textAt(row, places.currency);
  const cost = textAt(row, places.cost);
  if (written !== '') return EnteredCurrency.safeParse(written === 'R$' ? BRL : written).data;
  const inHeader = (places.cost ?? []).flatMap((place) => bracketsOf(header[place] ?? ''));
  const named = [cost, ...inHeader].map((text) => currencyIn(text) ?? codeIn(text, inHeader));
  const known = named.find((one) => one !== undefined) ?? answers.currency;
  if (known !== undefined) return EnteredCurrency.safeParse(known).data;
  // A platform or another tool writes the account's currency.
  return isOwn && !isDollarAlone(cost) ? BRL : null;
}

/** 'ARS' of 'Importe gastado (ARS)'. */
const codeIn = (text: string, brackets: readonly string[]): string | undefined =>
  brackets.includes(text) && /^[A-Z]{3}$/.test(text) ? text : undefined;

interface PeriodRow extends Omit<SpendFileRow, 'day'> {
  readonly first: TenantDay;
  readonly last: TenantDay;
}

/** A row of each day. Those of a period say in their note what they are a part of. */
function daysOf({ first, last, ...row }: PeriodRow): SpendFileRow[] {
  const length = countDays(first, last);
  if (length === 1) return [{ ...row, day: first }];
  const mark = `÷${length} ${first}/${last}`;
  const note = row.note === '' || row.note.length + mark.length + 2 > SPEND_NOTE_MAX ? mark : `${row.note}; ${mark}`;
  return splitMoney(row.amount, length).map((amount, index) => ({ ...row, note, amount, day: addDays(first, index) }));
}

function readRow(
  row: CsvRecord,
  reading: Reading,
): PeriodRow | SpendFileError | { readonly asks: 'currency' | 'source' } {
  const { line } = row;
  const { found, formats, answers } = reading;
  const text = (column: Column) => textAt(row, found.places[column]);
  const from = text('day') || text('start');
  const first = readDay(from, formats);
  if (first === undefined) return problem(line, 'day', { text: short(from) });
  const last = text('day') !== '' ? first : readDay(text('end'), formats);
  if (last === undefined) return problem(line, 'day', { text: short(text('end')) });
  if (last < first) return problem(line, 'period-backwards');
  const campaigns = [text('campaignId'), text('campaign')].filter((one) => one !== '');
  if (campaigns.length === 0) return problem(line, 'campaign', { text: '' });
  const currency = currencyOfRow(row, reading);
  if (needsSource(reading)) return { asks: currency === null ? 'currency' : 'source' };
  const source = SpendSource.safeParse(text('source') || found.report || answers.source || '').data;
  if (source === undefined) return problem(line, 'source');
  if (answers.unit === undefined && isUnclearAmount(text('cost'), formats)) {
    return problem(line, 'amount-unclear', { text: short(text('cost')) });
  }
  const amount = readAmount(text('cost'), formats, answers.unit);
  if (amount === undefined) return problem(line, 'amount', { text: short(text('cost')) });
  if (isNegative(amount)) return problem(line, 'negative');
  if (currency === null) return { asks: 'currency' };
  if (currency === undefined) return problem(line, 'currency', { text: short(text('currency')) });
  const written = currencyIn(text('cost'));
  if (written !== undefined && written !== currency) {
    return problem(line, 'currency-differs', { written, column: short(text('currency')) });
  }
  const note = SpendNote.safeParse(text('note')).data;
  if (note === undefined || note.includes('\0')) return problem(line, 'note', { max: SPEND_NOTE_MAX });
  const days = countDays(first, last);
  if (days > 1 && answers.period !== 'spread') return problem(line, 'period', { days, first, last });
  if (days > SPEND_SPREAD_DAYS_MAX) return problem(line, 'period-too-long', { max: SPEND_SPREAD_DAYS_MAX });
  return { line, first, last, campaigns, source, amount, currency, note };
}

export const problem = <Code extends SpendRowProblem>(
  line: number,
  error: Code,
  ...params: SpendRowParams<Code>
): SpendFileError => ({ line, error, message: spendRowText(error, ...params) });
