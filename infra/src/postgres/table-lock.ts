// The lock on the analytics tables as a set. The processor takes it shared for every batch; a replay takes it exclusively to
// compare or swap all tables at one offset of the log. Advisory locks of Postgres hold it, in one process or across many.
import type { Logger } from '../telemetry/logger.ts';
import { connect } from './connect.ts';
import { LOCKS } from './wire.ts';

/** As many batches as one process has in hand at once (a consumer a topic, two partitions each), one for who counts days, one for slices of conversions, one for an operator. */
const CONNECTIONS_MAX = 7;

export interface TableLock {
  /** Runs `work` with the lock shared, never while another process has it exclusively. For each batch of the processor. */
  shared<T>(work: () => Promise<T>): Promise<T>;
  /** While batches run, and of this kind never twice at once, in all processes: undefined when another is at it. */
  sharedByOne<T>(kind: 'rollups' | 'recomputations', work: () => Promise<T>): Promise<T | undefined>;
  /**
   * Waits until the batches in hand are through, and keeps new ones waiting until `work` has ended. `held` rejects when the table lock was lost
   * (its connection died): ask it right before a step that cannot be taken back.
   */
  exclusive<T>(work: (held: () => Promise<void>) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/**
 * The lock belongs to a transaction: it goes when the work has ended and when the process or its connection dies. Then the call
 * rejects although the work was done, which does no harm: a batch that comes again changes nothing. Postgres serves the lock in the
 * order in which it was asked for, so neither side starves the other.
 */
export function createTableLock(options: { url: string; logger: Logger }): TableLock {
  const sql = connect({ ...options, name: 'table lock', max: CONNECTIONS_MAX });
  return {
    async shared<T>(work: () => Promise<T>): Promise<T> {
      const result = await sql.begin(async (transaction) => {
        await transaction`SELECT pg_advisory_xact_lock_shared(${LOCKS.analyticsTables})`;
        return [await work()] as const;
      });
      return result[0];
    },
    async sharedByOne<T>(kind: 'rollups' | 'recomputations', work: () => Promise<T>): Promise<T | undefined> {
      const result = await sql.begin(async (transaction) => {
        const [lock] = await transaction`SELECT pg_try_advisory_xact_lock(${LOCKS[kind]}) AS taken`;
        if (!lock?.taken) return [undefined] as const;
        await transaction`SELECT pg_advisory_xact_lock_shared(${LOCKS.analyticsTables})`;
        return [await work()] as const;
      });
      return result[0];
    },
    async exclusive<T>(work: (held: () => Promise<void>) => Promise<T>): Promise<T> {
      const result = await sql.begin(async (transaction) => {
        await transaction`SELECT pg_advisory_xact_lock(${LOCKS.analyticsTables})`;
        return [await work(async () => void (await transaction`SELECT 1`))] as const;
      });
      return result[0];
    },
    close: () => sql.end({ timeout: 1 }),
  };
}
