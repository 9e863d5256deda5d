// Conversions without a key that only a limit of the day keeps out of the figures: administrators see a notice, and get a mail for each such day.
// The limits themselves: processor/src/conversions/unverified.ts.
import type { Clock } from '@tracker/infra/lifecycle/clock';
import { eachApart } from '@tracker/infra/lifecycle/each-apart';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Logger } from '@tracker/infra/telemetry/logger';
import { DAY_MS, MINUTE_MS } from '@tracker/schemas/primitives/durations';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { unverifiedLimitTexts } from '@tracker/schemas/texts/account-mail';
import { sql } from 'kysely';
import { type AccountMails, administratorsToMail } from '../../mail/account-mail.ts';

const EVERY_MS = 10 * MINUTE_MS;
/** A replay, or an outage of the mails, must not mail about old days. */
const MAILED_WITHIN_MS = 2 * DAY_MS;

/** Whether a limit held a conversion back within the last day. */
export const isUnverifiedLimitReached = (
  { postgres, clock }: { readonly postgres: Postgres; readonly clock: Clock },
  tenantId: TenantId,
): Promise<boolean> =>
  postgres.withTenant(tenantId, async (trx) => {
    const { rows } = await sql`
      SELECT 1 FROM unverified_state WHERE limited_at > ${new Date(clock.now() - DAY_MS)}`.execute(trx);
    return rows.length > 0;
  });

export interface UnverifiedLimitMailDeps {
  readonly postgres: Postgres;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly mails: AccountMails;
  readonly publicUrl: string;
}

/** Any number of processes may run it. Returns the function that stops it. */
export function startUnverifiedLimitMails(deps: UnverifiedLimitMailDeps): () => void {
  if (!deps.mails.isOn) return () => undefined;
  const timer = setInterval(() => {
    sendUnverifiedLimitMails(deps).catch((error: unknown) => warn(deps, error));
  }, EVERY_MS).unref();
  return () => clearInterval(timer);
}

export async function sendUnverifiedLimitMails(deps: UnverifiedLimitMailDeps): Promise<void> {
  const since = new Date(deps.clock.now() - MAILED_WITHIN_MS);
  const due = await deps.postgres.sql<{ tenant_id: TenantId }[]>`SELECT * FROM list_limited_tenants(${since})`;
  await eachApart(
    due.map(({ tenant_id }) => tenant_id),
    (tenantId) => sendMail(deps, tenantId),
    (_tenantId, error) => warn(deps, error),
  );
}

const warn = ({ logger }: UnverifiedLimitMailDeps, err: unknown): void =>
  logger.warn(
    { event: 'conversions.limit-mail.failed', err },
    'administrators not mailed about a limit of conversions without a key; retrying in 10 min',
  );

async function sendMail({ postgres, mails, publicUrl }: UnverifiedLimitMailDeps, tenantId: TenantId): Promise<void> {
  // The day is written down before the mail goes: of several processes, one sends it.
  const claimed = await postgres.withTenant(tenantId, async (trx) => {
    const { rows } = await sql<{ name: string }>`
      UPDATE unverified_state s SET limit_mail_day = (s.limited_at AT TIME ZONE 'UTC')::date
      FROM tenants t
      WHERE s.tenant_id = ${tenantId} AND t.id = s.tenant_id
        AND (s.limit_mail_day IS NULL OR s.limit_mail_day < (s.limited_at AT TIME ZONE 'UTC')::date)
      RETURNING t.name`.execute(trx);
    return rows[0] && { name: rows[0].name, admins: await administratorsToMail(trx) };
  });
  if (!claimed) return;
  const texts = unverifiedLimitTexts({ tenantName: claimed.name, webhookUrl: `${publicUrl}/webhook` });
  for (const { email } of claimed.admins) mails.warn(email, 'sales-without-key', texts);
}
