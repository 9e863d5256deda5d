// A limit alone kept conversions without a key out of the figures: once for each day.
// The limits themselves: processor/src/conversions/unverified.ts.
import { TENANT_PARAMETER } from '@tracker/schemas/contracts/wanted-tenant';
import { DAY_MS, MINUTE_MS } from '@tracker/schemas/primitives/durations';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { Warning } from './warnings.ts';

/** A replay, or an outage of the mails, must not mail about old days. */
const MAILED_WITHIN_MS = 2 * DAY_MS;

interface LimitedTenant {
  readonly tenant_id: TenantId;
  readonly name: string;
  readonly limited_day: string;
}

export const limitWarning: Warning = {
  name: 'unverified-limit',
  everyMs: 10 * MINUTE_MS,
  async find({ postgres, clock, publicUrl }) {
    const since = new Date(clock.now() - MAILED_WITHIN_MS);
    const limited = await postgres.sql<LimitedTenant[]>`SELECT * FROM list_limited_tenants(${since})`;
    return limited.map(({ tenant_id: tenantId, name: tenantName, limited_day: day }) => ({
      tenantId,
      mail: async () => ({
        kind: 'unverified-limit',
        params: { tenantName, webhookUrl: `${publicUrl}/webhook?${TENANT_PARAMETER}=${tenantId}` },
        dedupeKey: `unverified-limit ${day}`,
      }),
    }));
  },
};
