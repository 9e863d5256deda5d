// One shape for every refusal: { message, error, requestId } and, for wrong fields, { fields }. `message` is a Portuguese
// sentence that a person can read, `error` a stable code.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { AppError, notFound, unavailable } from '../errors/app-error.ts';
import { isUnavailable } from '../errors/is-unavailable.ts';

export interface ErrorBody {
  message: string;
  error: string;
  requestId: string;
  fields?: Readonly<Record<string, string>>;
}

/** What the framework refuses by itself, in our words. */
const frameworkRefusals: Record<string, () => AppError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new AppError(413, 'body-too-large', 'O conteúdo enviado é grande demais.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new AppError(415, 'unsupported-media-type', 'Envie o conteúdo como JSON (content-type: application/json).'),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => new AppError(400, 'empty-body', 'O conteúdo enviado está vazio.'),
  FST_ERR_CTP_INVALID_JSON_BODY: () => new AppError(400, 'invalid-json', 'O conteúdo enviado não é um JSON válido.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new AppError(400, 'invalid-content-length', 'O tamanho do conteúdo não confere com o cabeçalho.'),
  FST_ERR_BAD_URL: () => new AppError(400, 'bad-url', 'O endereço não é válido.'),
  FST_ERR_MAX_PARAM_LENGTH: () => notFound(),
};

/** Turns whatever was thrown into the refusal that the caller sees. Anything unknown is ours: 500, without its reason. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return invalidFields(error.validation);
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  const refusal = frameworkRefusals[code];
  if (refusal) return refusal();
  if (isUnavailable(error)) return unavailable(undefined, undefined, error);
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status >= 400 && status < 500) return new AppError(status, 'bad-request', 'A requisição não é válida.');
  return new AppError(500, 'internal', 'Erro interno do servidor. Tente novamente.', { cause: error });
}

function invalidFields(issues: readonly { instancePath: string; message?: string }[]): AppError {
  const fields: Record<string, string> = {};
  for (const issue of issues) {
    const name = issue.instancePath.replace(/^\//, '').replaceAll('/', '.');
    fields[name] ??= issue.message ?? 'Valor inválido.';
  }
  const [first] = Object.values(fields);
  return new AppError(400, 'invalid-fields', first ?? 'Valor inválido.', { fields });
}

export function errorBody(error: AppError, requestId: string): ErrorBody {
  const body: ErrorBody = { message: error.message, error: error.code, requestId };
  if (error.fields) body.fields = error.fields;
  return body;
}

/** Fastify's error handler. Our own failures are logged with the request they belong to; refusals are not. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toAppError(error);
  if (refusal.status >= 500) {
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
  return reply.code(refusal.status).type('application/json; charset=utf-8').send(errorBody(refusal, request.id));
}
