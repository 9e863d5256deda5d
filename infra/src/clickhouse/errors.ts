// Errors of the engine, fit for logs: it likes to quote the row or the value it choked on, and those are people's data.
import { ClickHouseError as DriverError } from '@clickhouse/client';

/** `data`: these rows or values will never be taken. `busy`: the same call may work later. `defect`: our statement is wrong. */
export type StoreErrorKind = 'data' | 'busy' | 'defect';

export class StoreError extends Error {
  override readonly name: string = 'StoreError';
  readonly kind: StoreErrorKind;
  /** ClickHouse's number; 0 when the store was not reached. */
  readonly code: number;
  readonly type: string;

  constructor(message: string, options: { kind: StoreErrorKind; code: number; type: string; cause?: unknown }) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.kind = options.kind;
    this.code = options.code;
    this.type = options.type;
  }
}

// Codes of values that do not fit their column; see ErrorCodes.cpp of ClickHouse.
const dataCodes = new Set([6, 7, 25, 26, 27, 38, 41, 53, 69, 70, 72, 117, 130, 131, 190, 321, 349, 407, 457]);
// Time-outs, limits, network, parts, memory, space, disks, and what the operating system threw: none is the statement's fault.
const busyCodes = new Set([
  3, 74, 75, 76, 99, 159, 160, 164, 202, 209, 210, 216, 225, 236, 241, 242, 243, 252, 279, 319, 394, 425, 999, 1000,
  1001,
]);

/**
 * What is left of the driver's error: its code, its type and, for a statement that is wrong, the message without quoted
 * values. An insert keeps only the row's number and the column's name.
 */
export function toStoreError(error: unknown, doing: string, columns?: readonly string[]): StoreError {
  if (error instanceof StoreError) return error;
  if (!isDriverError(error)) {
    // The socket's own error names an address and no data.
    return new StoreError(`${doing}: the analytics store was not reached`, {
      kind: 'busy',
      code: 0,
      type: 'NETWORK',
      cause: error,
    });
  }
  const code = Number(error.code) || 0;
  const type = error.type ?? 'UNKNOWN';
  const kind = busyCodes.has(code) ? 'busy' : dataCodes.has(code) ? 'data' : 'defect';
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
