// The clicks that are second attempts of the gateway are in Postgres: a first attempt may come after them, through another processor. The table
// has only facts of the log, so that live and replay share it.
import type { Postgres } from '@tracker/infra/postgres/client';
import { instantFromMs } from '@tracker/schemas/primitives/time';

export interface RetriedClick {
  readonly tenantId: string;
  /** Of the second attempt. */
  readonly clickId: string;
  /** The moment of the click, which all attempts share; ISO 8601 in UTC. */
  readonly clickedAt: string;
  /** Of `fingerprintOf`. */
  readonly fingerprint: string;
  readonly receivedAt: string;
}

/** Of a tenant, from one moment to another, both included. */
export interface TenantRange {
  readonly tenantId: string;
  readonly from: string;
  readonly to: string;
}

export interface RetriedClicks {
  /** Resolves when they are stored; one that is there already stays as it is. */
  note(clicks: readonly RetriedClick[]): Promise<void>;
  /** All that were noted before the call. */
  within(ranges: readonly TenantRange[]): Promise<RetriedClick[]>;
}

interface Row {
  readonly tenant_id: string;
  readonly click_id: string;
  readonly clicked_at: Date;
  readonly fingerprint: string;
  readonly received_at: Date;
}

export const createRetriedClicks = ({ sql }: Pick<Postgres, 'sql'>): RetriedClicks => ({
  async note(clicks) {
    // An event may be twice in a batch; one statement writes a row once.
    const unique = new Map(clicks.map((click) => [`${click.tenantId} ${click.clickId}`, click]));
    const rows = [...unique.values()].map(({ tenantId, clickId, clickedAt, fingerprint, receivedAt }) => ({
      tenant_id: tenantId,
      click_id: clickId,
      clicked_at: clickedAt,
      fingerprint,
      received_at: receivedAt,
    }));
    await sql`SELECT note_retried_clicks(${JSON.stringify(rows)}::text::jsonb)`;
  },

  async within(ranges) {
    const wanted = ranges.map(({ tenantId, from, to }) => ({ tenant_id: tenantId, from_at: from, to_at: to }));
    const rows = await sql<Row[]>`SELECT * FROM lookup_retried_clicks(${JSON.stringify(wanted)}::text::jsonb)`;
    return rows.map((row) => ({
      tenantId: row.tenant_id,
      clickId: row.click_id,
      clickedAt: instantFromMs(row.clicked_at.getTime()),
      fingerprint: row.fingerprint,
      receivedAt: instantFromMs(row.received_at.getTime()),
    }));
  },
});

/** Of these second attempts those that are among the clicks. */
export function retriesAmong(
  retries: readonly RetriedClick[],
  clicks: readonly { readonly tenant_id: string; readonly click_id: string }[],
): readonly RetriedClick[] {
  if (retries.length === 0) return retries;
  const ids = new Set(clicks.map(({ tenant_id, click_id }) => `${tenant_id} ${click_id}`));
  return retries.filter(({ tenantId, clickId }) => ids.has(`${tenantId} ${clickId}`));
}
