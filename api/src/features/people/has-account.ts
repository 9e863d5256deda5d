import { AppError } from '@tracker/infra/errors/app-error';
import type { Postgres } from '@tracker/infra/postgres/client';
import { sql } from 'kysely';

/** 409 when the e-mail has an account in any tenant: one person, one account in the whole product (decision 7). */
export async function assertNoAccount(postgres: Postgres, email: string): Promise<void> {
  const found = await sql<{ taken: boolean }>`SELECT has_account(${email}) AS taken`.execute(postgres.db);
  if (found.rows[0]?.taken) throw new AppError('email-taken');
}
