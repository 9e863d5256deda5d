import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { systemClock } from '../lifecycle/clock.ts';
import type { Envelope } from './pg-boss-state.ts';
import type { Outcome } from './run-attempt.ts';

type Db = ReturnType<PgBoss['getDb']>;
type TakenJob = JobWithMetadata<Envelope>;

/**
 * Stores the outcome of an attempt. It is bound to this attempt and does nothing when the lease was lost and another attempt has
 * the job. No single call of the library fails a job while retries are left, and none sets the time of the next try; two or three
 * calls in one transaction do. The library's own later report finds the attempt settled.
 */
export async function settle(boss: PgBoss, job: TakenJob, outcome: Outcome): Promise<void> {
  if (outcome.kind === 'done') {
    await boss.complete(job.name, job, { result: outcome.result });
    return;
  }
  const transaction = await boss.getDb().beginTransaction!(); // its own driver has it
  try {
    const { db } = transaction;
    const failed = await boss.fail(job.name, job, { error: outcome.error }, { db });
    if ('affected' in failed && failed.affected === 1) {
      if (outcome.kind === 'failed') await end(boss, job, outcome.error, db);
      else await putOff(boss, job, outcome, db);
    }
    await transaction.commit();
  } catch (error) {
    await transaction.rollback();
    throw error;
  }
}

async function end(boss: PgBoss, { name, id }: TakenJob, error: string, db: Db) {
  await boss.update(name, undefined, { id, retryLimit: 0, db });
  await boss.fail(name, id, { error }, { db });
}

async function putOff(
  boss: PgBoss,
  { name, id, data }: TakenJob,
  { afterMs, isSpent }: Outcome & { kind: 'again' },
  db: Db,
) {
  const postponed = data.postponed + (isSpent ? 0 : 1);
  await boss.update(name, { ...data, postponed }, { id, startAfter: new Date(systemClock.now() + afterMs), db });
}
