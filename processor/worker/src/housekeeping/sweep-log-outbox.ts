import { createLogOutbox, type LogOutboxDeps } from '@tracker/infra/event-log/log-outbox';
import { eachApart } from '@tracker/infra/lifecycle/each-apart';
import type { Postgres } from '@tracker/infra/postgres/client';
import { beforeScrape, metrics } from '@tracker/infra/telemetry/metrics';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { type Sweep, startSweep } from '../start-sweep.ts';

export interface LogOutboxSweepDeps extends LogOutboxDeps {
  readonly postgres: Postgres;
}

const EVERY_MS = 5_000;
const TENANTS_MAX = 1_000;

/** Appends what a program stored and did not append itself: it was killed, or the log was away. */
export function startLogOutboxSweep({ postgres, log, logger }: LogOutboxSweepDeps): Sweep {
  const outbox = createLogOutbox({ postgres, log, logger });

  async function sweep(): Promise<number> {
    const waiting = await postgres.sql<
      { tenant_id: TenantId }[]
    >`SELECT tenant_id FROM list_log_outbox(${TENANTS_MAX})`;
    await eachApart(
      waiting.map(({ tenant_id }) => tenant_id),
      (tenantId) => outbox.drain(tenantId),
      (tenantId, err) =>
        logger.error(
          { event: 'log-outbox.tenant.failed', err, tenantId },
          'events of a tenant not appended to the log; the others are; retrying in 5 s',
        ),
    );
    return waiting.length;
  }

  const stopAge = beforeScrape(
    async () => {
      const [row] = await postgres.sql<{ age: string | null }[]>`
        SELECT extract(epoch FROM clock_timestamp() - oldest_in_log_outbox())::text AS age`;
      return Number(row?.age ?? 0);
    },
    (age = NaN) => metrics.logOutboxAge.set(age),
  );
  const { stop } = startSweep(EVERY_MS, sweep, (err) =>
    logger.warn({ event: 'log-outbox.sweep.failed', err }, 'log outbox sweep failed; retrying in 5 s'),
  );
  return {
    sweep,
    stop() {
      stopAge();
      return stop();
    },
  };
}
