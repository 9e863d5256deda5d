// Logs are JSON lines on standard output. Personal data and secrets are redacted before they are written.
import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { withoutEmails } from '@tracker/schemas/privacy/emails';
import { type ChildLoggerOptions, type DestinationStream, type LogFn, type Logger as PinoLogger, pino } from 'pino';
import { withoutApiKeys } from '../secrets/api-key.ts';
import type { LogEvent, LogLevel } from './log-events.ts';

/** The fields of a line; an error goes under `err`. */
type LogFields<Level extends LogLevel> = { readonly event: LogEvent<Level> } & Readonly<Record<string, unknown>>;

/** pino, whose lines from `info` up name an event of that level. A message says component, what failed, what happens next. */
export type Logger = Omit<PinoLogger, LogLevel | 'child'> & {
  child(bindings: Readonly<Record<string, unknown>>, options?: ChildLoggerOptions): Logger;
} & {
  [Level in LogLevel]: (fields: LogFields<Level>, message: string) => void;
};

const secretNames = [
  'password',
  'currentPassword',
  'newPassword',
  'passwordHash',
  'password_hash',
  'cookie',
  'authorization',
  'secret',
  'appSecret',
  'token',
  'accessToken',
  'access_token',
  'hottok',
  'key',
  'apiKey',
  'trackingKey',
  'appKeys',
  'databaseUrl',
  'clickhouseUrl',
  'sentinelPassword',
  'smtpUrl',
  '["set-cookie"]',
  '["x-api-token"]',
  '["x-hotmart-hottok"]',
  '["x-webhook-secret"]',
];

// pino's paths have no "at any depth": three levels cover `req.headers.cookie` and the objects that we log.
const redactedPaths = secretNames.flatMap((name) => {
  const tail = name.startsWith('[') ? name : `.${name}`;
  return [name, `*${tail}`, `*.*${tail}`];
});

const credentialsInUrl = /\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@:]*:[^\s/@]*@/gi;

/** A password inside a URL, as in a driver's error message, is taken out; the host stays, since it is what helps. */
export function withoutCredentials(text: string): string {
  return text.replace(credentialsInUrl, '$1***@');
}

export interface LoggerOptions {
  /** 'silent' writes nothing. */
  readonly level: string;
  readonly name: string;
  /** Standard output by default. */
  readonly destination?: DestinationStream;
  /** For tests. */
  readonly now?: () => number;
}

/** A logger of one program or part. */
export function createLogger(options: LoggerOptions): Logger {
  const leftOut = createRepeatFilter(options.now ?? Date.now);
  const settings = {
    name: options.name,
    level: options.level,
    redact: { paths: redactedPaths, censor: '[redacted]' },
    serializers: { err: serializeError, error: serializeError },
    hooks: {
      logMethod(args: Parameters<LogFn>, method: LogFn, level: number) {
        const [fields] = args;
        const count = level === WARN && isFields(fields) ? leftOut(fields) : 0;
        if (count === undefined) return;
        if (count > 0) args[0] = { ...(fields as object), leftOut: count };
        method.apply(this, args);
      },
    },
  };
  const destination = options.destination ?? pino.destination(1);
  // The last check, behind which no one has to think of it: an error's message may quote what a visitor or a program sent.
  return pino(settings, { write: (line) => void destination.write(withoutApiKeys(withoutEmails(line))) });
}

const WARN = 40;
const QUIET_MS = 60_000;
/** Only our own code makes kinds; a bound all the same. */
const KINDS_MAX = 1_000;

interface Kind {
  readonly event: string;
  readonly reason?: unknown;
}

const isFields = (fields: unknown): fields is Kind =>
  typeof fields === 'object' && fields !== null && 'event' in fields && typeof fields.event === 'string';

/**
 * Lets one warning of a kind (event and reason) pass in a minute, so that a stranger who causes them does not fill the disk. Returns how
 * many were left out before this one, undefined when it is left out itself.
 */
function createRepeatFilter(now: () => number): (fields: Kind) => number | undefined {
  const kinds = new Map<string, { writtenAtMs: number; leftOut: number }>();
  return ({ event, reason }) => {
    const kind = typeof reason === 'string' ? `${event} ${reason.slice(0, 64)}` : event;
    const known = kinds.get(kind);
    if (known && now() - known.writtenAtMs < QUIET_MS) {
      known.leftOut += 1;
      return undefined;
    }
    if (kinds.size >= KINDS_MAX) kinds.clear();
    kinds.set(kind, { writtenAtMs: now(), leftOut: 0 });
    return known?.leftOut ?? 0;
  };
}

function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { type, message, stack, ...rest } = pino.stdSerializers.err(error);
  return { type, message: withoutCredentials(message), stack: withoutCredentials(stack), code: rest.code };
}

export interface Rotation {
  readonly bytesMax: number;
  /** How many are kept next to the file: `tracker.log.1` is the newest of them. */
  readonly oldFiles: number;
}

/**
 * A file for the log, made with its folder and rotated by size. A full disk loses lines, never the product. Throws when it cannot be
 * opened. Not pino-roll: it writes from a worker, which loses the last lines of a process that ends by a failure.
 */
export function logFile(
  path: string,
  { bytesMax, oldFiles }: Rotation = { bytesMax: 20_000_000, oldFiles: 4 },
): DestinationStream {
  mkdirSync(dirname(path), { recursive: true });
  let file = openSync(path, 'a', 0o600);
  let bytes = fstatSync(file).size;

  function rotate(): void {
    closeSync(file);
    for (let age = oldFiles; age > 0; age -= 1) {
      try {
        renameSync(age === 1 ? path : `${path}.${age - 1}`, `${path}.${age}`);
      } catch {
        // There are not that many yet.
      }
    }
    file = openSync(path, 'a', 0o600);
    bytes = fstatSync(file).size;
  }

  return {
    write(line) {
      try {
        if (bytes > 0 && bytes + Buffer.byteLength(line) > bytesMax) rotate();
        bytes += writeSync(file, line);
      } catch {
        // A full disk.
      }
    },
  };
}
