// Files that people send: of spreadsheets in Portuguese and English, with their separators and code pages.
//
// The parser needs half a second of processor time for a megabyte, and seconds for five of separators or spaces. So a file is looked at first, and
// one that no spreadsheet writes is refused without parsing; the rest is parsed in slices, between which other requests have their turn.
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '@tracker/infra/errors/app-error';
import { cutText } from '@tracker/schemas/primitives/text';
import { CsvError, parse } from 'csv-parse';
import { decodeFile } from './decode-file.ts';

export interface CsvRecord {
  /** Of the file, counted from 1. */
  readonly line: number;
  /** Without spaces around them. */
  readonly cells: readonly string[];
}

export interface ReadCsv {
  readonly separator: string;
  readonly records: readonly CsvRecord[];
}

export interface CsvOptions {
  readonly rowsMax: number;
  /** How many of the columns that the caller knows a line names: the separator is the one by which the header has most of them. */
  readonly known?: (cells: readonly string[]) => number;
}

const SEPARATORS = [';', '\t', ',', '|'];
/** More than any header, and what reports write above it. */
const HEAD_LENGTH = 16_384;
/** Title, period, account: reports have some ten lines above their header at most. */
export const LINES_ABOVE_HEADER_MAX = 30;
/** Excel's own first line, which names the separator. */
const SEPARATOR_LINE = /^sep=(.)\r?\n/i;
/** A report of a checkout has up to some eighty columns. */
export const FILE_COLUMNS_MAX = 201;
export const FILE_CELL_MAX = 4_000;
export const FILE_LINE_MAX = 64_000;
/** CSV cells may hold line ends, and people leave lines empty. */
const LINES_A_ROW = 20;
/** Some 5 ms for the parser at worst. */
const SLICE_BYTES = 8_192;
const LOOKED_AT_ONCE = 262_144;

/**
 * The rows of a file with one line for each, its empty ones left out. Throws 'file-empty', 'file-unreadable', 'file-too-wide' and, with more
 * than `rowsMax` below the header, 'file-too-long'.
 */
export async function readCsvFile(bytes: Uint8Array, { rowsMax, known }: CsvOptions): Promise<ReadCsv> {
  const text = decodeFile(bytes);
  const named = SEPARATOR_LINE.exec(text);
  const separator = named?.[1] ?? separatorOf(text, known ?? (() => 0));
  await assertParsable(named ? text.slice(named[0].length) : text, { separator, fromLine: named ? 2 : 1, rowsMax });
  const records = await recordsOf(text, { separator, fromLine: named ? 2 : 1, rowsMax });
  if (records.length === 0) throw new AppError('file-empty');
  if (records.length > rowsMax + 1) throw tooLong(rowsMax);
  return { separator, records };
}

/** What a sentence quotes of a CSV cell. */
export const short = (text: string): string => (text.length > 40 ? `${cutText(text, 40)}…` : text);

/** The one by which a line names most known columns; else the one that makes most CSV cells of a line. The first of several. */
function separatorOf(text: string, known: (cells: readonly string[]) => number): string {
  const head = text.slice(0, HEAD_LENGTH);
  const [best] = SEPARATORS.map((separator) => {
    const lines = headLines(head, separator);
    const names = lines.reduce((most, cells) => Math.max(most, known(cells)), 0);
    // One name alone is a title that looks like it.
    return { separator, names: names > 1 ? names : 0, cells: lines[0]?.length ?? 0 };
  }).sort((a, b) => b.names - a.names || b.cells - a.cells);
  return best?.separator ?? ',';
}

/** The first lines that have something, cut at the separator outside of quotes. */
function headLines(head: string, separator: string): string[][] {
  const lines: string[][] = [];
  let cells = [''];
  let isQuoted = false;
  for (const character of `${head}\n`) {
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && character === separator) cells.push('');
    else if (!isQuoted && (character === '\n' || character === '\r')) {
      if (cells.length > 1 || cells[0]?.trim() !== '') lines.push(cells);
      if (lines.length > LINES_ABOVE_HEADER_MAX) break;
      cells = [''];
    } else cells[cells.length - 1] += character;
  }
  return lines;
}

interface RecordOptions {
  readonly separator: string;
  readonly fromLine: number;
  readonly rowsMax: number;
}

const tooLong = (rows: number) => new AppError('file-too-long', { params: { rows } });
const tooWide = (line: number) =>
  new AppError('file-too-wide', { params: { line, columns: FILE_COLUMNS_MAX, characters: FILE_CELL_MAX } });

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** One look at each character. Quotes are not understood here, so that what they join may be refused later. */
async function assertParsable(text: string, { separator, fromLine, rowsMax }: RecordOptions): Promise<void> {
  const separatorCode = separator.charCodeAt(0);
  let line = fromLine;
  let lineStart = 0;
  let cellStart = 0;
  let isHeader = true;
  let inLine = 0;
  let inFile = 0;
  for (let at = 0; at <= text.length; at++) {
    const code = at === text.length ? LINE_FEED : text.charCodeAt(at);
    if (at % LOOKED_AT_ONCE === 0) await nextTurn();
    const isLineEnd = code === LINE_FEED || code === CARRIAGE_RETURN;
    if (!isLineEnd && code !== separatorCode) continue;
    if (at - cellStart > FILE_CELL_MAX || at - lineStart > FILE_LINE_MAX) throw tooWide(line);
    cellStart = at + 1;
    if (!isLineEnd) {
      inLine += 1;
      inFile += 1;
      if (isHeader && inLine >= FILE_COLUMNS_MAX) throw tooWide(line);
      if (inFile > FILE_COLUMNS_MAX * (rowsMax + 1)) throw tooLong(rowsMax);
      continue;
    }
    if (at > lineStart) isHeader = false;
    lineStart = at + 1;
    inLine = 0;
    if (code === CARRIAGE_RETURN && text.charCodeAt(at + 1) === LINE_FEED) continue;
    line += 1;
    if (line > LINES_A_ROW * rowsMax) throw tooLong(rowsMax);
  }
}

/** What the option `info` gives, of which the types of the library do not know. */
interface WithInfo {
  readonly record: string[];
  readonly info: { readonly lines: number };
}

async function recordsOf(text: string, { separator, fromLine, rowsMax }: RecordOptions): Promise<CsvRecord[]> {
  const slices = Readable.from(slicesOf(Buffer.from(text)));
  const rows = slices.pipe(
    parse({
      delimiter: separator,
      from_line: fromLine,
      info: true,
      max_record_size: FILE_LINE_MAX,
      relax_column_count: true,
      // '24" TV' within a text is not the beginning of a quoted one.
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
    }),
  );
  const records: CsvRecord[] = [];
  try {
    for await (const { record, info } of rows as AsyncIterable<WithInfo>) {
      if (record.length > FILE_COLUMNS_MAX || record.some((cell) => cell.length > FILE_CELL_MAX)) {
        throw tooWide(info.lines);
      }
      records.push({ line: info.lines, cells: record });
      if (records.length > rowsMax + 1) break;
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new AppError('file-unreadable', { params: { line: Number(error.lines ?? 1) }, cause: error });
  } finally {
    slices.destroy();
  }
  return records;
}

async function* slicesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += SLICE_BYTES) {
    yield bytes.subarray(start, start + SLICE_BYTES);
    await nextTurn();
  }
}
