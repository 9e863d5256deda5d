/**
 * What an error of a store means for the work that met it, in one table. Everything that repeats work asks here.
 *
 * away    not reached: the same call works when the store is back
 * busy    reached, and takes nothing now: the same call may work later, with less at once sooner
 * data    a value or row that is never taken: set aside alone, its neighbours go on
 * defect  our statement or our code is wrong: set aside alone, and mended by a later version
 *
 * Work of class data or defect is never repeated unchanged more than `UNCHANGED_MAX` times.
 */
export type ErrorClass = 'away' | 'busy' | 'data' | 'defect';

export const UNCHANGED_MAX = 3;

interface Known {
  readonly code: string;
  readonly name: string;
  readonly means: ErrorClass;
}

const known = (means: ErrorClass, codes: Readonly<Record<string, string>>): Known[] =>
  Object.entries(codes).map(([code, name]) => ({ code, name, means }));

/** A question that asks for more than one may cost: it took too long, or too much memory. */
const TOO_MUCH = { 159: 'TIMEOUT_EXCEEDED', 160: 'TOO_SLOW', 241: 'MEMORY_LIMIT_EXCEEDED' };

/** Numbers of ErrorCodes.cpp. 1000 and 1001 are what the engine throws from the operating system and the standard library. */
export const CLICKHOUSE_ERRORS: readonly Known[] = [
  ...known('away', { 209: 'SOCKET_TIMEOUT', 210: 'NETWORK_ERROR', 279: 'ALL_CONNECTION_TRIES_FAILED' }),
  ...known('busy', TOO_MUCH),
  ...known('busy', {
    3: 'UNEXPECTED_END_OF_FILE',
    74: 'CANNOT_READ_FROM_FILE_DESCRIPTOR',
    75: 'CANNOT_WRITE_TO_FILE_DESCRIPTOR',
    76: 'CANNOT_OPEN_FILE',
    // The database is being restored, or a right was taken away: no row is at fault, and no statement.
    81: 'UNKNOWN_DATABASE',
    99: 'UNKNOWN_PACKET_FROM_CLIENT',
    164: 'READONLY',
    201: 'QUOTA_EXCEEDED',
    202: 'TOO_MANY_SIMULTANEOUS_QUERIES',
    216: 'QUERY_WITH_SAME_ID_IS_ALREADY_RUNNING',
    225: 'NO_ZOOKEEPER',
    236: 'ABORTED',
    242: 'TABLE_IS_READ_ONLY',
    243: 'NOT_ENOUGH_SPACE',
    252: 'TOO_MANY_PARTS',
    319: 'UNKNOWN_STATUS_OF_INSERT',
    394: 'QUERY_WAS_CANCELLED',
    425: 'SYSTEM_ERROR',
    497: 'ACCESS_DENIED',
    999: 'KEEPER_EXCEPTION',
    1000: 'POCO_EXCEPTION',
    1001: 'STD_EXCEPTION',
  }),
  ...known('data', {
    6: 'CANNOT_PARSE_TEXT',
    7: 'INCORRECT_NUMBER_OF_COLUMNS',
    25: 'CANNOT_PARSE_ESCAPE_SEQUENCE',
    26: 'CANNOT_PARSE_QUOTED_STRING',
    27: 'CANNOT_PARSE_INPUT_ASSERTION_FAILED',
    38: 'CANNOT_PARSE_DATE',
    41: 'CANNOT_PARSE_DATETIME',
    53: 'TYPE_MISMATCH',
    69: 'ARGUMENT_OUT_OF_BOUND',
    70: 'CANNOT_CONVERT_TYPE',
    72: 'CANNOT_PARSE_NUMBER',
    117: 'INCORRECT_DATA',
    130: 'CANNOT_READ_ARRAY_FROM_TEXT',
    131: 'TOO_LARGE_STRING_SIZE',
    190: 'SIZES_OF_ARRAYS_DONT_MATCH',
    321: 'VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE',
    349: 'CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN',
    407: 'DECIMAL_OVERFLOW',
    457: 'BAD_QUERY_PARAMETER',
  }),
];

/** Not of the table above: what the engine says of a statement of ours that can never run. All other numbers are of its machine, and busy. */
export const CLICKHOUSE_DEFECTS: readonly Known[] = known('defect', {
  10: 'NOT_FOUND_COLUMN_IN_BLOCK',
  16: 'NO_SUCH_COLUMN_IN_TABLE',
  20: 'NUMBER_OF_COLUMNS_DOESNT_MATCH',
  36: 'BAD_ARGUMENTS',
  42: 'NUMBER_OF_ARGUMENTS_DOESNT_MATCH',
  43: 'ILLEGAL_TYPE_OF_ARGUMENT',
  44: 'ILLEGAL_COLUMN',
  46: 'UNKNOWN_FUNCTION',
  47: 'UNKNOWN_IDENTIFIER',
  48: 'NOT_IMPLEMENTED',
  50: 'UNKNOWN_TYPE',
  60: 'UNKNOWN_TABLE',
  62: 'SYNTAX_ERROR',
  80: 'INCORRECT_QUERY',
  115: 'UNKNOWN_SETTING',
  184: 'ILLEGAL_AGGREGATION',
  215: 'NOT_AN_AGGREGATE',
  352: 'AMBIGUOUS_COLUMN_NAME',
  386: 'NO_COMMON_TYPE',
  456: 'UNKNOWN_QUERY_PARAMETER',
});

/** SQLSTATE of PostgreSQL's appendix A, or its class of two characters; a code goes before its class. */
export const POSTGRES_ERRORS: readonly Known[] = [
  ...known('away', {
    '08': 'connection exception',
    // It answers, and takes nothing from us: no row is at fault, and no statement.
    '25006': 'read_only_sql_transaction: a replica, or a server without room',
    '28': 'invalid authorization specification: a password that was changed',
    '3D': 'invalid catalog name: the database is being restored',
    '57P01': 'admin_shutdown',
    '57P02': 'crash_shutdown',
    '57P03': 'cannot_connect_now',
  }),
  ...known('busy', {
    '40': 'transaction rollback: serialization failure, deadlock',
    '53': 'insufficient resources: disk, memory, connections',
    '55': 'object not in prerequisite state: lock not available',
    '57': 'operator intervention: query canceled',
    '58': 'system error: input and output',
  }),
  ...known('data', {
    '21': 'cardinality violation',
    '22': 'data exception',
    '23': 'integrity constraint violation',
    '54': 'program limit exceeded',
  }),
  ...known('defect', {
    '0A': 'feature not supported',
    '25': 'invalid transaction state',
    '2B': 'dependent privilege descriptors still exist',
    '2D': 'invalid transaction termination',
    '3B': 'savepoint exception',
    '3F': 'invalid schema name',
    '42': 'syntax error or access rule violation',
    P0: 'PL/pgSQL error',
  }),
];

/** Codes of Node's sockets (errno.h) and of postgres.js' connections. */
export const CONNECTION_ERRORS: readonly Known[] = known('away', {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the other side is gone',
  EPIPE: 'the other side is gone',
  // Only of a socket: the unix socket of a database that is down.
  ENOENT: 'no such socket',
  ETIMEDOUT: 'no answer in time',
  EHOSTUNREACH: 'no way there',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'no name server',
  CONNECTION_CLOSED: 'postgres.js: closed while a statement ran',
  CONNECTION_ENDED: 'postgres.js: ended',
  CONNECTION_DESTROYED: 'postgres.js: destroyed',
  CONNECT_TIMEOUT: 'postgres.js: not connected in time',
});

/** Codes without an errno that are of the machine or of the driver's state, and of no row. */
const MACHINE_ERRORS: readonly Known[] = known('busy', {
  ERR_MEMORY_ALLOCATION_FAILED: 'Node.js: no memory',
  ERR_WORKER_OUT_OF_MEMORY: 'Node.js: no memory',
  ERR_OUT_OF_MEMORY: 'Node.js: no memory',
  UNSAFE_TRANSACTION: 'postgres.js: BEGIN on a connection of several',
  COPY_IN_PROGRESS: 'postgres.js: the connection copies',
});

const byCode = (errors: readonly Known[]) => new Map(errors.map(({ code, means }) => [code, means]));
const clickhouseMeans = byCode([...CLICKHOUSE_ERRORS, ...CLICKHOUSE_DEFECTS]);
const postgresMeans = byCode(POSTGRES_ERRORS);
const connectionMeans = byCode([...CONNECTION_ERRORS, ...MACHINE_ERRORS]);

/**
 * A number that is in no table is busy: what the engine says of files, pipes, threads and memory is not a row's fault.
 * `message` separates the two refusals that share a number: one insert into too many partitions, and merges that lag behind.
 */
export function classOfClickHouseError(code: number, message: string): ErrorClass {
  if (code === 252 && /partitions/i.test(message)) return 'data';
  return clickhouseMeans.get(String(code)) ?? 'busy';
}

/** Of an error or the first of its causes that says; what says nothing is a defect. */
export function classOf(error: unknown): ErrorClass {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; current = current.cause, depth += 1) {
    const means = meansOf(current);
    if (means !== undefined) return means;
  }
  return 'defect';
}

/** Whether the same work should be done again as it is, since a store is away or takes nothing in now. */
export function isUnavailable(error: unknown): boolean {
  const means = classOf(error);
  return means === 'away' || means === 'busy';
}

export const isTooMuch = (error: unknown): boolean =>
  error instanceof Error && error.name === 'StoreError' && 'code' in error && String(error.code) in TOO_MUCH;

function meansOf(error: Error): ErrorClass | undefined {
  if (error.name === 'LogUnavailableError' || error.name === 'JobsUnavailableError') return 'away';
  // By name, since ingest must not import the analytics store.
  if (error.name === 'StoreError' && 'kind' in error) return error.kind as ErrorClass;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const isOfSystem = 'syscall' in error || ('errno' in error && typeof error.errno === 'number');
  // Files, pipes, memory, threads: of the machine, and of no row.
  if (isOfSystem && code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect' ? 'away' : 'busy';
  if (isOfSystem) return connectionMeans.get(code) ?? 'busy';
  if (error instanceof RangeError && /allocation failed/i.test(error.message)) return 'busy';
  return connectionMeans.get(code) ?? (/^[0-9A-Z]{5}$/.test(code) ? sqlState(code, error.message) : undefined);
}

/** 42501 is two things: a right that was taken away from the login, and a row beyond the tenant wall, which is a defect. */
const sqlState = (code: string, message: string): ErrorClass | undefined =>
  code === '42501' && message.startsWith('permission denied')
    ? 'away'
    : (postgresMeans.get(code) ?? postgresMeans.get(code.slice(0, 2)) ?? 'busy');
