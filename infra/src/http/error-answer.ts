// The one shape of every refusal: { message, error, requestId } and, for invalid fields, { fields }, for changed ones { current }; for an invalid question about figures
// { details }. `message` is a Portuguese sentence for people, `error` a stable code.
import { type ErrorCode, wireError } from '@tracker/schemas/texts/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { AppError } from '../errors/app-error.ts';
import { isTooMuch, isUnavailable } from '../errors/store-errors.ts';

export interface ErrorBody {
  message: string;
  error: string;
  /** Null for what could not be read as a request. */
  requestId: string | null;
  fields?: Readonly<Record<string, string>>;
  current?: Readonly<Record<string, unknown>>;
  details?: Readonly<Record<string, string>>;
}

/** What the framework refuses by itself, in our codes. */
const frameworkRefusals = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body-too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported-media-type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'empty-body',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid-json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid-content-length',
  FST_ERR_BAD_URL: 'bad-url',
  FST_ERR_MAX_PARAM_LENGTH: 'not-found',
} as const satisfies Record<string, ErrorCode>;
const isFrameworkRefusal = (code: string): code is keyof typeof frameworkRefusals =>
  Object.hasOwn(frameworkRefusals, code);

/** Turns any thrown value into the refusal that the caller sees. Anything unknown is ours: 500, without its reason. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return invalidFields(error.validation);
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (isFrameworkRefusal(code)) return new AppError(frameworkRefusals[code]);
  if (isTooMuch(error)) return new AppError('answer-too-slow', { retryAfterSeconds: 5, cause: error });
  if (isUnavailable(error)) return new AppError('unavailable', { retryAfterSeconds: 5, cause: error });
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status >= 400 && status < 500) return new AppError('bad-request', { status });
  return new AppError('internal', { cause: error });
}

function invalidFields(issues: readonly { instancePath: string; message?: string }[]): AppError {
  const fields: Record<string, string> = {};
  for (const issue of issues) {
    const name = issue.instancePath.replace(/^\//, '').replaceAll('/', '.');
    fields[name] ??= issue.message ?? '';
  }
  const [sentence = ''] = Object.values(fields);
  return new AppError('invalid-fields', { params: { sentence }, fields });
}

export function errorBody(error: AppError, requestId: string | null): ErrorBody {
  const body: ErrorBody = { message: error.message, error: wireError(error.code, error.message), requestId };
  if (error.fields) body[error.code === 'invalid-question' ? 'details' : 'fields'] = error.fields;
  if (error.current) body.current = error.current;
  return body;
}

/** No browser asks a person for a password because of it, as it does for Basic. */
const REALM = 'Bearer realm="Traffic Tracker"';

/** The client went away before its body was read: no failure of ours, and strangers must not fill the log with it. */
const isAborted = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete;

/** Fastify's error handler. Our own failures are logged with the request they belong to; refusals are not. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toAppError(error);
  if (refusal.status >= 500 && !isAborted(request)) {
    const { id: requestId, method, log } = request;
    const facts = {
      err: refusal.cause ?? error,
      code: refusal.code,
      requestId,
      method,
      route: request.routeOptions?.url ?? '',
    };
    if (refusal.status === 503)
      log.warn({ event: 'http.request.unavailable', ...facts }, 'request answered with 503; the caller may retry');
    else log.error({ event: 'http.request.failed', ...facts }, `request failed; answered with ${refusal.status}`);
  }
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', Math.ceil(refusal.retryAfterSeconds));
  const { status, challenge } = refusal;
  if (status === 401 || challenge !== undefined)
    reply.header('www-authenticate', [REALM, challenge].filter(Boolean).join(', '));
  return reply.code(refusal.status).type('application/json; charset=utf-8').send(errorBody(refusal, request.id));
}
