import { z } from 'zod';
import { Instant } from '../primitives/time.ts';
import { SecondFactorCode, User } from './auth.contract.ts';
import { defineContract } from './define-contract.ts';
import { QuietHours } from './push.contract.ts';
import { holdsAddress, NAME_ADDRESS } from './registration-rules.ts';
import { withSeen } from './with-seen.ts';

const Name = z
  .string()
  .trim()
  .min(1, 'Nome obrigatório')
  .max(80, 'O nome pode ter até 80 caracteres.')
  .refine((name) => !holdsAddress(name), NAME_ADDRESS);

/** In which hours messages of the tenant wait that are not urgent; null: never. */
const quiet = QuietHours.nullable();
export const ProfileChange = withSeen(
  z.object({
    firstName: Name.optional(),
    lastName: Name.optional(),
    quiet: quiet.optional(),
  }),
);
export const Profile = User.extend({ quiet });
export type Profile = z.infer<typeof Profile>;

/** Absent texts are empty: the rules of specification §5 give the error messages. */
const password = z.string().max(256, 'A senha pode ter até 256 caracteres.').default('');
export const PasswordChange = z.object({ currentPassword: password, newPassword: password });

export const OwnSession = z.object({
  id: z.string(),
  createdAt: Instant,
  /** To the hour: a session that is used is written once an hour. */
  lastSeenAt: Instant,
  browser: z.string().nullable(),
  operatingSystem: z.string().nullable(),
  ipAddress: z.string().nullable(),
  /** The one that asks. */
  current: z.boolean(),
});
export type OwnSession = z.infer<typeof OwnSession>;

export const getProfile = defineContract('profile.get', 'GET /api/profile', 'viewer', {
  personal: true,
  summary: 'The person who asks, and when the company’s messages do not disturb them.',
  response: Profile,
});

export const changeProfile = defineContract('profile.change', 'PATCH /api/profile', 'viewer', {
  personal: true,
  summary: 'Changes one’s own name, or one’s quiet hours as a member of the company.',
  body: ProfileChange,
  response: Profile,
});

export const changePassword = defineContract('profile.change-password', 'PUT /api/profile/password', 'viewer', {
  personal: true,
  summary:
    'Changes one’s own password and ends one’s other sessions. 400 when the current one is wrong, 429 as for sign-ins.',
  body: PasswordChange,
});

export const listSessions = defineContract('sessions.list', 'GET /api/sessions', 'viewer', {
  personal: true,
  summary: 'One’s own sessions, the latest used first. Viewers see the network of an address, not the whole.',
  response: z.array(OwnSession),
});

export const endSession = defineContract('sessions.end', 'DELETE /api/sessions/:id', 'viewer', {
  personal: true,
  summary: 'Ends one of one’s own sessions at once, and the streams that it holds open.',
  params: z.object({ id: z.string().max(80) }),
});

export const endOtherSessions = defineContract('sessions.end-others', 'DELETE /api/sessions', 'viewer', {
  personal: true,
  summary: 'Ends all of one’s own sessions at once, except the one that asks.',
});

export const confirmPassword = defineContract(
  'profile.confirm-password',
  'POST /api/profile/confirm-password',
  'viewer',
  {
    personal: true,
    beforeSecondFactor: true,
    summary:
      'Gives the password again, and a code where the person has a second factor, which keys, secrets and roles need every 15 minutes (403 `password-not-confirmed`). 400 when it is wrong, 429 as for sign-ins.',
    body: z.object({ password, code: SecondFactorCode }),
  },
);
