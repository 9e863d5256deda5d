// Mails the administrators of a tenant when its events of the month reach 80 % of its plan: once a month and tenant.
import type { Clock } from '@tracker/infra/lifecycle/clock';
import { eachApart } from '@tracker/infra/lifecycle/each-apart';
import type { Messages } from '@tracker/infra/messages/messages';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Logger } from '@tracker/infra/telemetry/logger';
import { HOUR_MS } from '@tracker/schemas/primitives/durations';
import type { TenantId, UserId } from '@tracker/schemas/primitives/ids';
import { dayOf, firstOfMonth } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { isSuspended } from '../../http/open-tenant.ts';
import { administratorsToMail } from '../../mail/account-mail.ts';
import type { UsageService } from './service.ts';

const EVERY_MS = HOUR_MS;
const PAGE = 500;

export interface QuotaMailDeps {
  readonly postgres: Postgres;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly usage: UsageService;
  readonly mailsAreOn: boolean;
  readonly messages: Messages;
}

interface TenantZone {
  readonly tenant_id: TenantId;
  readonly time_zone: TimeZone;
}

/** Any number of processes may run it. Returns the function that stops it. */
export function startQuotaMails(deps: QuotaMailDeps): () => void {
  if (!deps.mailsAreOn) return () => undefined;
  const timer = setInterval(() => {
    sendAllQuotaMails(deps).catch((err: unknown) =>
      deps.logger.warn({ event: 'usage.mail.failed', err }, 'sweep of monthly events failed; retrying in 1 h'),
    );
  }, EVERY_MS).unref();
  return () => clearInterval(timer);
}

async function sendAllQuotaMails(deps: QuotaMailDeps): Promise<void> {
  let after = '';
  for (;;) {
    const page = await deps.postgres.sql<TenantZone[]>`SELECT * FROM list_tenant_zones(${after}, ${PAGE})`;
    await sendQuotaMails(deps, page);
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
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
  const { postgres, clock, usage } = deps;
  const dedupeKey = `quota ${firstOfMonth(dayOf(clock.now(), timeZone))}`;
  if (!(await mayBeDue(postgres, tenantId, dedupeKey))) return;
  const used = await usage.read({ tenantId, timeZone });
  if (used.level === 'ok') return;
  await postgres.withTenant(tenantId, async (trx) => {
    const { name } = await trx.selectFrom('tenants').select('name').executeTakeFirstOrThrow();
    const params = { tenantName: name, events: used.events, quota: used.quota, percent: used.percent };
    for (const { id } of await administratorsToMail(trx)) {
      await deps.messages.add(trx, tenantId, { to: { person: id as UserId }, kind: 'quota', params, dedupeKey });
    }
  });
}

/** False for a month that was mailed about, and for tenants that get no mails. */
const mayBeDue = (postgres: Postgres, tenantId: TenantId, dedupeKey: string): Promise<boolean> =>
  postgres.withTenant(tenantId, async (trx) => {
    const tenant = await trx
      .selectFrom('tenants')
      .select(['is_demo', 'subscription_status', 'closed_at', 'confirmed_at'])
      .executeTakeFirst();
    if (!tenant || tenant.is_demo || isSuspended(tenant) || tenant.confirmed_at === null) return false;
    const reported = trx.selectFrom('messages').select('id').where('dedupe_key', '=', dedupeKey);
    return (await reported.executeTakeFirst()) === undefined;
  });
