// What the product mails to the administrators of a tenant by itself. To add a warning: a file like those next to this one, its name in
// `WARNINGS` of ../jobs.ts, its kind in infra/src/messages/message-kinds.ts, its sentences in the schemas.
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import { eachApart } from '@tracker/infra/lifecycle/each-apart';
import type { MessageText } from '@tracker/infra/messages/message-kinds';
import type { Messages } from '@tracker/infra/messages/messages';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Logger } from '@tracker/infra/telemetry/logger';
import type { TenantId, UserId } from '@tracker/schemas/primitives/ids';
import { type Sweep, startSweep } from '../start-sweep.ts';

export interface WarningDeps {
  readonly postgres: Postgres;
  readonly clickhouse: ClickHouse;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly messages: Messages;
  readonly publicUrl: string;
}

export interface Warning {
  /** In the log. */
  readonly name: string;
  readonly everyMs: number;
  find(deps: WarningDeps): Promise<readonly Look[]>;
}

/** A tenant of which something may be due. */
export interface Look {
  readonly tenantId: TenantId;
  /** What is mailed, to each administrator once for each `dedupeKey`; null: nothing. */
  mail(): Promise<(MessageText & { readonly dedupeKey: string }) | null>;
}

/** Any number of processes may run it. */
export const startWarning = (warning: Warning, deps: WarningDeps): Sweep =>
  startSweep(
    warning.everyMs,
    () => lookFor(warning, deps),
    (err) => logFailure(deps, warning, { err }),
  );

/** Gives how many tenants were looked at. */
export async function lookFor(warning: Warning, deps: WarningDeps): Promise<number> {
  const found = await warning.find(deps);
  await eachApart(
    found,
    (look) => mailAdministrators(deps, look),
    ({ tenantId }, err) => logFailure(deps, warning, { err, tenantId }),
  );
  return found.length;
}

async function mailAdministrators({ postgres, messages }: WarningDeps, { tenantId, mail }: Look): Promise<void> {
  const due = await mail();
  if (due === null) return;
  await postgres.withTenant(tenantId, async (trx) => {
    // Those who proved their address.
    const administrators = trx.selectFrom('users').select('id').where('role', '=', 'admin');
    for (const { id } of await administrators.where('confirmed_at', 'is not', null).execute()) {
      await messages.add(trx, tenantId, { ...due, to: { person: id as UserId } });
    }
  });
}

const logFailure = ({ logger }: WarningDeps, { name }: Warning, failure: { err: unknown; tenantId?: TenantId }): void =>
  logger.warn(
    { event: 'warning.mail.failed', warning: name, ...failure },
    'administrators not mailed a warning; tried again at the next look',
  );
