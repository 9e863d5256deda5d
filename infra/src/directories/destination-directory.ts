import type { Sql } from '../postgres/connect.ts';
import { createDirectory, type Directory } from './directory.ts';

/**
 * The tenants that send their conversions to a destination. Asked for each conversion of each batch; the answer is no for most
 * tenants.
 */
export interface DestinationDirectory {
  /** Undefined when nothing of the company's is to be sent. What goes where is the database's to say (`enqueue_sales`). */
  find(tenantId: string): Promise<{ readonly tenantId: string } | undefined>;
}

export function createDestinationDirectory(sql: Sql): Directory<{ readonly tenantId: string }> {
  return createDirectory(async (id) => {
    const [row] = await sql<{ tenantId: string }[]>`SELECT tenant_id AS "tenantId" FROM lookup_destinations(${id})`;
    return row;
  });
}
