// A pseudonymous id: the same e-mail in the same tenant gives the same id, and the id reveals no e-mail without the tenant's
// salt.
import { createHmac } from 'node:crypto';
import type { CheckoutId } from '@tracker/schemas/checkouts/registry';
import { readEmail } from '@tracker/schemas/primitives/typed-email';
import { phoneOf } from '@tracker/schemas/privacy/buyer';
import type { PersonTies } from '../event-log/recorder.ts';

/** Case, blanks around, what no person sees and the writing of the domain do not make another person. */
export const normaliseEmail = (email: string): string => readEmail(email).toLowerCase();

/** `salt`: the tenant's `personSalt`. Returns 32 hex digits. */
export const personIdOf = (salt: string, email: string): string => hashOf(salt, normaliseEmail(email));

/** What ties events of one person: who has no e-mail has such an id, too. None is an e-mail's. */
export const phoneTieOf = (salt: string, phone: string): string => hashOf(salt, `phone ${phone}`);

export const transactionTieOf = (salt: string, checkout: CheckoutId, transactionId: string): string =>
  hashOf(salt, `transaction ${checkout} ${transactionId}`);

/** Anyone can send a lead: it is found by its phone, and ties no one. */
export function leadTiesOf(salt: string, phone: string): PersonTies {
  const number = phoneOf(phone);
  return { hasEmail: true, verified: false, ...(number !== '' && { phone: phoneTieOf(salt, number) }) };
}

const hashOf = (salt: string, text: string): string =>
  createHmac('sha256', salt).update(text, 'utf8').digest('hex').slice(0, 32);
