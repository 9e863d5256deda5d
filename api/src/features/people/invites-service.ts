import type { RegistrationMode } from '@tracker/infra/config/config';
import { AppError, notFound } from '@tracker/infra/errors/app-error';
import { randomId } from '@tracker/infra/identity/random-id';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Messages } from '@tracker/infra/messages/messages';
import type { Postgres } from '@tracker/infra/postgres/client';
import { hashOfToken, newSecretToken } from '@tracker/infra/secrets/secret-token';
import type { Invite, InvitedRole, SentInvite } from '@tracker/schemas/contracts/people.contract';
import { DAY_MS } from '@tracker/schemas/primitives/durations';
import type { InviteId } from '@tracker/schemas/primitives/ids';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import { sql } from 'kysely';
import type { Person } from '../../http/access.ts';
import type { Caller } from '../../http/caller.ts';
import type { SignInThrottle } from '../../http/throttle.ts';
import { record } from '../../store/audit.ts';
import { inviteUrlOf } from './secret-link.ts';

/** Decision 36. */
const INVITE_MS = 7 * DAY_MS;

export interface InviteService {
  invite(person: Person, invited: { email: string; role: InvitedRole }, caller: Caller): Promise<SentInvite>;
  /** Newest first. */
  list(person: Person): Promise<Invite[]>;
  withdraw(person: Person, inviteId: string): Promise<void>;
}

export interface InviteDeps {
  readonly postgres: Postgres;
  readonly clock: Clock;
  readonly throttle: SignInThrottle;
  readonly messages: Messages;
  /** False: the administrator passes the link on. */
  readonly hasMail: boolean;
  readonly publicUrl: string;
  readonly registration: RegistrationMode;
}

export function createInviteService(deps: InviteDeps): InviteService {
  const { postgres, clock, throttle, messages, hasMail, publicUrl, registration } = deps;

  /** The new one takes the place of the one before it: its link is dead from then on. */
  async function store(person: Person, invited: { email: string; role: InvitedRole }) {
    const token = newSecretToken();
    const now = clock.now();
    const invite = {
      id: randomId('iv'),
      ...invited,
      token_hash: hashOfToken(token),
      mailed: false,
      created_at: new Date(now),
      expires_at: new Date(now + INVITE_MS),
    };
    const names = await postgres.withTenant(person.tenantId, async (trx) => {
      const inviter = await trx
        .selectFrom('users')
        .innerJoin('tenants', 'tenants.id', 'users.tenant_id')
        .select(['first_name', 'last_name', 'tenants.name', 'tenants.confirmed_at'])
        .where('users.id', '=', person.userId)
        .executeTakeFirstOrThrow();
      const member = await trx
        .selectFrom('users')
        .select('id')
        .where(sql`lower(email)`, '=', invited.email)
        .executeTakeFirst();
      if (member) throw new AppError('already-member');
      if (inviter.confirmed_at === null) throw new AppError('email-not-confirmed');
      const inviter_name = `${inviter.first_name} ${inviter.last_name}`.trim();
      await trx
        .insertInto('invites')
        .values({ ...invite, tenant_id: person.tenantId, inviter_id: person.userId, inviter_name })
        .onConflict((pending) =>
          pending.columns(['tenant_id', 'email']).doUpdateSet({ ...invite, inviter_id: person.userId, inviter_name }),
        )
        .execute();
      await record(trx, person, 'invite.create', { inviteId: invite.id, role: invite.role, email: invite.email });
      return { inviterName: inviter_name, tenantName: inviter.name };
    });
    return { invite, token, ...names };
  }

  /** A mail server that is away must not cost the invitation: then the administrator gets the link, and a notice. */
  async function send(
    { invite, ...names }: Awaited<ReturnType<typeof store>>,
    url: string,
    { person, caller }: { readonly person: Person; readonly caller: Caller },
  ): Promise<SentInvite['mail']> {
    if (!hasMail) return 'off';
    const { tenantId, timeZone } = person;
    if (!(await throttle.countLink({ kind: 'invite', receiver: invite.email }, caller))) return 'failed';
    const { tenantName, inviterName } = names;
    const params = { tenantName, inviterName, role: invite.role, url, expiresAt: invite.expires_at, timeZone };
    const id = await postgres.withTenant(tenantId, (trx) =>
      messages.add(trx, tenantId, { to: { address: invite.email }, kind: 'invite', params }),
    );
    return id === undefined ? 'failed' : messages.outcomeOf(tenantId, id);
  }

  /** Only its receiver has the link, so that its use proves the address. */
  const noteMailed = (person: Person, id: string) =>
    postgres.withTenant(person.tenantId, (trx) =>
      trx.updateTable('invites').set({ mailed: true }).where('id', '=', id).execute(),
    );

  return {
    async invite(person, { email: given, role }, caller) {
      const email = given.toLowerCase();
      if (registration === 'off') throw new AppError('registration-closed');
      await throttle.countInvite(person.tenantId, caller);
      const stored = await store(person, { email, role });
      const url = inviteUrlOf(publicUrl, stored.token);
      const mail = await send(stored, url, { person, caller });
      if (mail === 'sent') await noteMailed(person, stored.invite.id);
      return {
        id: stored.invite.id as InviteId,
        email,
        role,
        expiresAt: instantFromMs(stored.invite.expires_at.getTime()),
        inviteUrl: mail === 'sent' ? null : url,
        mail,
      };
    },

    async list(person) {
      const rows = await postgres.withTenant(person.tenantId, (trx) =>
        trx
          .selectFrom('invites')
          .select(['id', 'email', 'role', 'inviter_name', 'created_at', 'expires_at'])
          .where('expires_at', '>', new Date(clock.now()))
          .orderBy('created_at', 'desc')
          .orderBy('id')
          .execute(),
      );
      return rows.map((row) => ({
        id: row.id as InviteId,
        email: row.email,
        role: row.role,
        inviterName: row.inviter_name,
        createdAt: instantFromMs(row.created_at.getTime()),
        expiresAt: instantFromMs(row.expires_at.getTime()),
      }));
    },

    withdraw: (person, inviteId) =>
      postgres.withTenant(person.tenantId, async (trx) => {
        const gone = await trx
          .deleteFrom('invites')
          .where('id', '=', inviteId)
          .returning(['role', 'email'])
          .executeTakeFirst();
        if (!gone) throw notFound();
        await record(trx, person, 'invite.withdraw', { inviteId, ...gone });
      }),
  };
}
