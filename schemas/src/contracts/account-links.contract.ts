import { z } from 'zod';
import { UserId } from '../primitives/ids.ts';
import { Instant } from '../primitives/time.ts';
import { typedEmail } from '../primitives/typed-email.ts';
import { defineContract } from './define-contract.ts';

/** A registration whose e-mail was not confirmed. */
export const Registered = z.object({ id: UserId, companyName: z.string(), createdAt: Instant });
export type Registered = z.infer<typeof Registered>;

/** Absent texts are empty: an unknown link is the answer. */
const token = z.string().max(256).default('');

export const forgotPassword = defineContract('auth.forgot', 'POST /api/auth/forgot', 'public', {
  summary:
    'Mails a link for a new password, for one hour and one use. The same answer in the same time, whether the e-mail has an account or not.',
  body: z.object({ email: typedEmail().default('') }),
});

export const readResetLink = defineContract('auth.reset-link', 'GET /api/auth/reset-link', 'public', {
  summary:
    'Of the link of a new password: the registrations of its e-mail among which the person chooses, newest first; none where one has the e-mail alone. 404 when the link is unknown, 410 when it was used or expired.',
  query: z.object({ token }),
  emptyMeans: ['token'],
  response: z.object({ registrations: z.array(Registered) }),
});

export const resetPassword = defineContract('auth.reset', 'POST /api/auth/reset', 'public', {
  summary:
    'Sets a new password by the link of a mail and ends all sessions of the account. Of several registrations that did not confirm the e-mail `account` names one: 409 without it. A company whose e-mail was not confirmed gets new keys, and loses API keys, destinations, secrets, tokens and connections. 404 when the link is unknown, 410 when it was used or expired.',
  body: z.object({
    token,
    account: z.string().max(80).optional(),
    password: z.string().max(256, 'A senha pode ter até 256 caracteres.').default(''),
  }),
});

export const confirmEmail = defineContract('auth.confirm-email', 'POST /api/auth/confirm-email', 'public', {
  summary:
    'Confirms a person’s e-mail by the link of a mail. 404 when the link is unknown, 409 when another account has the address by now, 410 when it was used or expired.',
  body: z.object({ token }),
});

export const sendConfirmation = defineContract('auth.send-confirmation', 'POST /api/auth/send-confirmation', 'viewer', {
  personal: true,
  beforeSecondFactor: true,
  summary: 'Mails the link that confirms the e-mail again, to the person who asks.',
});
