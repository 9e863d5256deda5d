import type { Database } from '@tracker/infra/postgres/database';
import type { Transaction } from 'kysely';

/** For a destination that was switched off: what waits is not sent when it is switched on again much later. */
export const giveUpWaiting = (trx: Transaction<Database>, destinationId: string, nowMs: number) =>
  trx
    .updateTable('outbox')
    .set({
      state: 'failed',
      settled_at: new Date(nowMs),
      last_error: { code: 'switched_off' },
    })
    .where('destination_id', '=', destinationId)
    .where('state', '=', 'waiting')
    .execute();
