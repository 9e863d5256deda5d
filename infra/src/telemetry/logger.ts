// Logs are JSON lines on standard output. Personal data and secrets are redacted before they are written.
import { withoutEmails } from '@tracker/schemas/privacy/emails';
import { type ChildLoggerOptions, type DestinationStream, type Logger as PinoLogger, pino } from 'pino';
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
  'redisUrl',
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

/** A logger of one program or part. `level: 'silent'` writes nothing. `destination` is for tests. */
export function createLogger(options: { level: string; name: string; destination?: DestinationStream }): Logger {
  const settings = {
    name: options.name,
    level: options.level,
    redact: { paths: redactedPaths, censor: '[redacted]' },
    serializers: { err: serializeError, error: serializeError },
  };
  const destination = options.destination ?? pino.destination(1);
  // The last gate, behind which nobody has to think of it: an error's message may quote what a visitor or a program sent.
  return pino(settings, { write: (line) => void destination.write(withoutApiKeys(withoutEmails(line))) });
}

function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { type, message, stack, ...rest } = pino.stdSerializers.err(error);
  return { type, message: withoutCredentials(message), stack: withoutCredentials(stack), code: rest.code };
}

/** A file for the log, made with its folder. A full disk loses lines, never the product. Throws when it cannot be opened. */
export function logFile(path: string): DestinationStream {
  const destination = pino.destination({ dest: path, mkdir: true, sync: true });
  destination.on('error', () => undefined);
  return destination;
}
