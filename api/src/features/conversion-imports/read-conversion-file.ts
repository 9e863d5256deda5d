// A file of old conversions as rows, from the report of a checkout or any spreadsheet. Only the columns below are read: nothing about buyers
// leaves this function. Whether a day may be imported, and what is there already, is asked later.
import { AppError } from '@tracker/infra/errors/app-error';
import type { ConversionStatus } from '@tracker/schemas/checkouts/conversion-status';
import { CHECKOUT_IDS, CheckoutId } from '@tracker/schemas/checkouts/registry';
import { timeOf } from '@tracker/schemas/checkouts/times';
import { hasUtm, mapUtm } from '@tracker/schemas/checkouts/utm';
import { CONVERSION_FILE_ROWS_MAX } from '@tracker/schemas/contracts/conversion-imports.contract';
import { EnteredCurrency } from '@tracker/schemas/contracts/spend.contract';
import type { ImportedConversion } from '@tracker/schemas/events/conversion-import';
import { clickIdsIn } from '@tracker/schemas/primitives/click-id';
import { DAY_MS } from '@tracker/schemas/primitives/durations';
import { BRL, isNegative } from '@tracker/schemas/primitives/money';
import { cleanTag } from '@tracker/schemas/primitives/text';
import type { Instant, TimeZone } from '@tracker/schemas/primitives/time';
import { redactTag } from '@tracker/schemas/privacy/redact-page';
import { formatsOf, readAmount, readDay, type WrittenFormats } from '@tracker/schemas/spend/written-formats';
import {
  CONVERSION_FILES,
  type ConversionColumn,
  type ConversionFile,
  type ConversionRowParams,
  type ConversionRowProblem,
  conversionRowText,
} from '@tracker/schemas/texts/conversion-import';
import { checkoutLabel } from '@tracker/schemas/texts/conversions';
import { eachInTurns } from '../../http/in-turns.ts';
import { type CsvRecord, readCsvFile, short } from '../../http/read-csv-file.ts';

export interface ConversionFileRow {
  readonly line: number;
  readonly checkout: CheckoutId;
  readonly transactionId: string;
  readonly conversion: ImportedConversion;
}

export interface ConversionFileError {
  readonly line: number;
  readonly error: ConversionRowProblem;
  readonly message: string;
}

export interface ReadConversionFile {
  readonly format: ConversionFile;
  readonly rows: number;
  readonly right: readonly ConversionFileRow[];
  readonly wrong: readonly ConversionFileError[];
  /** Orders without a payment. */
  readonly skipped: number;
}

export interface FileContext {
  readonly timeZone: TimeZone;
  readonly nowMs: number;
}

/** Null: no payment, so no row. Without accents, in lower case. */
const STATUSES: ReadonlyMap<string, ConversionStatus | null> = new Map<string, ConversionStatus | null>([
  ...list('approved', 'aprovado aprovada approved paid pago paga'),
  ...list('completed', 'completo completa completed complete concluido concluida'),
  ...list('disputed', 'reclamado reclamada disputed refund_requested pending_refund'),
  ...list('refunded', 'reembolsado reembolsada refunded estornado estornada devolvido devolvida'),
  ...list('chargeback', 'chargeback chargedback'),
  ...list(null, 'pendente pending waiting_payment processing authorized iniciado started atrasado vencido vencida'),
  ...list(null, 'recusado recusada refused cancelado cancelada canceled cancelled expirado expirada expired'),
  ...['aguardando pagamento', 'boleto impresso', 'em analise', 'sem saldo', 'sob analise', 'pre-venda'].map(
    (words) => [words, null] as const,
  ),
]);

function list(status: ConversionStatus | null, words: string): (readonly [string, ConversionStatus | null])[] {
  return words.split(' ').map((word) => [word, status] as const);
}

type Columns = Partial<Record<ConversionColumn, readonly string[]>>;
type Place = Partial<Record<ConversionColumn, number>>;
const NEEDED = ['date', 'transaction', 'amount'] as const satisfies readonly ConversionColumn[];

/** Throws what `readCsvFile` throws, and 'file-columns-missing'. */
export async function readConversionFile(bytes: Uint8Array, context: FileContext): Promise<ReadConversionFile> {
  const { separator, records } = await readCsvFile(bytes, { rowsMax: CONVERSION_FILE_ROWS_MAX });
  const [header, ...rows] = records;
  const { format, place } = columnsOf(header?.cells ?? []);
  const cells = (column: ConversionColumn) => rows.map((row) => cellOf(row, place, column));
  const formats = formatsOf(
    cells('date').map((text) => dayAndTime(text).day),
    cells('amount'),
    { isPortuguese: format !== 'generic' || separator === ';', hasSemicolons: separator === ';' },
  );
  const right: ConversionFileRow[] = [];
  const wrong: ConversionFileError[] = [];
  let skipped = 0;
  await eachInTurns(rows, (row) => {
    const read = readRow(row, { format, place, formats, context });
    if (read === null) skipped += 1;
    else if ('error' in read) wrong.push(read);
    else right.push(read);
  });
  return { format, rows: rows.length, right, wrong, skipped };
}

function columnsOf(header: readonly string[]): { format: ConversionFile; place: Place } {
  const called = header.map((cell) => cell.toLowerCase());
  const [format, { columns }] = Object.entries(CONVERSION_FILES).find(([, { marks }]) =>
    marks.every((mark) => called.includes(mark)),
  ) as [ConversionFile, { columns: Columns }];
  const place: Place = {};
  for (const [column, names] of Object.entries(columns) as [ConversionColumn, readonly string[]][]) {
    const index = names.map((name) => called.indexOf(name)).find((one) => one >= 0);
    if (index !== undefined) place[column] = index;
  }
  const missing = NEEDED.filter((column) => place[column] === undefined);
  if (missing.length > 0) {
    const names: Columns = columns;
    throw new AppError('file-columns-missing', {
      params: { columns: missing.map((column) => names[column]?.[0] ?? '') },
    });
  }
  return { format, place };
}

const EMPTY = /^(\(none\)|null|-)$/i;

const cellOf = ({ cells }: CsvRecord, place: Place, column: ConversionColumn): string => {
  const index = place[column];
  const text = index === undefined ? '' : (cells[index] ?? '');
  return EMPTY.test(text) ? '' : text;
};

interface Reading {
  readonly format: ConversionFile;
  readonly place: Place;
  readonly formats: WrittenFormats;
  readonly context: FileContext;
}

function readRow(
  row: CsvRecord,
  { format, place, formats, context }: Reading,
): ConversionFileRow | ConversionFileError | null {
  const { line } = row;
  const text = (column: ConversionColumn) => cellOf(row, place, column);
  const status = text('status') === '' ? 'approved' : STATUSES.get(plain(text('status')));
  if (status === undefined) return problem(line, 'status', { text: short(text('status')) });
  if (status === null) return null;
  const transactionId = text('transaction');
  if (transactionId === '' || transactionId.length > 256 || transactionId.includes('\0'))
    return problem(line, 'transaction');
  const soldAt = readMoment(text('date'), formats, context);
  if (soldAt === null) return problem(line, 'date', { text: short(text('date')) });
  const amount = readAmount(text('amount'), formats);
  if (amount === undefined) return problem(line, 'amount', { text: short(text('amount')) });
  if (isNegative(amount)) return problem(line, 'negative');
  const currency = EnteredCurrency.safeParse(text('currency') || BRL).data;
  if (currency === undefined) return problem(line, 'currency', { text: short(text('currency')) });
  const checkout =
    format === 'generic' ? CHECKOUT_BY_NAME.get(squeezed(text('checkout')) || 'generic') : CheckoutId.parse(format);
  if (checkout === undefined) return problem(line, 'checkout', { text: short(text('checkout')) });
  const utm = mapUtm((name) => tagOf(text(name)));
  const clickId = clickIdsIn(text('click'))[0] ?? clickIdsIn(mapText(text))[0] ?? '';
  const isTagged = hasUtm(utm) && clickIdsIn(Object.values(utm).join(' ')).length === 0;
  return {
    line,
    checkout,
    transactionId,
    conversion: {
      ...{ status, soldAt, amount, currency, clickId },
      productName: cleanTag(text('product')),
      ...(isTagged ? utm : mapUtm(() => '')),
    },
  };
}

const mapText = (text: (column: ConversionColumn) => string): string => Object.values(mapUtm(text)).join(' ');

const tagOf = (text: string): string => cleanTag(text, undefined, redactTag);

const dayAndTime = (text: string): { day: string; time: string } => {
  const [, day = text, time = ''] = /^([\d/.-]{8,10})(?:,? +(\d{1,2}:\d{2}(?::\d{2})?))?$/.exec(text) ?? [];
  return { day, time };
};

/** A moment without a zone is of the tenant's own clock; a day without a time begins at midnight. What the future holds is refused later. */
function readMoment(text: string, formats: WrittenFormats, { timeZone, nowMs }: FileContext): Instant | null {
  const { day: written, time } = dayAndTime(text);
  const day = readDay(written, formats);
  if (day === undefined) return null;
  const hasZone = written === text && /[T ]/.test(text);
  return timeOf(hasZone ? text : `${day} ${(time || '00:00').padStart(5, '0')}`, timeZone, nowMs + 365 * DAY_MS);
}

const plain = (text: string): string => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').trim();

/** 'Perfect Pay' and 'perfectpay' are 'perfect-pay'. */
const squeezed = (text: string): string => plain(text).replace(/[^a-z0-9]/g, '');
const CHECKOUT_BY_NAME: ReadonlyMap<string, CheckoutId> = new Map(
  CHECKOUT_IDS.flatMap((id) => [id, checkoutLabel(id)].map((name) => [squeezed(name), id] as const)),
);

export const problem = <Code extends ConversionRowProblem>(
  line: number,
  error: Code,
  ...params: ConversionRowParams<Code>
): ConversionFileError => ({ line, error, message: conversionRowText(error, ...params) });
