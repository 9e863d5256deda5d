import type { Logger } from '../telemetry/logger.ts';
import { connect, type Sql } from './connect.ts';

/** Runs `work` on a connection of the tables' owner, who sees the rows of all tenants: for the operator's commands only. */
export async function asOwner<T>(options: { databaseUrl: string; logger: Logger }, work: (sql: Sql) => Promise<T>) {
  const sql = connect({ url: options.databaseUrl, logger: options.logger, name: 'operator', max: 1, role: null });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
