// Files for download. Rows are written one by one and sent in small pieces, so a file of any length takes the memory of one page.
// Our own writer: csv-stringify writes the same bytes and takes five times as long for 26 columns (ADR 28).
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Numbers and booleans are written as they are; null is an empty CSV cell. */
export type CsvCell = string | number | boolean | null;
export type CsvRow = readonly CsvCell[];

/** Four digits, as money has them in the store: a ratio's further ones are noise in a CSV cell. */
export const rounded = (figure: number | null): number | null => figure && Math.round(figure * 10_000) / 10_000;

/** What the handler of a contract with `csv: true` gives. Rows are read as the client takes them, and no further than it does. */
export interface CsvFile {
  /** Letters, digits, dots and hyphens, with its extension. */
  readonly filename: string;
  /** A line of its own above the header: what a filtered file is of. */
  readonly note?: string | undefined;
  readonly header: readonly string[];
  /** Null: the next row is still being made. Where the reader left, the file ends here. */
  readonly rows: AsyncIterable<CsvRow | null> | Iterable<CsvRow | null>;
}

/** Excel takes a file without it for one of the Windows code page. */
export const BYTE_ORDER_MARK = '\ufeff';
const LINE_END = '\r\n';
/** Below the shortest timeout of proxies, and at most 120 letters in ten minutes. */
const SILENT_MS = 5_000;
/** Between two pieces other requests get their turn: 500 rows take some 5 ms. */
const ROWS_A_PIECE = 500;

const SPECIAL = /[",;|\t\r\n\v\f\u0085\u2028\u2029]|^[=+\-@＝＋－＠]/;
const LINE_BREAK = /\r\n|[\r\n\v\f\u0085\u2028\u2029]/g;
/** A number to a spreadsheet, and no formula: CRMs and messengers read no apostrophe before it. */
const PHONE = /^\+\d{8,15}$/;
/** What a spreadsheet would run when the file is opened, full-width signs too; a text that begins so gets an apostrophe before it. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;
/**
 * The same behind a separator inside of a text: Excel splits a file at `;` where the decimal sign is a comma, and others split at tabs
 * or `|`. The quotes of this file do not stop them, because they are not at the beginning of such a spreadsheet cell.
 */
const FORMULA_BEHIND_SEPARATOR = /(?<=[;|\t])(?=[\s"']*[=+\-@＝＋－＠])/g;

/** RFC 4180. A line break inside of a text becomes a space: one line is one row to every tool. */
export function csvCell(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  if (!SPECIAL.test(cell)) return cell;
  const guarded = FORMULA.test(cell) && !PHONE.test(cell) ? `'${cell}` : cell;
  const line = guarded.replace(LINE_BREAK, ' ').replace(FORMULA_BEHIND_SEPARATOR, "'");
  return /[",;|\t]/.test(line) ? `"${line.replaceAll('"', '""')}"` : line;
}

export function csvLine(row: CsvRow): string {
  let line = '';
  // Not `map` and `join`: a list per row is a third of what a long file leaves to be collected.
  for (let index = 0; index < row.length; index += 1) {
    if (index > 0) line += ',';
    line += csvCell(row[index] ?? null);
  }
  return line + LINE_END;
}

/** The file as pieces of text, the first with its header. */
export async function* csvPieces({ note, header, rows }: Omit<CsvFile, 'filename'>): AsyncGenerator<string> {
  let piece = BYTE_ORDER_MARK + (note === undefined ? '' : csvLine([note])) + csvLine(header);
  let count = 0;
  let saidAt = performance.now();
  for await (const row of rows) {
    if (row === null) {
      // A proxy breaks off what is silent for half a minute: while its rows are made the file begins letter by letter.
      const isDue = piece.length > 1 && performance.now() - saidAt > SILENT_MS;
      if (isDue) saidAt = performance.now();
      yield isDue ? piece.slice(0, 1) : '';
      if (isDue) piece = piece.slice(1);
      await nextTurn();
      continue;
    }
    if (row.length !== header.length) throw new TypeError(`a row of ${row.length} cells under ${header.length} names`);
    piece += csvLine(row);
    count += 1;
    if (count % ROWS_A_PIECE > 0) continue;
    yield piece;
    piece = '';
    await nextTurn();
  }
  if (piece !== '') yield piece;
}

/** A reader that takes nothing for so long holds rows, and the place of another file, for nothing. */
const STALLED_MS = 60_000;

/**
 * The body of the answer. What fails before the first piece rejects here, while an error can still be answered; what fails later
 * destroys the stream, and with it the connection, so that no one takes half of a file for the whole. So does a reader that takes nothing.
 * `onPiece` hears how many characters are taken.
 */
export async function openCsv(
  file: CsvFile,
  stalledMs = STALLED_MS,
  onPiece: (length: number) => void = () => undefined,
): Promise<Readable> {
  const pieces = csvPieces(file);
  let held: IteratorResult<string> | undefined = await pieces.next();
  let stalled: NodeJS.Timeout | undefined;
  const watch = () => {
    stalled = setTimeout(() => body.destroy(), stalledMs).unref();
  };
  const iterator: AsyncIterator<string> = {
    async next() {
      clearTimeout(stalled);
      const piece = held ?? (await pieces.next());
      held = undefined;
      if (!body.destroyed) watch();
      onPiece(piece.value?.length ?? 0);
      return piece;
    },
    // The client went away, perhaps before it took anything: the rows' source is told.
    return: () => pieces.return(undefined),
  };
  const body = Readable.from({ [Symbol.asyncIterator]: () => iterator }, { objectMode: false });
  body.once('close', () => clearTimeout(stalled));
  watch();
  return body;
}

export function attachment(filename: string): string {
  if (!/^[\w.-]+$/.test(filename)) throw new TypeError('not a name of a file');
  return `attachment; filename="${filename}"`;
}
