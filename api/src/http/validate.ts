import { AppError, notFound } from '@tracker/infra/errors/app-error';
import { sentenceOfIssue } from '@tracker/schemas/texts/bad-input';
import type { z } from 'zod';

/** The parsed value, or a 400 whose message is the first problem's and whose `fields` name them all. */
export function validate<S extends z.ZodType>(
  schema: S,
  input: unknown,
  code: 'invalid-fields' | 'invalid-question' = 'invalid-fields',
): z.output<S> {
  const result = schema.safeParse(input, { error: sentenceOfIssue });
  if (result.success) {
    if (holdsIllText(result.data)) throw new AppError('invalid-character');
    return result.data;
  }
  const fields: Record<string, string> = {};
  for (const issue of result.error.issues) fields[issue.path.join('.') || 'body'] ??= issue.message;
  throw invalid(fields, code);
}

/** The 400 whose message is the first field's. */
export function invalid(
  fields: Readonly<Record<string, string>>,
  code: 'invalid-fields' | 'invalid-question' = 'invalid-fields',
): AppError {
  return new AppError(code, { params: { sentence: Object.values(fields)[0] ?? '' }, fields });
}

/** The 400 of a rule that the screens check too. */
export const brokenRule = (problem: {
  readonly field: string;
  readonly title: string;
  readonly description?: string;
}) =>
  new AppError('invalid-fields', {
    params: { sentence: problem.title },
    fields: { [problem.field]: problem.description ?? problem.title },
  });

/** An id that cannot exist is answered like one that does not. */
export function validateIds<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input);
  if (!result.success || holdsIllText(result.data)) throw notFound();
  return result.data;
}

/** U+0000 and halves of surrogate pairs are no text to Postgres; nothing that people type holds them. Looks into lists, fields and their names. */
function holdsIllText(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed();
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return false;
  if (Array.isArray(value)) return value.some(holdsIllText);
  return Object.entries(value).some(([name, field]) => holdsIllText(name) || holdsIllText(field));
}
