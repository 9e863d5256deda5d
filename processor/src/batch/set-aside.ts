/**
 * Derived rows that could not be computed. Each is a dead letter of the stream `recompute`, whose bytes are the event that computes it again:
 * an operator sends it with `ops dead-letters retry`, a newer version of the processor by itself. Until then its figures are as they were
 * before its last event.
 */
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { insertDeadLetters } from '@tracker/infra/clickhouse/tables/dead-letters';
import type { EventLog, NewRecord } from '@tracker/infra/event-log/event-log';
import { hashOf } from '@tracker/infra/identity/conversion-id';
import { newEvent } from '@tracker/infra/identity/new-event';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import { PROGRAM_VERSION } from '@tracker/infra/migrations/history';
import type { Logger } from '@tracker/infra/telemetry/logger';
import { metrics } from '@tracker/infra/telemetry/metrics';
import type { DeadLetter } from '@tracker/schemas/events/dead-letter';
import type { DerivedKey } from '@tracker/schemas/events/recompute';
import { DEAD_LETTERS_TOPIC, EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import { lastReceiptVersion, PROCESSOR_VERSION } from '../version.ts';

export const RECOMPUTE_STREAM = 'recompute';

/** What computed; another version may do better. */
export const COMPUTED_BY = `${PROGRAM_VERSION}.${PROCESSOR_VERSION}`;

/** Sent again at a start; more than so many have one cause, which an operator looks at. */
const RETRIED_MAX = 10_000;

export interface KeyOfTenant {
  readonly tenantId: string;
  readonly key: DerivedKey;
}

export interface FailedDerivation extends KeyOfTenant {
  readonly error: unknown;
}

export interface SetAside {
  /** Resolves when they are kept; only then may the offset move on. */
  keep(failed: readonly FailedDerivation[]): Promise<void>;
  /** Whether any key is set aside: of most batches there is nothing to settle. */
  isEmpty(): boolean;
  /** These were computed now. */
  settle(computed: readonly KeyOfTenant[]): Promise<void>;
}

export const deadLetterIdOf = ({ tenantId, key }: KeyOfTenant): string =>
  `${RECOMPUTE_STREAM}:${hashOf(JSON.stringify([tenantId, ...Object.values(key)])).slice(0, 32)}`;

export interface SetAsideKeys extends SetAside {
  /** Sends those that another version of the processor could not compute. */
  retryOfOtherVersions(): Promise<void>;
  /** Several processors set keys aside. */
  refresh(): Promise<void>;
}

export function createSetAside(deps: {
  readonly log: EventLog;
  readonly clickhouse: ClickHouse;
  readonly clock: Clock;
  readonly logger: Logger;
}): SetAsideKeys {
  const { log, clickhouse, clock, logger } = deps;
  let known = new Set<string>();
  const setKnown = (ids: Set<string>) => {
    known = ids;
    metrics.setAsideKeys.set(ids.size);
  };

  return {
    isEmpty: () => known.size === 0,

    async keep(failed) {
      await log.append(
        DEAD_LETTERS_TOPIC,
        failed.map((one) => deadLetterRecord(deadLetterOf(one, clock.now()))),
      );
      metrics.deadLetters.inc({ stream: RECOMPUTE_STREAM }, failed.length);
      setKnown(new Set([...known, ...failed.map(deadLetterIdOf)]));
    },

    async settle(computed) {
      const settled = computed.filter((one) => known.has(deadLetterIdOf(one)));
      if (settled.length === 0) return;
      await insertDeadLetters.run(
        clickhouse,
        settled.map((one) => toSettledRow(one, clock.now())),
      );
      for (const { tenantId, key: row } of settled) {
        logger.info({ event: 'recompute.settled', tenantId, row }, 'derived row that was set aside is computed');
      }
      const ids = new Set(settled.map(deadLetterIdOf));
      setKnown(new Set([...known].filter((id) => !ids.has(id))));
    },

    async refresh() {
      const rows = await clickhouse.query<{ id: string }>({
        name: 'set-aside-keys',
        sql: `SELECT id FROM dead_letters FINAL WHERE stream = '${RECOMPUTE_STREAM}' AND NOT is_settled LIMIT ${RETRIED_MAX}`,
      });
      setKnown(new Set(rows.map(({ id }) => id)));
    },

    async retryOfOtherVersions() {
      const rows = await clickhouse.query<{ key: string; bytes: string }>({
        name: 'set-aside-by-other-versions',
        sql: `SELECT key, bytes FROM dead_letters FINAL
          WHERE stream = '${RECOMPUTE_STREAM}' AND NOT is_settled AND version != {version:String}
          ORDER BY first_failed_at LIMIT ${RETRIED_MAX}`,
        params: { version: COMPUTED_BY },
      });
      if (rows.length === 0) return;
      await log.append(
        EVENTS_TOPIC,
        rows.map(({ key, bytes }) => ({ key, value: Buffer.from(bytes, 'base64') })),
      );
      logger.info(
        { event: 'recompute.retried', keys: rows.length },
        'derived rows that another version could not compute are computed again',
      );
    },
  };
}

/** As operators see it, 'conversion:cv_4f…'. */
const keyTextOf = ({ of, ...names }: DerivedKey): string => [of, ...Object.values(names)].join(':');

export const deadLetterRecord = (deadLetter: DeadLetter): NewRecord => ({
  key: deadLetter.tenantId,
  value: JSON.stringify(deadLetter),
});

export function deadLetterOf(failed: FailedDerivation, nowMs: number): DeadLetter {
  const { tenantId, key, error } = failed;
  const event = newEvent(
    { type: RECOMPUTE_STREAM, tenantId: tenantId as TenantId, campaignId: null, payload: key },
    nowMs,
  );
  return {
    id: deadLetterIdOf(failed),
    stream: RECOMPUTE_STREAM,
    tenantId,
    reason: error instanceof Error ? error.message : String(error),
    stack: error instanceof Error ? (error.stack ?? '') : '',
    topic: EVENTS_TOPIC,
    position: '0',
    key: keyTextOf(key),
    bytes: Buffer.from(JSON.stringify(event)).toString('base64'),
    failedAt: instantFromMs(nowMs),
    version: COMPUTED_BY,
  };
}

const toSettledRow = (computed: KeyOfTenant, nowMs: number) => ({
  id: deadLetterIdOf(computed),
  tenant_id: computed.tenantId,
  stream: RECOMPUTE_STREAM,
  reason: '',
  stack: '',
  topic: EVENTS_TOPIC,
  position: 0n,
  key: keyTextOf(computed.key),
  bytes: '',
  failed_at: instantFromMs(nowMs),
  first_failed_at: instantFromMs(nowMs),
  version: COMPUTED_BY,
  is_settled: true,
  ver: lastReceiptVersion(nowMs),
});
