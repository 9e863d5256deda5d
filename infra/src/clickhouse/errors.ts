// Errors of the engine, fit for logs: it likes to quote the row or the value it choked on, and those are people's data.
import { ClickHouseError as DriverError } from '@clickhouse/client';
import { classOfClickHouseError, type ErrorClass } from '../errors/store-errors.ts';

export class StoreError extends Error {
  override readonly name: string = 'StoreError';
  readonly kind: ErrorClass;
  /** ClickHouse's number; 0 when the store was not reached. */
  readonly code: number;
  readonly type: string;

  constructor(message: string, options: { kind: ErrorClass; code: number; type: string; cause?: unknown }) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.kind = options.kind;
    this.code = options.code;
    this.type = options.type;
  }
}

/**
 * What is left of the driver's error: its code, its type and, for a statement that is wrong, the message without quoted
 * values. An insert keeps only the row's number and the column's name.
 */
export function toStoreError(error: unknown, doing: string, columns?: readonly string[]): StoreError {
  if (error instanceof StoreError) return error;
  if (!isDriverError(error)) {
    // The socket's own error names an address and no data.
    return new StoreError(`${doing}: the analytics store was not reached`, {
      kind: 'away',
      code: 0,
      type: 'NETWORK',
      cause: error,
    });
  }
  const code = Number(error.code) || 0;
  const type = error.type ?? 'UNKNOWN';
  const kind = classOfClickHouseError(code, error.message);
  const detail = columns ? insertDetail(error.message, columns) : queryDetail(error.message);
  return new StoreError(`${doing}: ${type} (${code})${detail === '' ? '' : `, ${detail}`}`, { kind, code, type });
}

// By shape, since the embedded connection brings its own copy of the class.
function isDriverError(error: unknown): error is DriverError {
  return (
    error instanceof DriverError ||
    (error instanceof Error &&
      'type' in error &&
      'code' in error &&
      error.name === 'Error' &&
      /^\d+$/.test(String(error.code)))
  );
}

function insertDetail(message: string, columns: readonly string[]): string {
  const row = /\(at row (\d+)\)/.exec(message)?.[1];
  const named = /(?:name:|column|key) `?(\w+)/i.exec(message)?.[1];
  const column = named !== undefined && columns.includes(named) ? `column ${named}` : '';
  return [row === undefined ? '' : `row ${row}`, column].filter(Boolean).join(', ');
}

function queryDetail(message: string): string {
  return message
    .replace(/\bvalue .{1,10000}? cannot be parsed/gis, 'a value cannot be parsed')
    .replace(/'(?:[^'\\]|\\.)*'/gs, "'…'")
    .slice(0, 400);
}
