// The events of the month reach 80 % of the plan: once a month and tenant.
import { askerOfWorker } from '@tracker/figures/make-asker';
import { readUsage } from '@tracker/figures/usage';
import type { Postgres } from '@tracker/infra/postgres/client';
import { listTenantZones, type TenantZone } from '@tracker/infra/postgres/tables/tenant-zones';
import { HOUR_MS } from '@tracker/schemas/primitives/durations';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { dayOf, firstOfMonth } from '@tracker/schemas/primitives/tenant-day';
import type { Look, Warning, WarningDeps } from './warnings.ts';

export const quotaWarning: Warning = {
  name: 'quota',
  everyMs: HOUR_MS,
  find: async (deps) => (await listTenantZones(deps.postgres.sql)).map((tenant) => quotaOf(deps, tenant)),
};

/** @param read for tests */
export const quotaOf = (deps: WarningDeps, { tenantId, timeZone }: TenantZone, read = readUsage): Look => ({
  tenantId,
  async mail() {
    const dedupeKey = `quota ${firstOfMonth(dayOf(deps.clock.now(), timeZone))}`;
    const tenant = await mayBeDue(deps.postgres, tenantId, dedupeKey);
    if (!tenant) return null;
    const { events, quota, percent, level } = await read(deps, askerOfWorker({ tenantId, timeZone }));
    return level === 'ok'
      ? null
      : { kind: 'quota', params: { tenantName: tenant.name, events, quota, percent }, dedupeKey };
  },
});

/** Undefined for a month that was mailed about, and for tenants that get no mails. */
const mayBeDue = (postgres: Postgres, tenantId: TenantId, dedupeKey: string): Promise<{ name: string } | undefined> =>
  postgres.withTenant(tenantId, async (trx) => {
    const tenant = await trx
      .selectFrom('tenants')
      .select('name')
      .where('is_demo', '=', false)
      .where('subscription_status', '<>', 'suspended')
      .where('closed_at', 'is', null)
      .where('confirmed_at', 'is not', null)
      .executeTakeFirst();
    const reported = trx.selectFrom('messages').select('id').where('dedupe_key', '=', dedupeKey);
    return tenant && !(await reported.executeTakeFirst()) ? tenant : undefined;
  });
