// A refusal that a caller may read: a status, a stable kebab-case code for programs, a Portuguese sentence for people.

export interface AppErrorDetails {
  readonly fields?: Readonly<Record<string, string>>;
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

export class AppError extends Error {
  override readonly name = 'AppError';
  readonly status: number;
  /** kebab-case; given to the caller as `error`. */
  readonly code: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly retryAfterSeconds?: number;

  constructor(status: number, code: string, message: string, details: AppErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.status = status;
    this.code = code;
    this.fields = details.fields;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

export const notFound = (message = 'Não encontrado.') => new AppError(404, 'not-found', message);

export const badRequest = (message: string, fields?: Readonly<Record<string, string>>) =>
  new AppError(400, 'bad-request', message, { fields });

export const unauthorized = (message = 'Você precisa estar logado para acessar esta página.') =>
  new AppError(401, 'unauthorized', message);

export const forbidden = (message = 'Permissão Insuficiente') => new AppError(403, 'forbidden', message);

export const conflict = (message: string, code = 'conflict') => new AppError(409, code, message);

export const tooManyRequests = (message: string, retryAfterSeconds: number) =>
  new AppError(429, 'too-many-requests', message, { retryAfterSeconds });

export const unavailable = (
  message = 'Serviço temporariamente indisponível. Tente novamente em instantes.',
  retryAfterSeconds = 5,
  cause?: unknown,
) => new AppError(503, 'unavailable', message, { retryAfterSeconds, cause });
