// Mails the administrators of a tenant when its events of the month reach 80 % of its plan: once a month and tenant.
import type { Clock } from '@tracker/infra/lifecycle/clock';
import { eachApart } from '@tracker/infra/lifecycle/each-apart';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Logger } from '@tracker/infra/telemetry/logger';
import type { Usage } from '@tracker/schemas/contracts/usage.contract';
import { HOUR_MS } from '@tracker/schemas/primitives/durations';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { dayOf, firstOfMonth, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { quotaTexts } from '@tracker/schemas/texts/account-mail';
import { isSuspended } from '../../http/open-tenant.ts';
import { type AccountMails, administratorsToMail } from '../../mail/account-mail.ts';
import type { UsageService } from './service.ts';

const EVERY_MS = HOUR_MS;
const PAGE = 500;

export interface QuotaMailDeps {
  readonly postgres: Postgres;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly usage: UsageService;
  readonly mails: AccountMails;
}

interface TenantZone {
  readonly tenant_id: TenantId;
  readonly time_zone: TimeZone;
}

/** Any number of processes may run it. Returns the function that stops it. */
export function startQuotaMails(deps: QuotaMailDeps): () => void {
  if (!deps.mails.isOn) return () => undefined;
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
  const { postgres, clock, usage, mails } = deps;
  if (!(await mayBeDue(postgres, tenantId, firstOfMonth(dayOf(clock.now(), timeZone))))) return;
  const used = await usage.read({ tenantId, timeZone });
  if (used.level === 'ok') return;
  const claimed = await claim(postgres, tenantId, used);
  if (!claimed) return;
  const texts = quotaTexts({ tenantName: claimed.name, ...used });
  for (const { email } of claimed.admins) mails.warn(email, 'quota', texts);
}

/** False for a month that was mailed about, and for tenants that get no mails. */
const mayBeDue = (postgres: Postgres, tenantId: TenantId, month: TenantDay): Promise<boolean> =>
  postgres.withTenant(tenantId, async (trx) => {
    const tenant = await trx
      .selectFrom('tenants')
      .select(['is_demo', 'subscription_status', 'closed_at', 'confirmed_at', 'quota_mail_month'])
      .executeTakeFirst();
    return (
      tenant !== undefined &&
      !tenant.is_demo &&
      !isSuspended(tenant) &&
      tenant.confirmed_at !== null &&
      tenant.quota_mail_month !== month
    );
  });

/** The month is written down before the mail goes: of several processes, one sends it. */
const claim = (postgres: Postgres, tenantId: TenantId, { month }: Usage) =>
  postgres.withTenant(tenantId, async (trx) => {
    const tenant = await trx
      .updateTable('tenants')
      .set({ quota_mail_month: month })
      .where('id', '=', tenantId)
      .where((is) => is.or([is('quota_mail_month', 'is', null), is('quota_mail_month', '<>', month)]))
      .returning('name')
      .executeTakeFirst();
    return tenant && { name: tenant.name, admins: await administratorsToMail(trx) };
  });
