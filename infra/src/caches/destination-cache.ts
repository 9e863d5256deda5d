import type { Sql } from '../postgres/connect.ts';
import { type Cache, createCache } from './cache.ts';

/**
 * The tenants that send their conversions to a destination. Asked for each conversion of each batch; the answer is no for most
 * tenants.
 */
export interface DestinationCache {
  /** Undefined when the tenant sends nothing. The database decides what goes where (`enqueue_conversions`). */
  find(tenantId: string): Promise<{ readonly tenantId: string } | undefined>;
}

export function createDestinationCache(sql: Sql): Cache<{ readonly tenantId: string }> {
  return createCache(async (id) => {
    const [row] = await sql<{ tenantId: string }[]>`SELECT tenant_id AS "tenantId" FROM lookup_destinations(${id})`;
    return row;
  });
}
