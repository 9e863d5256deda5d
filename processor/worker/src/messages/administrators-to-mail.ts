import type { Database } from '@tracker/infra/postgres/database';
import type { Transaction } from 'kysely';

/** The administrators of the tenant to whom the product mails by itself: those who proved their address. */
export const administratorsToMail = (trx: Transaction<Database>): Promise<{ id: string }[]> =>
  trx.selectFrom('users').select('id').where('role', '=', 'admin').where('confirmed_at', 'is not', null).execute();
