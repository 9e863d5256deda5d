// Files that people send: of spreadsheets in Portuguese and English, with their separators and code pages.
import { AppError } from '@tracker/infra/errors/app-error';
import { CsvError, parse } from 'csv-parse/sync';

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

const SEPARATORS = [';', '\t', ','];
/** More than any header. */
const HEAD_LENGTH = 16_384;
/** Excel's own first line, which names the separator. */
const SEPARATOR_LINE = /^sep=(.)\r?\n/i;

/**
 * The rows of a file with one line for each, its empty ones left out. Throws 'file-empty', 'file-unreadable' and, with more than
 * `rowsMax` below the header, 'file-too-long'.
 */
export function readCsvFile(bytes: Uint8Array, { rowsMax }: { readonly rowsMax: number }): ReadCsv {
  const text = decode(bytes);
  const named = SEPARATOR_LINE.exec(text);
  const separator = named?.[1] ?? separatorOf(text);
  const records = recordsOf(text, { separator, fromLine: named ? 2 : 1, rowsMax });
  if (records.length === 0) throw new AppError('file-empty');
  if (records.length > rowsMax + 1) throw new AppError('file-too-long', { params: { rows: rowsMax } });
  return { separator, records };
}

/** By its byte order mark; without one UTF-8, and what that cannot be is of Windows in Western languages. */
export function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The one that makes the most cells of the first line, outside of quotes; the first of several. */
function separatorOf(text: string): string {
  const line = /^.*\S.*$/m.exec(text.slice(0, HEAD_LENGTH).replace(/"[^"]*"/g, ''))?.[0] ?? '';
  const cellsBy = SEPARATORS.map((separator) => line.split(separator).length);
  return SEPARATORS[cellsBy.indexOf(Math.max(...cellsBy))] ?? ',';
}

interface RecordOptions {
  readonly separator: string;
  readonly fromLine: number;
  readonly rowsMax: number;
}

/** What the option `info` gives, of which the types of the library do not know. */
interface WithInfo {
  readonly record: string[];
  readonly info: { readonly lines: number };
}

function recordsOf(text: string, { separator, fromLine, rowsMax }: RecordOptions): CsvRecord[] {
  try {
    const rows = parse(text, {
      delimiter: separator,
      from_line: fromLine,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      to: rowsMax + 2,
      trim: true,
    });
    return (rows as unknown as WithInfo[]).map(({ record, info }) => ({ line: info.lines, cells: record }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new AppError('file-unreadable', { params: { line: Number(error.lines ?? 1) }, cause: error });
  }
}
