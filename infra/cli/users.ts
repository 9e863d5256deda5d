// `user list|reset|sign-out`: help for people who cannot help themselves, such as a lone administrator who forgot the password.
import { asOwner } from '@tracker/infra/postgres/as-owner';
import { storeAccountLink } from '@tracker/infra/postgres/tables/account-links';
import { beginAudit } from '@tracker/infra/postgres/tables/audit-log';
import { switchSecondFactorOff } from '@tracker/infra/postgres/tables/second-factor';
import type { TenantId, UserId } from '@tracker/schemas/primitives/ids';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import { z } from 'zod';
import { defineCommand, EXIT, flag, type OpsDeps, OpsError, text, yes } from './command.ts';
import { count, table } from './format.ts';

const email = text('<e-mail>', 'of the user');

async function userOf({ postgres }: OpsDeps, wanted: string): Promise<{ tenantId: TenantId; userId: UserId }> {
  const [found] = await postgres.sql<{ tenant_id: string; user_id: string }[]>`
    SELECT tenant_id, user_id FROM lookup_user_by_email(${wanted})`;
  if (!found) throw new OpsError(EXIT.usage, 'No user has this e-mail.');
  return { tenantId: found.tenant_id as TenantId, userId: found.user_id as UserId };
}

interface UserRow {
  id: string;
  email: string;
  name: string;
  role: string;
  sessions: string;
  created_at: Date;
}

export const userList = defineCommand({
  name: 'user list',
  onlyLooks: true,
  summary: 'the users of a company, with role and open sessions',
  positional: ['company'],
  options: z.object({ company: text('<id>', 'id or address of the company') }),
  async run(deps, options) {
    const rows = await asOwner(
      deps,
      (sql) => sql<UserRow[]>`
        SELECT p.id, p.email, trim(p.first_name || ' ' || p.last_name) AS name, m.role, m.created_at,
          (SELECT count(*) FROM sessions s WHERE s.user_id = p.id AND s.expires_at > now()) AS sessions
        FROM memberships m JOIN persons p ON p.id = m.user_id JOIN tenants t ON t.id = m.tenant_id
        WHERE t.id = ${options.company} OR t.slug = ${options.company} ORDER BY m.created_at, p.id`,
    );
    if (rows.length === 0)
      throw new OpsError(EXIT.usage, `There is no company ${options.company}, or it has no users.`);
    return {
      data: {
        users: rows.map(({ created_at, sessions, ...row }) => ({
          ...row,
          sessions: Number(sessions),
          createdAt: instantFromMs(created_at.getTime()),
        })),
      },
      lines: table(
        ['id', 'e-mail', 'name', 'role', 'sessions'],
        rows.map((row) => [row.id, row.email, row.name, row.role, count(Number(row.sessions))]),
      ),
    };
  },
});

export const userReset = defineCommand({
  name: 'user reset',
  summary: 'makes a link for a new password, for one hour and one use',
  details:
    'Pass it on only to the person: it opens the account. A new link replaces the one before it. A second factor stays on without --factor.',
  positional: ['email'],
  personal: ['email'],
  options: z.object({
    email,
    factor: flag('also switches the second factor off, for a person who lost the phone and the recovery codes'),
    yes: yes('makes the link'),
  }),
  async run(deps, options, { actor }) {
    const user = await userOf(deps, options.email);
    if (!options.yes) {
      const also = options.factor ? ' and switch the second factor off' : '';
      return { data: { url: null }, lines: [`Would make a link${also}. Do it with --yes.`] };
    }
    if (options.factor) {
      await deps.postgres.withPerson(user, (trx) => switchSecondFactorOff(trx, user.userId));
      const entry = { tenantId: user.tenantId, actor, action: 'second-factor.switch-off' };
      await beginAudit(deps.postgres, { ...entry, details: { userId: user.userId } }, 'ok');
    }
    const { token, expiresAt } = await storeAccountLink(deps.postgres, user, 'reset', deps.clock.now());
    const url = `${deps.publicUrl}/reset-password?token=${token}`;
    return { data: { url, expiresAt: expiresAt.toISOString() }, lines: [url] };
  },
});

export const userSignOut = defineCommand({
  name: 'user sign-out',
  summary: 'ends all sessions of a user at once',
  positional: ['email'],
  personal: ['email'],
  options: z.object({ email, yes: yes('ends them') }),
  async run(deps, options) {
    const { userId } = await userOf(deps, options.email);
    const ended = await deps.postgres.withPerson({ userId }, async (trx) => {
      if (!options.yes) return trx.selectFrom('sessions').select('user_id').where('user_id', '=', userId).execute();
      await trx.deleteFrom('known_browsers').where('user_id', '=', userId).execute();
      return trx.deleteFrom('sessions').where('user_id', '=', userId).returning('user_id').execute();
    });
    const sessions = `${count(ended.length)} ${ended.length === 1 ? 'session' : 'sessions'}`;
    return {
      data: { sessions: ended.length, done: options.yes },
      lines: [options.yes ? `${sessions} ended.` : `Would end ${sessions}. Do it with --yes.`],
    };
  },
});
