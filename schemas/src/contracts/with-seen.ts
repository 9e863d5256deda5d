import type { z } from 'zod';

/**
 * The body of a change, with what its sender saw of the fields that it gives. A field that another person changed since is refused with 409
 * `changed-meanwhile`, whose `current` has the stored values. Without `seen` the change is made.
 */
export const withSeen = <Shape extends z.ZodRawShape>(change: z.ZodObject<Shape>) =>
  change.extend({
    seen: change
      .partial()
      .optional()
      .describe('What you saw of these fields. 409 `changed-meanwhile` where somebody else changed one of them since.'),
  });
