// Conversions without a key that only a limit of the day keeps out of the figures: administrators see a notice, and get a mail for each such day.
// The limits themselves: processor/src/conversions/unverified.ts.
import type { Clock } from '@tracker/infra/lifecycle/clock';
import { eachApart } from '@tracker/infra/lifecycle/each-apart';
import type { Messages } from '@tracker/infra/messages/messages';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Logger } from '@tracker/infra/telemetry/logger';
import { TENANT_PARAMETER } from '@tracker/schemas/contracts/wanted-tenant';
import { DAY_MS, MINUTE_MS } from '@tracker/schemas/primitives/durations';
import type { TenantId, UserId } from '@tracker/schemas/primitives/ids';
import { sql } from 'kysely';
import { administratorsToMail } from '../../mail/account-mail.ts';

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
  readonly mailsAreOn: boolean;
  readonly messages: Messages;
  readonly publicUrl: string;
}

interface LimitedTenant {
  readonly tenant_id: TenantId;
  readonly name: string;
  readonly limited_day: string;
}

/** Any number of processes may run it. Returns the function that stops it. */
export function startUnverifiedLimitMails(deps: UnverifiedLimitMailDeps): () => void {
  if (!deps.mailsAreOn) return () => undefined;
  const timer = setInterval(() => {
    sendUnverifiedLimitMails(deps).catch((error: unknown) => warn(deps, error));
  }, EVERY_MS).unref();
  return () => clearInterval(timer);
}

export async function sendUnverifiedLimitMails(deps: UnverifiedLimitMailDeps): Promise<void> {
  const since = new Date(deps.clock.now() - MAILED_WITHIN_MS);
  const due = await deps.postgres.sql<LimitedTenant[]>`SELECT * FROM list_limited_tenants(${since})`;
  await eachApart(
    due,
    (tenant) => sendMail(deps, tenant),
    (_tenant, error) => warn(deps, error),
  );
}

const warn = ({ logger }: UnverifiedLimitMailDeps, err: unknown): void =>
  logger.warn(
    { event: 'conversions.limit-mail.failed', err },
    'administrators not mailed about a limit of conversions without a key; retrying in 10 min',
  );

const sendMail = (
  { postgres, messages, publicUrl }: UnverifiedLimitMailDeps,
  { tenant_id: tenantId, name, limited_day: day }: LimitedTenant,
): Promise<void> =>
  postgres.withTenant(tenantId, async (trx) => {
    const text = {
      kind: 'unverified-limit',
      params: { tenantName: name, webhookUrl: `${publicUrl}/webhook?${TENANT_PARAMETER}=${tenantId}` },
      dedupeKey: `unverified-limit ${day}`,
    } as const;
    for (const { id } of await administratorsToMail(trx)) {
      await messages.add(trx, tenantId, { ...text, to: { person: id as UserId } });
    }
  });
