// A refusal that a caller may read. Its code determines the rest: the status, and the Portuguese sentence for people.
import { type ErrorCode, type ErrorParams, errorStatus, errorText } from '@tracker/schemas/texts/errors';

interface AppErrorDetails {
  /** The one field that is wrong: it gets the error's sentence. */
  readonly field?: string;
  /** The fields that are wrong, each with a sentence of its own. */
  readonly fields?: Readonly<Record<string, string>>;
  /** What is stored in each field that another person changed. */
  readonly current?: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds?: number;
  /** Of `WWW-Authenticate`, behind the realm: which credential fails, and why. */
  readonly challenge?: string;
  readonly cause?: unknown;
  /** Instead of the code's own: the framework's, for what it refuses by itself. */
  readonly status?: number;
}

/** `params` are demanded where the sentence has some. */
type Details<Code extends ErrorCode> = Code extends ErrorCode
  ? ErrorParams<Code> extends [infer Params]
    ? [details: AppErrorDetails & { readonly params: Params }]
    : [details?: AppErrorDetails]
  : never;

export class AppError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'AppError';
  readonly status: number;
  /** Given to the caller as `error`. */
  readonly code: Code;
  readonly fields?: Readonly<Record<string, string>>;
  readonly current?: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds?: number;
  readonly challenge?: string;

  constructor(code: Code, ...args: Details<Code>) {
    const details: AppErrorDetails & { readonly params?: unknown } = args[0] ?? {};
    super(errorText(code, ...([details.params] as ErrorParams<Code>)), { cause: details.cause });
    this.status = details.status ?? errorStatus(code);
    this.code = code;
    this.fields = details.field === undefined ? details.fields : { [details.field]: this.message };
    this.current = details.current;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.challenge = details.challenge ?? (code === 'api-key-invalid' ? 'error="invalid_token"' : undefined);
  }
}

export const notFound = () => new AppError('not-found');
