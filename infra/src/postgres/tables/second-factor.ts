import type { UserId } from '@tracker/schemas/primitives/ids';
import type { Transaction } from 'kysely';
import type { Database } from '../database.ts';

/** Call it inside `withPerson`. For the person, and for `ops user reset`. */
export async function switchSecondFactorOff(trx: Transaction<Database>, userId: UserId): Promise<void> {
  await trx
    .updateTable('persons')
    .set({ totp_secret_encrypted: null, totp_step: null, second_factor_at: null })
    .where('id', '=', userId)
    .execute();
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}
