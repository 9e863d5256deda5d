// A person's fields are encrypted with a key of that person, kept in Postgres: without the key no copy of the log is readable.
// Deleting the key erases the person.
import type { EncryptedPerson } from '@tracker/schemas/events/encrypted-person';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { PersonalData } from '../event-log/recorder.ts';

export interface Persons {
  /**
   * Encrypts with the person's key, made at the first need. Null when the person was erased after `receivedAt`: what was
   * captured before an erasure must not come back through a spool. Rejects when the keys cannot be reached.
   */
  encrypt(tenantId: TenantId, receivedAt: string, personal: PersonalData): Promise<EncryptedPerson | null>;
  /**
   * The fields; undefined when the person was erased, and when the box was damaged, so that one such row fails no list. Rejects when the keys
   * cannot be reached.
   */
  decrypt(tenantId: TenantId, person: EncryptedPerson): Promise<Readonly<Record<string, string>> | undefined>;
  /** Deletes the person's keys, and stores the erasure. Returns how many keys there were. */
  erase(tenantId: TenantId, personId: string): Promise<number>;
}
