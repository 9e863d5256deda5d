import type { z } from 'zod';
import { deadLetter, ok } from '../pipeline/outcome.ts';
import { step } from '../pipeline/step.ts';
import { compileAccepts } from './accepts.ts';

/** Parses the event by its schema. An invalid event becomes a dead letter that names the field, never its value. */
export const decode = <Event>(schema: z.ZodType<Event>) => {
  const accepts = compileAccepts(schema);
  return step<unknown, { readonly event: Event }>('decode', (json) => {
    if (accepts?.(json)) return ok({ event: json as Event });
    const parsed = schema.safeParse(json);
    if (parsed.success) return ok({ event: parsed.data });
    const issue = parsed.error.issues[0];
    return deadLetter(`not a valid event: ${issue?.path.join('.') ?? ''} (${issue?.code ?? 'unknown'})`);
  });
};
