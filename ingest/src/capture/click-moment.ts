import { metrics } from '@tracker/infra/telemetry/metrics';
import { possibleClickMs } from '@tracker/schemas/primitives/click-id';
import { DAY_MS } from '@tracker/schemas/primitives/durations';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { IngestDeps } from '../deps.ts';

/** Longer than any so many months of a calendar. */
const monthsMs = (months: number): number => (months * 31 + 1) * DAY_MS;

/**
 * Whether an event may wait for this click: one of the future, or one that the tenant's retention has deleted, never comes. While Postgres is
 * unavailable, the longest retention counts.
 */
export async function mayWaitForClick(
  { tenants, clock }: Pick<IngestDeps, 'tenants' | 'clock'>,
  { tenantId, clickId }: { readonly tenantId: TenantId; readonly clickId: string },
  route: 'view' | 'identify' | 'checkout' | 'notice' | 'lead',
): Promise<boolean> {
  const tenant = tenants.peek(tenantId) ?? (await tenants.find(tenantId).catch(() => undefined));
  const clickedAtMs = possibleClickMs(clickId, clock.now()) ?? Number.NEGATIVE_INFINITY;
  const keptFromMs = tenant ? Math.max(tenant.clicksKeptFromMs, clock.now() - monthsMs(tenant.clicksMonths)) : 0;
  const mayWait = clickedAtMs >= keptFromMs;
  if (!mayWait) metrics.ignoredClickIds.inc({ route });
  return mayWait;
}
