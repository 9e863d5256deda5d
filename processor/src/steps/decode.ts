import type { z } from 'zod';
import { deadLetter, ok } from '../pipeline/outcome.ts';
import { step } from '../pipeline/step.ts';

/** Parses the event by its schema. An invalid event becomes a dead letter that names the field, never its value. */
export const decode = <Event>(schema: z.ZodType<Event>) =>
  step<unknown, { readonly event: Event }>('decode', (json) => {
    const parsed = schema.safeParse(json);
    if (parsed.success) return ok({ event: parsed.data });
    const issue = parsed.error.issues[0];
    return deadLetter(`not a valid event: ${issue?.path.join('.') ?? ''} (${issue?.code ?? 'unknown'})`);
  });
