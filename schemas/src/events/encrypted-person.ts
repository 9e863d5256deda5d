import { z } from 'zod';

/**
 * A person's fields (name, e-mail, phone) as the log stores them: encrypted with a key of that person, which is in Postgres.
 * Without the key no copy of the log is readable: deleting the key erases the person.
 */
export const EncryptedPerson = z.object({
  /** A keyed hash of the e-mail: finds the person's events without naming the person. */
  personId: z.string().min(1).max(64),
  keyId: z.string().min(1).max(64),
  /** The ciphertext in base64url; decrypted, a JSON object of texts. Its name is part of the log's format. */
  sealed: z.string().max(1_500_000),
});
export type EncryptedPerson = z.infer<typeof EncryptedPerson>;
