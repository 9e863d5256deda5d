import type { SyncState } from '@tracker/infra/ad-platforms/sync-state';
import type { TenantId } from '@tracker/schemas/primitives/ids';

/**
 * How long a tenant stays 'running' after its worker was killed; the job's own lease is shorter, so that the job restarts before
 * that.
 */
export const LEASE_MS = 60_000;
const RENEW_EVERY_MS = 15_000;

/** Renews a run's lease until it is let go. A renewal that fails is made up for by the next one. */
export function holdLease(state: SyncState, tenantId: TenantId, runId: string): { stop(): Promise<void> } {
  let renewal: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    renewal = state.claim(tenantId, runId, LEASE_MS).catch(() => undefined);
  }, RENEW_EVERY_MS);
  return {
    async stop() {
      clearInterval(timer);
      await renewal; // it must not renew what is given back next
    },
  };
}
