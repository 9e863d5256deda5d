// The running sync of a tenant at a platform: one at a time, by a lease in Postgres that is independent of the job store. After a
// crash the lease expires by itself.
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { sql } from 'kysely';
import type { Clock } from '../lifecycle/clock.ts';
import type { Postgres } from '../postgres/client.ts';

export interface SyncUnderWay {
  readonly runId: string;
  /** Of links. */
  readonly done: number;
  readonly total: number;
  /** Unix milliseconds; the platform throttles until then. */
  readonly waitingUntilMs: number | null;
  /** Not asked for by a person. */
  readonly isAutomatic: boolean;
}

export interface SyncState {
  /** Takes the lease, or renews it for the run that has it, and returns when that run started; undefined while another run has it. */
  claim(
    tenantId: TenantId,
    runId: string,
    leaseMs: number,
    isAutomatic?: boolean,
  ): Promise<{ readonly startedAtMs: number } | undefined>;
  progress(tenantId: TenantId, runId: string, progress: { done: number; total: number }): Promise<void>;
  /** The run goes on at that moment, and holds its lease until some time after it. */
  wait(tenantId: TenantId, runId: string, untilMs: number, leaseMs: number): Promise<void>;
  release(tenantId: TenantId, runId: string): Promise<void>;
  /** Undefined when nothing runs. */
  read(tenantId: TenantId): Promise<SyncUnderWay | undefined>;
}

/** Of one platform. */
export function createSyncState(
  { postgres, clock }: { readonly postgres: Postgres; readonly clock: Clock },
  platform: string,
): SyncState {
  const at = (ms: number) => new Date(ms);
  const change = (
    tenantId: TenantId,
    runId: string,
    values: { done?: number; total?: number; lease_until?: Date; waiting_until?: Date | null },
  ) =>
    postgres.withTenant(tenantId, async (trx) => {
      await trx
        .updateTable('ad_platform_sync_state')
        .set(values)
        .where('platform', '=', platform)
        .where('run_id', '=', runId)
        .execute();
    });

  return {
    async claim(tenantId, runId, leaseMs, isAutomatic = false) {
      const now = at(clock.now());
      const leaseUntil = at(clock.now() + leaseMs);
      const { rows } = await postgres.withTenant(tenantId, (trx) =>
        sql<{ started_at: Date }>`
          INSERT INTO ad_platform_sync_state AS s (tenant_id, platform, run_id, started_at, lease_until, is_automatic)
          VALUES (${tenantId}, ${platform}, ${runId}, ${now}, ${leaseUntil}, ${isAutomatic})
          ON CONFLICT (tenant_id, platform) DO UPDATE SET
            run_id = excluded.run_id,
            lease_until = excluded.lease_until,
            waiting_until = NULL,
            is_automatic = CASE WHEN s.run_id = excluded.run_id THEN s.is_automatic ELSE excluded.is_automatic END,
            started_at = CASE WHEN s.run_id = excluded.run_id THEN s.started_at ELSE excluded.started_at END,
            done = CASE WHEN s.run_id = excluded.run_id THEN s.done ELSE 0 END,
            total = CASE WHEN s.run_id = excluded.run_id THEN s.total ELSE 0 END
          WHERE s.run_id = excluded.run_id OR s.lease_until <= ${now}
          RETURNING started_at`.execute(trx),
      );
      return rows[0] && { startedAtMs: rows[0].started_at.getTime() };
    },
    progress: (tenantId, runId, progress) => change(tenantId, runId, progress),
    wait: (tenantId, runId, untilMs, leaseMs) =>
      change(tenantId, runId, { waiting_until: at(untilMs), lease_until: at(untilMs + leaseMs) }),
    // Not 'now': a clock that was ahead, and came back, would find it held.
    release: (tenantId, runId) => change(tenantId, runId, { lease_until: at(0), waiting_until: null }),
    async read(tenantId) {
      const row = await postgres.withTenant(tenantId, (trx) =>
        trx
          .selectFrom('ad_platform_sync_state')
          .selectAll()
          .where('platform', '=', platform)
          .where('lease_until', '>', at(clock.now()))
          .executeTakeFirst(),
      );
      return (
        row && {
          runId: row.run_id,
          done: row.done,
          total: row.total,
          waitingUntilMs: row.waiting_until?.getTime() ?? null,
          isAutomatic: row.is_automatic,
        }
      );
    },
  };
}
