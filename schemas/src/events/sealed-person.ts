import { z } from 'zod';

/**
 * A person's fields (name, e-mail, phone) as they stand in the log: encrypted with a key of that person's own, which lies in
 * Postgres. Without the key nobody can read them, whatever copy of the log they hold: erasing the key erases the person.
 */
export const SealedPerson = z.object({
  /** A keyed hash of the e-mail: finds the person's events without naming the person. */
  personId: z.string().min(1).max(64),
  keyId: z.string().min(1).max(64),
  /** base64url of the box; opened, a JSON object of texts. */
  sealed: z.string().max(1_500_000),
});
export type SealedPerson = z.infer<typeof SealedPerson>;
