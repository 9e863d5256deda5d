import { badRequest, notFound } from '@tracker/infra/errors/app-error';
import { z } from 'zod';

/** Zod's own sentences in Portuguese; a schema's own message goes before them. */
const PORTUGUESE = { error: z.locales.pt().localeError };

/** The parsed value, or a 400 whose message is the first problem's and whose `fields` name them all. */
export function validate<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input, PORTUGUESE);
  if (result.success) return result.data;
  const fields: Record<string, string> = {};
  for (const issue of result.error.issues) fields[issue.path.join('.') || 'body'] ??= issue.message;
  throw badRequest(result.error.issues[0]?.message ?? 'Dados inválidos.', fields);
}

/** An id that cannot exist is answered like one that does not. */
export function validateIds<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input);
  if (!result.success) throw notFound();
  return result.data;
}
