// A file of old conversions as rows, from the report of a checkout or any spreadsheet. Only the columns below are read: nothing about buyers
// leaves this function. Whether a day may be imported, and what is there already, is asked later.
import { AppError } from '@tracker/infra/errors/app-error';
import { currencyOf } from '@tracker/schemas/checkouts/amounts';
import { isCounted, UNPAID_STATUSES } from '@tracker/schemas/checkouts/conversion-status';
import { flagOf } from '@tracker/schemas/checkouts/fields';
import { MAPPINGS } from '@tracker/schemas/checkouts/generated/mappings';
import { CHECKOUT_IDS, CheckoutId } from '@tracker/schemas/checkouts/registry';
import { statusInReport } from '@tracker/schemas/checkouts/report-status';
import { timeOf } from '@tracker/schemas/checkouts/times';
import { namesNoTransaction } from '@tracker/schemas/checkouts/transaction-id';
import { hasUtm, mapUtm } from '@tracker/schemas/checkouts/utm';
import { CONVERSION_FILE_ROWS_MAX } from '@tracker/schemas/contracts/conversion-imports.contract';
import { FILE_QUESTIONS, type FileQuestion, NO_STATUS_COLUMN } from '@tracker/schemas/contracts/file-import';
import type { ImportedConversion } from '@tracker/schemas/events/conversion-import';
import { clickIdsIn } from '@tracker/schemas/primitives/click-id';
import { bracketsOf } from '@tracker/schemas/primitives/column-name';
import { DAY_MS } from '@tracker/schemas/primitives/durations';
import { type Currency, compareMoney, isNegative, type Money, ZERO } from '@tracker/schemas/primitives/money';
import { cleanTag } from '@tracker/schemas/primitives/text';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { redactTag } from '@tracker/schemas/privacy/redact-page';
import { currencyIn, isUnclearAmount, readAmount, UNITS } from '@tracker/schemas/spend/written-amounts';
import { formatsOf, type WrittenFormats } from '@tracker/schemas/spend/written-formats';
import {
  type ConversionColumn,
  type ConversionFile,
  type ConversionRowParams,
  type ConversionRowProblem,
  conversionRowText,
} from '@tracker/schemas/texts/conversion-import';
import { checkoutLabel } from '@tracker/schemas/texts/conversions';
import { eachInTurns } from '../../http/in-turns.ts';
import { type CsvRecord, short } from '../../http/read-csv-file.ts';
import { readTable, saysTotal, sumsByCurrency } from '../../http/read-table.ts';
import { type ConversionAnswers, type FoundColumns, findColumns, KNOWN_COLUMNS } from './columns.ts';
import { countedAmountOf, refundOf } from './counted-amount.ts';

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
  readonly columns: string[];
  readonly missing: string[];
  readonly questions: FileQuestion[];
  readonly rows: number;
  readonly right: readonly ConversionFileRow[];
  readonly wrong: readonly ConversionFileError[];
  /** Orders without a payment, and what is no conversion. */
  readonly skipped: number;
  readonly unknownStatuses: { status: string; rows: number }[];
  readonly sums: { file: ReturnType<typeof sumsByCurrency>; read: ReturnType<typeof sumsByCurrency> };
}

export interface FileContext {
  readonly timeZone: TimeZone;
  readonly nowMs: number;
  readonly answers: ConversionAnswers;
}

/** Offered where a file names no currency; any other may be answered. */
const CURRENCIES = ['BRL', 'USD', 'EUR'];
const UNKNOWN_STATUSES_SHOWN = 50;

/** Throws what `readCsvFile` throws, and 'file-columns-missing' where the file has no column that is known. */
export async function readConversionFile(bytes: Uint8Array, context: FileContext): Promise<ReadConversionFile> {
  const { answers } = context;
  const { separator, header, rows } = await readTable(bytes, {
    ...{ rowsMax: CONVERSION_FILE_ROWS_MAX, names: KNOWN_COLUMNS },
  });
  const found = findColumns(header, answers);
  const { format, places, missing } = found;
  if (header.length === 0) throw new AppError('file-columns-missing', { params: { columns: missing } });
  const cells = (column: ConversionColumn) => rows.map((row) => textAt(row, places[column]));
  const formats = formatsOf(cells('date'), [...cells('amount'), ...cells('amountWithInterest')], {
    isPortuguese: !['export', 'generic', 'woocommerce'].includes(format) || separator === ';',
    hasSemicolons: separator === ';',
  });
  const reading: Reading = { found, header, formats, context };
  const right: ConversionFileRow[] = [];
  const wrong: ConversionFileError[] = [];
  const asked = new Set<FileQuestion['id']>();
  const unknown = new Map<string, number>();
  const amounts: { currency: Currency | null; amount: Money | null }[] = [];
  let skipped = 0;
  await eachInTurns(missing.length > 0 ? [] : rows, (row) => {
    const text = textsOf(row, found);
    if (isTotal(row, text)) {
      skipped += 1;
      return;
    }
    const amount = amountIn(text, reading);
    amounts.push(amount);
    // No row is understood yet: all that is open is asked at once.
    if (amount.currency === null && isStatusUnknown(found)) asked.add('currency');
    const read = readRow(row, text, reading);
    if (read === 'skipped') skipped += 1;
    else if ('asks' in read) asked.add(read.asks);
    else if ('error' in read) {
      wrong.push(read);
      if (read.error === 'amount-unclear') asked.add('unit');
      if (read.error === 'interest') asked.add('interest');
      if (read.error === 'status') unknown.set(text('status'), (unknown.get(text('status')) ?? 0) + 1);
    } else right.push(read);
  });
  if (missing.length === 0 && found.isCheckoutUnknown) asked.add('checkout');
  if (missing.length === 0 && isStatusUnknown(found)) asked.add('status-column');
  const choices: Record<FileQuestion['id'], string[]> = {
    checkout: [...CHECKOUT_IDS.filter((id) => id !== 'generic'), 'generic'],
    'status-column': [...header.filter((name) => name !== ''), NO_STATUS_COLUMN],
    currency: CURRENCIES,
    source: [],
    period: [],
    inReport: [],
    unit: [...UNITS],
    interest: ['none'],
  };
  return {
    ...{ format, rows: rows.length, right, wrong, skipped, missing: [...missing], columns: [...header] },
    questions: FILE_QUESTIONS.flatMap((id) => (asked.has(id) ? [{ id, choices: choices[id] }] : [])),
    unknownStatuses: [...unknown]
      .slice(0, UNKNOWN_STATUSES_SHOWN)
      .map(([status, count]) => ({ status: short(status), rows: count })),
    sums: {
      file: sumsByCurrency(amounts),
      read: sumsByCurrency(
        right.map(({ conversion: { status, currency, amount } }) => ({
          currency,
          amount: isCounted(status) ? amount : null,
        })),
      ),
    },
  };
}

const isStatusUnknown = ({ places, isAllPaid }: FoundColumns): boolean => places.status === undefined && !isAllPaid;

type Texts = (column: ConversionColumn) => string;

const textsOf =
  (row: CsvRecord, { places }: FoundColumns): Texts =>
  (column) =>
    textAt(row, places[column]);

const EMPTY = /^(\(none\)|null|-+)$/i;

/** The first of the places that has something. */
function textAt({ cells }: CsvRecord, places: readonly number[] | undefined): string {
  for (const place of places ?? []) {
    const text = cells[place] ?? '';
    if (text !== '' && !EMPTY.test(text)) return text;
  }
  return '';
}

const isTotal = ({ cells }: CsvRecord, text: Texts): boolean =>
  saysTotal(cells) && (text('transaction') === '' || text('date') === '' || saysTotal([text('transaction')]));

interface Reading {
  readonly found: FoundColumns;
  readonly header: readonly string[];
  readonly formats: WrittenFormats;
  readonly context: FileContext;
}

/** As the file has it, for the sum that people compare. */
function amountIn(text: Texts, { found, header, formats, context }: Reading) {
  const written = text('amount') || text('amountWithInterest');
  const amount = readAmount(written, formats, context.answers.unit) ?? null;
  return { amount, currency: currencyOfRow(text, { found, header, written, context }) ?? null };
}

/** Of its own column, the amount's sign, the amount's header, or as it was answered; undefined is no currency, null is not known. */
function currencyOfRow(
  text: Texts,
  { found, header, written, context }: Omit<Reading, 'formats'> & { readonly written: string },
): Currency | undefined | null {
  if (text('currency') !== '') return CURRENCY_WORDS.get(squeezed(text('currency'))) ?? currencyOf(text('currency'));
  const places = [...(found.places.amount ?? []), ...(found.places.amountWithInterest ?? [])];
  const inHeader = places.flatMap((place) => bracketsOf(header[place] ?? '')).map((one) => currencyIn(one));
  const named = currencyIn(written) ?? inHeader.find((one) => one !== undefined);
  return named === undefined ? (context.answers.currency ?? null) : currencyOf(named);
}

type Read = ConversionFileRow | ConversionFileError | 'skipped' | { readonly asks: FileQuestion['id'] };

function readRow(row: CsvRecord, text: Texts, reading: Reading): Read {
  const { line } = row;
  const { found, header, formats, context } = reading;
  const { format, isAllPaid } = found;
  const { answers, timeZone, nowMs } = context;
  if (flagOf(text('test')) || (text('type') !== '' && text('type') !== 'purchase')) return 'skipped';
  const transactionId = text('transaction');
  // A further item of the order above.
  const isItem = FURTHER_ITEMS[format]?.every((column) => text(column) === '');
  if (isItem) return 'skipped';
  if (transactionId.length > 256 || transactionId.includes('\0') || namesNoTransaction(transactionId))
    return problem(line, 'transaction');
  const checkout =
    format === 'generic' || format === 'export'
      ? CHECKOUT_BY_NAME.get(squeezed(text('checkout') || (answers.checkout ?? 'generic')))
      : CheckoutId.parse(format);
  if (checkout === undefined) return problem(line, 'checkout', { text: short(text('checkout')) });
  if (isStatusUnknown(found)) return { asks: 'status-column' };
  // What its words of the status mean depends on it. All else is read, so that all questions are asked at once.
  const isUnknown = found.isCheckoutUnknown;
  const status = isAllPaid ? 'approved' : statusInReport(text('status'), checkout);
  if (status === undefined || status === 'chargeback_reversed') {
    if (isUnknown && text('status') !== '') return { asks: 'checkout' };
    return text('status') === ''
      ? problem(line, 'status-missing')
      : problem(line, 'status', { text: short(text('status')) });
  }
  if (status === 'pending' || UNPAID_STATUSES.some((one) => one === status)) return 'skipped';
  // What the product set aside counts no more for having been a file.
  if (isCounted(status) && /^(false|0|não|no)$/i.test(text('counted'))) return 'skipped';
  const soldAt = timeOf(text('date'), MAPPINGS[checkout].timeZone ?? timeZone, nowMs + 365 * DAY_MS, formats.first);
  if (soldAt === null) return problem(line, 'date', { text: short(text('date')) });
  const moneyIn = (column: ConversionColumn) =>
    text(column) === '' ? null : readAmount(text(column), formats, answers.unit);
  const written = text('amount') || text('amountWithInterest');
  const unclear = (['amount', 'amountWithInterest'] as const).map(text).find((one) => isUnclearAmount(one, formats));
  if (unclear !== undefined && answers.unit === undefined)
    return problem(line, 'amount-unclear', { text: short(unclear) });
  const amount = countedAmountOf({
    price: moneyIn('amount'),
    withInterest: moneyIn('amountWithInterest'),
    interest: moneyIn('interest'),
    installments: /^\d{1,3}(?:[.,]0+)?\s?x?$/i.test(text('installments'))
      ? Number.parseInt(text('installments'), 10)
      : null,
    hasNoInterest: answers.interest === 'none',
  });
  if (amount === 'interest') return problem(line, 'interest');
  if (amount === undefined || amount === null) return problem(line, 'amount', { text: short(written) });
  if (isNegative(amount)) return problem(line, 'negative');
  const currency = currencyOfRow(text, { found, header, written, context });
  if (currency === null) return { asks: 'currency' };
  if (currency === undefined) return problem(line, 'currency', { text: short(text('currency')) });
  const named = currencyIn(written);
  if (named !== undefined && named !== currency) {
    return problem(line, 'currency-differs', { written: named, column: short(text('currency')) });
  }
  const back = moneyIn('refunded');
  if (back === undefined) return problem(line, 'amount', { text: short(text('refunded')) });
  const refundAmount = refundOf(status, { amount, net: moneyIn('net'), back });
  if (refundAmount === undefined) return problem(line, 'refund-missing');
  if (isUnknown) return { asks: 'checkout' };
  const utm = mapUtm((name) => tagOf(text(name)));
  const clickId = clickIdsIn(text('click'))[0] ?? clickIdsIn(mapText(text))[0] ?? '';
  const isTagged = hasUtm(utm) && clickIdsIn(Object.values(utm).join(' ')).length === 0;
  return {
    line,
    checkout,
    transactionId,
    conversion: {
      ...{ soldAt, amount, currency, clickId, refundAmount },
      status: isCounted(status) && compareMoney(refundAmount, ZERO) > 0 ? 'partially_refunded' : status,
      productName: cleanTag(text('product')),
      ...(isTagged ? utm : mapUtm(() => '')),
    },
  };
}

/** Lines of further items have none of these. */
const FURTHER_ITEMS: Readonly<Partial<Record<ConversionFile, readonly ConversionColumn[]>>> = {
  shopify: ['transaction', 'status', 'amount'],
  nuvemshop: ['status', 'amount', 'date'],
};

const mapText = (text: Texts): string => Object.values(mapUtm(text)).join(' ');

const tagOf = (text: string): string => cleanTag(text, undefined, redactTag);

const plain = (text: string): string => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').trim();

/** 'Perfect Pay' and 'perfectpay' are 'perfect-pay'. */
const squeezed = (text: string): string => plain(text).replace(/[^a-z0-9]/g, '');
const CURRENCY_WORDS: ReadonlyMap<string, Currency> = new Map(
  Object.entries({
    real: 'BRL',
    reais: 'BRL',
    realbrasileiro: 'BRL',
    r: 'BRL',
    dolar: 'USD',
    us: 'USD',
    euro: 'EUR',
  }) as [string, Currency][],
);
const CHECKOUT_BY_NAME: ReadonlyMap<string, CheckoutId> = new Map(
  CHECKOUT_IDS.flatMap((id) => [id, checkoutLabel(id)].map((name) => [squeezed(name), id] as const)),
);

export const problem = <Code extends ConversionRowProblem>(
  line: number,
  error: Code,
  ...params: ConversionRowParams<Code>
): ConversionFileError => ({ line, error, message: conversionRowText(error, ...params) });
