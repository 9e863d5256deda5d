import type { Postgres } from '@tracker/infra/postgres/client';
import { CHANNELS } from '@tracker/infra/postgres/wire';

/** A notification of Postgres holds 8 000 bytes and a tenant id takes at most 68. */
const TENANTS_PER_NOTIFICATION = 100;

/** Notifies the API's processes through Postgres of the tenants whose screens should refetch. */
export function announceFigures(sql: Postgres['sql']) {
  return async (tenantIds: ReadonlySet<string>): Promise<void> => {
    const ids = [...tenantIds];
    for (let start = 0; start < ids.length; start += TENANTS_PER_NOTIFICATION) {
      const some = ids.slice(start, start + TENANTS_PER_NOTIFICATION).join(',');
      await sql`SELECT pg_notify(${CHANNELS.figuresChanged}, ${some})`;
    }
  };
}
