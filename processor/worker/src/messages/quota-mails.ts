// Mails the administrators of a tenant when its events of the month reach 80 % of its plan: once a month and tenant.
import { readUsage } from '@tracker/figures/usage';
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import { eachApart } from '@tracker/infra/lifecycle/each-apart';
import type { Messages } from '@tracker/infra/messages/messages';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Logger } from '@tracker/infra/telemetry/logger';
import { HOUR_MS } from '@tracker/schemas/primitives/durations';
import type { TenantId, UserId } from '@tracker/schemas/primitives/ids';
import { dayOf, firstOfMonth } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { type Sweep, startSweep } from '../start-sweep.ts';
import { administratorsToMail } from './administrators-to-mail.ts';

const PAGE = 500;

export interface QuotaMailDeps {
  readonly postgres: Postgres;
  readonly clickhouse: ClickHouse;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly messages: Messages;
  /** For tests. */
  readonly read?: typeof readUsage;
}

interface TenantZone {
  readonly tenant_id: TenantId;
  readonly time_zone: TimeZone;
}

/** Any number of processes may run it. */
export const startQuotaMails = (deps: QuotaMailDeps): Sweep =>
  startSweep(
    HOUR_MS,
    () => sendAllQuotaMails(deps),
    (err) => deps.logger.warn({ event: 'usage.mail.failed', err }, 'sweep of monthly events failed; retrying in 1 h'),
  );

async function sendAllQuotaMails(deps: QuotaMailDeps): Promise<number> {
  let [after, seen] = ['', 0];
  for (;;) {
    const page = await deps.postgres.sql<TenantZone[]>`SELECT * FROM list_tenant_zones(${after}, ${PAGE})`;
    await sendQuotaMails(deps, page);
    seen += page.length;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return seen;
    after = last.tenant_id;
  }
}

/** Of these tenants, when they are due. */
export const sendQuotaMails = (deps: QuotaMailDeps, tenants: readonly TenantZone[]): Promise<void> =>
  eachApart(
    tenants,
    (tenant) => sendQuotaMail(deps, tenant),
    ({ tenant_id: tenantId }, err) =>
      deps.logger.warn(
        { event: 'usage.mail.failed', err, tenantId },
        'monthly events of a tenant not looked at; retrying in 1 h',
      ),
  );

async function sendQuotaMail(
  deps: QuotaMailDeps,
  { tenant_id: tenantId, time_zone: timeZone }: TenantZone,
): Promise<void> {
  const { postgres, clock, messages, read = readUsage } = deps;
  const dedupeKey = `quota ${firstOfMonth(dayOf(clock.now(), timeZone))}`;
  if (!(await mayBeDue(postgres, tenantId, dedupeKey))) return;
  const used = await read(deps, { tenantId, timeZone });
  if (used.level === 'ok') return;
  await postgres.withTenant(tenantId, async (trx) => {
    const { name } = await trx.selectFrom('tenants').select('name').executeTakeFirstOrThrow();
    const params = { tenantName: name, events: used.events, quota: used.quota, percent: used.percent };
    for (const { id } of await administratorsToMail(trx)) {
      await messages.add(trx, tenantId, { to: { person: id as UserId }, kind: 'quota', params, dedupeKey });
    }
  });
}

/** False for a month that was mailed about, and for tenants that get no mails. */
const mayBeDue = (postgres: Postgres, tenantId: TenantId, dedupeKey: string): Promise<boolean> =>
  postgres.withTenant(tenantId, async (trx) => {
    const tenant = await trx
      .selectFrom('tenants')
      .select('id')
      .where('is_demo', '=', false)
      .where('subscription_status', '<>', 'suspended')
      .where('closed_at', 'is', null)
      .where('confirmed_at', 'is not', null)
      .executeTakeFirst();
    if (!tenant) return false;
    const reported = trx.selectFrom('messages').select('id').where('dedupe_key', '=', dedupeKey);
    return (await reported.executeTakeFirst()) === undefined;
  });
