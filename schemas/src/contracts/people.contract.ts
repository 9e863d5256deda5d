import { z } from 'zod';
import { InviteId, UserId } from '../primitives/ids.ts';
import { Instant } from '../primitives/time.ts';
import { isEmail, typedEmail } from '../primitives/typed-email.ts';
import { Role } from '../roles.ts';
import { User } from './auth.contract.ts';
import { defineContract } from './define-contract.ts';

/** A link never creates an administrator (specification §5). */
export const InvitedRole = z.enum(['editor', 'viewer'], {
  error: 'Um convite só pode dar a permissão de editor ou de viewer.',
});
export type InvitedRole = z.infer<typeof InvitedRole>;

/** Specification §9. */
export const DEFAULT_INVITED_ROLE = 'editor' satisfies InvitedRole;

const tenantParams = z.object({ tenantId: z.string().max(80) });
const idParams = z.object({ id: z.string().max(80) });

export const NewInvite = z.object({
  email: typedEmail(254, 'O email pode ter até 254 caracteres.').pipe(
    z
      .string()
      .min(1, 'Email obrigatório')
      .refine((text) => text === '' || isEmail(text), 'Confira o endereço de email.'),
  ),
  role: InvitedRole.default(DEFAULT_INVITED_ROLE),
});

const invited = { id: InviteId, email: z.string(), role: InvitedRole, expiresAt: Instant };

/** An invitation that can still be accepted. */
export const Invite = z.object({ ...invited, inviterName: z.string(), createdAt: Instant });
export type Invite = z.infer<typeof Invite>;

export const SentInvite = z.object({
  ...invited,
  /** For the administrator to pass on; null when the mail was sent. It can be shown only now: the server keeps its hash. */
  inviteUrl: z.string().nullable(),
  /** `off`: no mail server is set. `failed`: it did not take the mail. */
  mail: z.enum(['sent', 'failed', 'off']),
});
export type SentInvite = z.infer<typeof SentInvite>;

export const InviteView = z.object({
  email: z.string(),
  role: InvitedRole,
  tenantName: z.string(),
  inviterName: z.string(),
  expiresAt: Instant,
  /** Its password accepts, or its session without one; else the link makes the account. */
  hasAccount: z.boolean().default(false),
});
export type InviteView = z.infer<typeof InviteView>;

const field = (lengthMax: number) => z.string().max(lengthMax).default('');

/** Absent texts are empty: `acceptanceProblem` says which rule broke, in the document's order and words. */
export const Acceptance = z.object({
  token: field(256),
  firstName: field(80),
  lastName: field(80),
  password: field(256),
});
export type Acceptance = z.infer<typeof Acceptance>;

/** A person of the tenant, as administrators see them. */
export const Member = User.extend({
  hasSecondFactor: z.boolean(),
  /** Stays an administrator until they hand the tenant over. */
  isOwner: z.boolean(),
});
export type Member = z.infer<typeof Member>;

/** What lets something out of the tenant, or lets something in, and goes on without the person who set it up. */
export const MadeByPerson = z.object({
  id: z.string(),
  kind: z.enum(['api-key', 'postback', 'pixel', 'connection', 'webhook-secret', 'webhook-token']),
  /** Of a pixel and a connection the id of the ad platform, of a secret and a token that of the checkout. */
  name: z.string(),
  /** How a key begins; where conversions are sent; whose profile is connected. */
  hint: z.string(),
  /** Ends unless it is kept; what does not goes on unless it is to end. */
  letsOut: z.boolean().default(true),
});
export type MadeByPerson = z.infer<typeof MadeByPerson>;

/** Ids of what the person set up, commas between them. */
const Decided = z.object({
  /** Of what lets something out: goes on. */
  keep: z.string().max(4_000).optional(),
  /** Of what lets something in: ends. */
  end: z.string().max(4_000).optional(),
});

export const invite = defineContract('invites.create', 'POST /api/auth/invite', 'admin', {
  creates: true,
  fresh: true,
  summary:
    'Invites a person as editor or viewer, for seven days and one use. Takes the place of an invitation of the same e-mail. 409 when the e-mail is that of a member.',
  body: NewInvite,
  status: 201,
  response: SentInvite,
});

export const listInvites = defineContract('invites.list', 'GET /api/tenants/:tenantId/invites', 'admin', {
  summary: 'The invitations that can still be accepted, newest first.',
  params: tenantParams,
  response: z.array(Invite),
});

export const withdrawInvite = defineContract('invites.withdraw', 'DELETE /api/invites/:id', 'admin', {
  summary: 'Withdraws an invitation: its link is unknown at once.',
  params: idParams,
});

export const validateInvite = defineContract('invites.validate', 'GET /api/auth/validate-invite', 'public', {
  summary:
    'What an invitation’s link offers; also when it expired (compare `expiresAt`). 404 when it is unknown, was used or withdrawn.',
  query: z.object({ token: field(256) }),
  emptyMeans: ['token'],
  response: InviteView,
});

export const acceptInvite = defineContract('invites.accept', 'POST /api/auth/accept-invite', 'public', {
  summary:
    'Makes the invited person’s account. One who has an account becomes a member with it: by its password alone, or signed in to it by the token alone. Signs nobody in. 404 when the link is unknown, was used or withdrawn, 410 when it expired, 400 for a wrong password.',
  body: Acceptance,
  status: 201,
  response: z.object({ success: z.literal(true) }),
});

export const listUsers = defineContract('users.list', 'GET /api/tenants/:tenantId/users', 'admin', {
  summary: 'The company’s people, oldest first.',
  params: tenantParams,
  response: z.array(Member),
});

export const listMadeByUser = defineContract('users.made', 'GET /api/users/:id/made', 'admin', {
  summary:
    'What a person set up that goes on without them: API keys, destinations of sales and connections to ad platforms, which end with their rights unless they are kept; secrets and tokens of checkouts, which go on unless they are to end.',
  params: idParams,
  response: z.array(MadeByPerson),
});

export const changeUserRole = defineContract('users.change-role', 'PATCH /api/users/:id/role', 'admin', {
  fresh: true,
  summary:
    'Changes what a person may do, at once. Of an administrator who is one no longer, invitations are withdrawn and all that lets something out ends, except `keep`: API keys, destinations of sales, connections to ad platforms; secrets and tokens of checkouts go on, except `end`. 409 for oneself, the owner and the last administrator.',
  params: idParams,
  query: Decided,
  body: z.object({ role: Role }),
  response: Member,
});

export const removeUser = defineContract('users.remove', 'DELETE /api/users/:id', 'admin', {
  fresh: true,
  summary:
    'Removes a person: their sessions end at once, their invitations are withdrawn, and all that they set up and that lets something out ends, except `keep`: API keys, destinations of sales, connections to ad platforms; secrets and tokens of checkouts go on, except `end`. 409 for oneself, the owner and the last administrator.',
  params: idParams,
  query: Decided,
});

export const changeOwner = defineContract('users.change-owner', 'PATCH /api/tenants/:tenantId/owner', 'admin', {
  fresh: true,
  summary:
    'Hands the company over to another of its administrators. 403 for all but the owner; where there is none, any administrator names one. 409 for a person who is no administrator.',
  params: tenantParams,
  body: z.object({ userId: UserId }),
  response: Member,
});
