// `company list|suspend|resume|close`: who registered, and what the operator does about it.
import { asOwner } from '@tracker/infra/postgres/as-owner';
import type { Sql } from '@tracker/infra/postgres/connect';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import { z } from 'zod';
import { type Command, defineCommand, EXIT, type OpsDeps, OpsError, text, yes } from './command.ts';
import { count, table } from './format.ts';

interface TenantRow {
  id: string;
  name: string;
  slug: string;
  state: 'active' | 'unconfirmed' | 'suspended' | 'closed';
  users: string;
  created_at: Date;
}

const COLUMNS = ['id', 'name', 'address', 'state', 'users', 'since'];

const tenants = (sql: Sql, wanted: string | null) => sql<TenantRow[]>`
  SELECT t.id, t.name, t.slug, t.created_at, (SELECT count(*) FROM memberships m WHERE m.tenant_id = t.id) AS users,
    CASE WHEN t.closed_at IS NOT NULL THEN 'closed' WHEN t.subscription_status = 'suspended' THEN 'suspended'
         WHEN t.confirmed_at IS NULL THEN 'unconfirmed' ELSE 'active' END AS state
  FROM tenants t WHERE ${wanted}::text IS NULL OR t.id = ${wanted} OR t.slug = ${wanted} ORDER BY t.created_at, t.id`;

const toData = ({ id, name, slug, state, users, created_at }: TenantRow) => ({
  id,
  name,
  slug,
  state,
  users: Number(users),
  createdAt: instantFromMs(created_at.getTime()),
});

export const tenantList = defineCommand({
  name: 'company list',
  onlyLooks: true,
  summary: 'all companies, oldest first, with their state and number of users',
  options: z.object({}),
  async run(deps) {
    const rows = (await asOwner(deps, (sql) => tenants(sql, null))).map(toData);
    return {
      data: { companies: rows },
      lines: table(
        COLUMNS,
        rows.map((row) => [row.id, row.name, row.slug, row.state, count(row.users), row.createdAt.slice(0, 10)]),
      ),
    };
  },
});

const tenant = text('<id>', 'id or address of the company');

/** A command that changes one tenant. `change` runs as the owner of the tables, in one transaction. */
function change(given: {
  verb: string;
  summary: string;
  details: string;
  does: string;
  done: string;
  change: (sql: Sql, id: string) => Promise<unknown>;
}): Command {
  return defineCommand({
    name: `company ${given.verb}`,
    summary: given.summary,
    details: given.details,
    positional: ['company'],
    options: z.object({ company: tenant, yes: yes(given.does) }),
    async run(deps: OpsDeps, options) {
      return asOwner(deps, async (sql) => {
        const [found] = await tenants(sql, options.company);
        if (!found) throw new OpsError(EXIT.usage, `There is no company ${options.company}.`);
        if (found.state === 'closed') throw new OpsError(EXIT.usage, `The company ${found.id} is closed for good.`);
        const { id, name } = found;
        if (!options.yes) {
          return { data: { id, name, done: false }, lines: [`Would ${given.verb} ${name} (${id}). Do it with --yes.`] };
        }
        await sql.begin((transaction) => given.change(transaction as unknown as Sql, id));
        return { data: { id, name, done: true }, lines: [`${name} (${id}) is ${given.done}.`] };
      });
    },
  });
}

export const tenantSuspend = change({
  verb: 'suspend',
  summary: 'switches a company off: sign-in, API keys, redirects and mails; events are still recorded',
  details:
    'The sessions of its users end at once, but for those who belong to another company, too. `company resume` switches it on again, with nothing lost.',
  does: 'suspends it',
  done: 'suspended',
  change: suspend,
});

async function suspend(sql: Sql, id: string): Promise<void> {
  await sql`UPDATE tenants SET subscription_status = 'suspended' WHERE id = ${id}`;
  await sql`DELETE FROM invites WHERE tenant_id = ${id}`;
}

export const tenantResume = change({
  verb: 'resume',
  summary: 'switches a suspended company on again',
  details: 'Invitations that were pending must be sent again.',
  does: 'resumes it',
  done: 'active again',
  change: (sql, id) => sql`UPDATE tenants SET subscription_status = 'active' WHERE id = ${id}`,
});

export const tenantClose = change({
  verb: 'close',
  summary: 'ends a company for good: as suspended, and nothing more is recorded',
  details:
    'Its webhook and API keys are deleted, its campaigns are unknown from then on, and it cannot be resumed. What was recorded stays until ' +
    '`erase` and the retention delete it.',
  does: 'closes it',
  done: 'closed',
  change: (sql, id) => sql`SELECT close_tenant(${id})`,
});
