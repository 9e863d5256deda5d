// Events that follow from rows of Postgres (ADR 91): stored with the rows in one transaction, and appended to the log after the commit. A crash
// between leaves both or neither. An event gets its identity inside the transaction, so that appending it twice counts once.
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { Transaction } from 'kysely';
import { withTimeout } from '../lifecycle/timeout.ts';
import type { Postgres } from '../postgres/client.ts';
import type { Database } from '../postgres/database.ts';
import { lockTenant } from '../postgres/wire.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { EventLog } from './event-log.ts';

/** Stores an event when the transaction commits. Of one key, events are appended in this order where their transactions exclude each other. */
export type AddEvent = (key: string, event: object) => void;

export interface LogOutbox {
  /**
   * `withTenant`, with events. Resolves after the commit, as a rule with the events in the log; when the log does not take them within 2 s, the
   * worker appends them.
   */
  withTenant<T>(tenantId: TenantId, work: (trx: Transaction<Database>, add: AddEvent) => Promise<T>): Promise<T>;
  /** Appends the tenant's events that are there. Rejects when the log or Postgres refuses; then all are there as before, in part also in the log. */
  drain(tenantId: TenantId): Promise<void>;
}

export interface LogOutboxDeps {
  readonly postgres: Pick<Postgres, 'withTenant'>;
  readonly log: Pick<EventLog, 'append'>;
  readonly logger: Logger;
}

const EVENTS_A_CALL = 500;
const WAIT_MS = 2_000;

interface Drains {
  running: Promise<void>;
  /** Begins after the one that runs, for all that come meanwhile. */
  next?: Promise<void>;
}

export function createLogOutbox({ postgres, log, logger }: LogOutboxDeps): LogOutbox {
  const drains = new Map<TenantId, Drains>();

  /** One of a tenant at a time in this process, since each that waits for the lock would keep a connection. */
  function drain(tenantId: TenantId): Promise<void> {
    const before = drains.get(tenantId);
    if (before) {
      before.next ??= before.running.then(
        () => start(tenantId),
        () => start(tenantId),
      );
      return before.next;
    }
    return start(tenantId);
  }

  function start(tenantId: TenantId): Promise<void> {
    const running = drainAll(tenantId).finally(() => {
      if (drains.get(tenantId) === own && !own.next) drains.delete(tenantId);
    });
    const own: Drains = { running };
    drains.set(tenantId, own);
    return running;
  }

  async function drainAll(tenantId: TenantId): Promise<void> {
    while (await drainSome(tenantId)) {
      // There may be more.
    }
  }

  const drainSome = (tenantId: TenantId): Promise<boolean> =>
    postgres.withTenant(tenantId, async (trx) => {
      // Over all programs: two at once would mix the order.
      await lockTenant(trx, 'logOutbox', tenantId);
      const rows = await trx
        .selectFrom('log_outbox')
        .select(['seq', 'key', 'value'])
        .orderBy('seq')
        .limit(EVENTS_A_CALL)
        .execute();
      if (rows.length === 0) return false;
      await log.append(EVENTS_TOPIC, rows, tenantId);
      const appended = rows.map(({ seq }) => seq);
      await trx.deleteFrom('log_outbox').where('seq', 'in', appended).execute();
      return rows.length === EVENTS_A_CALL;
    });

  return {
    drain,

    async withTenant(tenantId, work) {
      const rows: { tenant_id: TenantId; key: string; value: string }[] = [];
      const result = await postgres.withTenant(tenantId, async (trx) => {
        const done = await work(trx, (key, event) =>
          rows.push({ tenant_id: tenantId, key, value: JSON.stringify(event) }),
        );
        for (let first = 0; first < rows.length; first += EVENTS_A_CALL) {
          await trx
            .insertInto('log_outbox')
            .values(rows.slice(first, first + EVENTS_A_CALL))
            .execute();
        }
        return done;
      });
      if (rows.length > 0) {
        await withTimeout(WAIT_MS, drain(tenantId), () => undefined).catch((err: unknown) => {
          logger.warn(
            { event: 'log-outbox.append.failed', err, tenantId },
            'events of committed rows not appended to the log; the worker appends them',
          );
        });
      }
      return result;
    },
  };
}
