import type { Provider } from '@tracker/schemas/checkouts/provider';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { Sql } from '../postgres/connect.ts';
import { createDirectory, type Directory } from './directory.ts';

export interface TrackingKeyEntry {
  readonly tenantId: TenantId;
  readonly provider: Provider;
}

/** Whose key a webhook's URL carries. */
export interface TrackingKeyDirectory {
  find(key: string): Promise<TrackingKeyEntry | undefined>;
}

export function createTrackingKeyDirectory(sql: Sql): Directory<TrackingKeyEntry> {
  return createDirectory(async (key) => {
    const [row] = await sql<
      TrackingKeyEntry[]
    >`SELECT tenant_id AS "tenantId", provider FROM lookup_tracking_key(${key})`;
    return row;
  });
}
