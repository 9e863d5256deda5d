import { StartError } from '../errors/start-error.ts';
import type { Logger } from '../telemetry/logger.ts';
import { connect, type Sql } from './connect.ts';

/**
 * Runs `work` on a connection of the tables' owner, who sees the rows of all tenants: for the operator's commands only. Rejects with
 * `StartError` for any other login: the tenant wall would hide every row from it, and an empty answer would look like the truth.
 */
export async function asOwner<T>(options: { databaseUrl: string; logger: Logger }, work: (sql: Sql) => Promise<T>) {
  const sql = connect({ url: options.databaseUrl, logger: options.logger, name: 'operator', max: 1, role: null });
  try {
    await refuseOthers(sql);
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function refuseOthers(sql: Sql) {
  const [login] = await sql<{ name: string; sees_all: boolean }[]>`
    SELECT current_user AS name, r.rolsuper OR r.rolbypassrls OR pg_has_role(current_user, c.relowner, 'USAGE') AS sees_all
    FROM pg_class c, pg_roles r WHERE c.oid = to_regclass('tenants') AND r.rolname = current_user`;
  if (login?.sees_all !== false) return;
  throw new StartError(
    `The login ${login.name} does not own the tables and would see no row of them; set MIGRATION_URL to their owner.`,
  );
}
