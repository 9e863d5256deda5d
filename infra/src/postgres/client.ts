// The relational store as programs see it. All rows of a tenant are read and written inside `withTenant`: the database itself
// hides the rows of other tenants from that transaction.
import type { TenantId, UserId } from '@tracker/schemas/primitives/ids';
import { Kysely, sql as statement, type Transaction } from 'kysely';
import { StartError } from '../errors/start-error.ts';
import type { Logger } from '../telemetry/logger.ts';
import { andBeforeCommit } from './before-commit.ts';
import { connect, type Sql } from './connect.ts';
import type { Database } from './database.ts';
import { postgresJsDialect } from './kysely-dialect.ts';

export interface Postgres {
  /** For data without a tenant: the look-up functions of migrations/0019, sign-in attempts. Tenant tables are empty here. */
  readonly sql: Sql;
  readonly db: Kysely<Database>;
  /** Runs `work` in one transaction that sees the rows of this tenant only; rolls back when it throws. */
  withTenant<T>(tenantId: TenantId, work: (transaction: Transaction<Database>) => Promise<T>): Promise<T>;
  /** Also the rows that are this person's own: account, sessions, browsers, links. Without a tenant, no rows of tenants. */
  withPerson<T>(
    person: { readonly userId: UserId; readonly tenantId?: TenantId },
    work: (transaction: Transaction<Database>) => Promise<T>,
  ): Promise<T>;
  close(): Promise<void>;
}

export function createPostgres(options: { url: string; max?: number; logger: Logger }): Postgres {
  const sql = connect({ ...options, name: 'app' });
  const db = new Kysely<Database>({ dialect: postgresJsDialect(sql) });
  return {
    sql,
    db,
    withTenant: (tenantId, work) =>
      db.transaction().execute(async (transaction) => {
        // `true`: for this transaction only. With `false` the next user of the connection would still be this tenant.
        await statement`SELECT set_config('app.tenant_id', ${tenantId}, true)`.execute(transaction);
        return andBeforeCommit(transaction, work);
      }),
    withPerson: ({ userId, tenantId = '' }, work) =>
      db.transaction().execute(async (transaction) => {
        await statement`
          SELECT set_config('app.tenant_id', ${tenantId}, true), set_config('app.person_id', ${userId}, true)`.execute(
          transaction,
        );
        return andBeforeCommit(transaction, work);
      }),
    close: () => sql.end({ timeout: 1 }),
  };
}

/** Refuses a role for which row level security would not hold: a superuser, one with BYPASSRLS, an owner of the tables. */
export async function assertTenantWall(sql: Sql): Promise<void> {
  const [role] = await sql<{ name: string; passes: boolean; owns: boolean }[]>`
    SELECT current_user AS name, r.rolsuper OR r.rolbypassrls AS passes,
      EXISTS (
        SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname = 'public' AND c.relkind = 'r' AND pg_has_role(current_user, c.relowner, 'USAGE')
      ) AS owns
    FROM pg_roles r WHERE r.rolname = current_user`;
  if (!role || role.passes || role.owns) {
    throw new StartError(
      `The database role ${role?.name} could read every tenant's rows; the product must run as tracker_app, or as a login role that has only its rights.`,
    );
  }
}
