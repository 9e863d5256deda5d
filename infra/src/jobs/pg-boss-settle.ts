import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { systemClock } from '../lifecycle/clock.ts';
import type { Envelope } from './pg-boss-state.ts';
import type { Outcome } from './run-attempt.ts';

type Db = ReturnType<PgBoss['getDb']>;
type TakenJob = JobWithMetadata<Envelope>;

/**
 * Writes down what became of an attempt. Bound to this attempt: it does nothing when the lease was lost and another one has the job.
 * Of the library's calls none ends a job as failed while retries are left, and none chooses when the next one is; two or three of them in
 * one transaction do. What the library itself says of the attempt afterwards finds it settled.
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
