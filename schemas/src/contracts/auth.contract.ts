import { z } from 'zod';
import { TenantId, UserId } from '../primitives/ids.ts';
import { Instant, TimeZone } from '../primitives/time.ts';
import { typedEmail } from '../primitives/typed-email.ts';
import { Role } from '../roles.ts';
import { defineContract } from './define-contract.ts';

export const User = z.object({
  id: UserId,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: Role,
  createdAt: Instant,
});
export type User = z.infer<typeof User>;

export const SubscriptionPlan = z.enum(['free', 'pro', 'business']);

export const Tenant = z.object({
  id: TenantId,
  name: z.string(),
  slug: z.string(),
  // Words, since a page that was opened before an update must go on with one that it does not know (specification §3, §4).
  subscriptionPlan: z.string().describe(`One of ${SubscriptionPlan.options.join(', ')}; any other counts as free.`),
  subscriptionStatus: z.string().describe('active, trial or suspended.'),
  timeZone: TimeZone,
  mainCampaignId: z.string().nullable(),
  currency: z.literal('BRL'),
});
export type Tenant = z.infer<typeof Tenant>;

/**
 * A page may be older than its server: it takes any word, of which one that it does not know ranks below all roles, and none at all as a viewer's
 * (`rankOf`, specification §5). The server itself knows no other roles.
 */
const AnyRole = z.string().optional().describe('admin, editor or viewer.') as unknown as typeof Role;
const SignedInUser = User.extend({ role: AnyRole });
/** For the same reason: no plan is free, no status is unknown (specification §3, §4). */
const AnyWord = z.string().nullish() as unknown as z.ZodString;
const SignedInTenant = Tenant.extend({ subscriptionPlan: AnyWord, subscriptionStatus: AnyWord });

/** The signed-in user. */
export const AuthStatus = z.object({
  user: SignedInUser,
  tenant: SignedInTenant,
  /** Sign-ins and fresh passwords need a code, too. */
  hasSecondFactor: z.literal(true).optional(),
  /** The tenant requires a second factor, and the person has none: all other calls are refused until it is set up. */
  mustSetUpSecondFactor: z.literal(true).optional(),
});
export type AuthStatus = z.infer<typeof AuthStatus>;

/**
 * For administrators, about the way on which requests come. `proxy-not-trusted`: through a proxy that TRUST_PROXY does not name.
 * `https-not-public`: over https, but PUBLIC_URL does not say so.
 */
export const ConnectionWarning = z.enum(['proxy-not-trusted', 'https-not-public']);
export type ConnectionWarning = z.infer<typeof ConnectionWarning>;

export const CurrentUser = AuthStatus.extend({
  warnings: z.array(ConnectionWarning).optional(),
  /** While the person's e-mail is not confirmed: what waits for it. `tenant`: the tenant’s redirects and invitations as well. */
  mustConfirmEmail: z.enum(['tenant', 'person']).optional(),
  /** With it: the last mail with the link has not gone out. `waits`: it is tried again; `failed`: it is not. */
  confirmationMail: z.enum(['waits', 'failed']).optional(),
  /** For administrators: within the last day a limit kept conversions without a key out of the figures. */
  unverifiedLimitReached: z.literal(true).optional(),
  /** New tenants can register, and a person may open a further one. */
  canOpenTenant: z.literal(true).optional(),
});
export type CurrentUser = z.infer<typeof CurrentUser>;

export const Credentials = z.object({ email: typedEmail(), password: z.string().max(256) });
export type Credentials = z.infer<typeof Credentials>;

/** The password was right, and a code is needed. There is no session yet. */
export const SecondFactorNeeded = z.object({
  /** For `auth.second-factor`, for five minutes. */
  challenge: z.string(),
});

/** Of the authenticator app, or a recovery code. Absent texts are empty, and wrong. */
export const SecondFactorCode = z.string().max(64, 'O código tem até 64 caracteres.').default('');

const field = (lengthMax: number) => z.string().max(lengthMax).default('');

/** Absent texts are empty: `registrationProblem` says which rule broke, in the document's order and words. */
export const Registration = z.object({
  companyName: field(120),
  companySlug: field(63),
  firstName: field(80),
  lastName: field(80),
  email: typedEmail().default(''),
  password: field(256),
});
export type Registration = z.infer<typeof Registration>;

export const register = defineContract('auth.register', 'POST /api/auth/register', 'public', {
  summary: 'Creates a company with its first administrator and signs them in.',
  body: Registration,
  status: 201,
  response: AuthStatus,
});

export const login = defineContract('auth.login', 'POST /api/auth/login', 'public', {
  summary:
    'Signs in and sets the session cookie. For a person with a second factor it answers with a challenge instead, and `auth.second-factor` signs in.',
  body: Credentials,
  response: z.union([AuthStatus, SecondFactorNeeded]),
});

export const enterCode = defineContract('auth.second-factor', 'POST /api/auth/second-factor', 'public', {
  summary:
    'Signs in with the challenge of a login and a code of the authenticator app, or a recovery code. No code counts twice. 400 when it is wrong, 410 when the challenge expired, 429 as for passwords.',
  body: z.object({ challenge: z.string().max(2_000).default(''), code: SecondFactorCode }),
  response: AuthStatus,
});

export const logout = defineContract('auth.logout', 'POST /api/auth/logout', 'public', {
  summary: 'Ends the session at once; answers the same when nobody is signed in.',
});

export const currentUser = defineContract('auth.user', 'GET /api/auth/user', 'viewer', {
  personal: true,
  beforeSecondFactor: true,
  summary: 'Who is signed in; for administrators also warnings about the way on which requests come.',
  response: CurrentUser,
});

/** The login screen shows a test account only where the demo tenant exists (decision 38). */
export const loginHint = defineContract('auth.hint', 'GET /api/auth/hint', 'public', {
  summary: 'The demo account, where there is one, and whether new companies can register.',
  response: z.object({ demo: Credentials.nullable(), canRegister: z.boolean() }),
});
