import { AppError } from '@tracker/infra/errors/app-error';
import type { Database } from '@tracker/infra/postgres/database';
import { UNPROVEN_ACCOUNTS_MAX } from '@tracker/schemas/contracts/registration-rules';
import { sql, type Transaction } from 'kysely';

/** 409 where an address has as many accounts that did not prove it as a sign-in tries: one more would lock the first ones out. */
export async function assertRoomForUnproven(trx: Transaction<Database>, email: string): Promise<void> {
  const found = await sql<{ count: number }>`SELECT count_unproven(${email}) AS count`.execute(trx);
  if ((found.rows[0]?.count ?? 0) >= UNPROVEN_ACCOUNTS_MAX) throw new AppError('email-unproven', { field: 'email' });
}
