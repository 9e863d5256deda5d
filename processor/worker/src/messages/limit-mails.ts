// Mails the administrators of a tenant for each day on which a limit alone kept conversions without a key out of the figures.
// The limits themselves: processor/src/conversions/unverified.ts.
import type { Clock } from '@tracker/infra/lifecycle/clock';
import { eachApart } from '@tracker/infra/lifecycle/each-apart';
import type { Messages } from '@tracker/infra/messages/messages';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Logger } from '@tracker/infra/telemetry/logger';
import { TENANT_PARAMETER } from '@tracker/schemas/contracts/wanted-tenant';
import { DAY_MS, MINUTE_MS } from '@tracker/schemas/primitives/durations';
import type { TenantId, UserId } from '@tracker/schemas/primitives/ids';
import { type Sweep, startSweep } from '../start-sweep.ts';
import { administratorsToMail } from './administrators-to-mail.ts';

const EVERY_MS = 10 * MINUTE_MS;
/** A replay, or an outage of the mails, must not mail about old days. */
const MAILED_WITHIN_MS = 2 * DAY_MS;

export interface LimitMailDeps {
  readonly postgres: Postgres;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly messages: Messages;
  readonly publicUrl: string;
}

interface LimitedTenant {
  readonly tenant_id: TenantId;
  readonly name: string;
  readonly limited_day: string;
}

/** Any number of processes may run it. */
export const startLimitMails = (deps: LimitMailDeps): Sweep =>
  startSweep(
    EVERY_MS,
    () => sendLimitMails(deps),
    (err) => warn(deps, err),
  );

/** Gives how many tenants a limit was reached of. */
export async function sendLimitMails(deps: LimitMailDeps): Promise<number> {
  const since = new Date(deps.clock.now() - MAILED_WITHIN_MS);
  const due = await deps.postgres.sql<LimitedTenant[]>`SELECT * FROM list_limited_tenants(${since})`;
  await eachApart(
    due,
    (tenant) => sendMail(deps, tenant),
    (_tenant, error) => warn(deps, error),
  );
  return due.length;
}

const warn = ({ logger }: LimitMailDeps, err: unknown): void =>
  logger.warn(
    { event: 'conversions.limit-mail.failed', err },
    'administrators not mailed about a limit of conversions without a key; retrying in 10 min',
  );

const sendMail = (
  { postgres, messages, publicUrl }: LimitMailDeps,
  { tenant_id: tenantId, name, limited_day: day }: LimitedTenant,
): Promise<void> =>
  postgres.withTenant(tenantId, async (trx) => {
    const webhookUrl = `${publicUrl}/webhook?${TENANT_PARAMETER}=${tenantId}`;
    const dedupeKey = `unverified-limit ${day}`;
    for (const { id } of await administratorsToMail(trx)) {
      const to = { person: id as UserId };
      await messages.add(trx, tenantId, {
        ...{ to, kind: 'unverified-limit', params: { tenantName: name, webhookUrl }, dedupeKey },
      });
    }
  });
