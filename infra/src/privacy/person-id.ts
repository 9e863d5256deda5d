// A pseudonymous id: the same e-mail in the same tenant gives the same id, and the id reveals no e-mail without the tenant's
// salt.
import { createHmac } from 'node:crypto';

/** Case and blanks around do not make another person. */
export const normaliseEmail = (email: string): string => email.trim().normalize('NFC').toLowerCase();

/** `salt`: the tenant's `personSalt`. Returns 32 hex digits. */
export const personIdOf = (salt: string, email: string): string =>
  createHmac('sha256', salt).update(normaliseEmail(email), 'utf8').digest('hex').slice(0, 32);
