import { AppError } from '@tracker/infra/errors/app-error';
import type { Postgres } from '@tracker/infra/postgres/client';
import { sql } from 'kysely';

/** Whether an account in any tenant proved the e-mail: one person, one account in the whole product (decision 7, ADR 76). */
export async function hasAccount(postgres: Postgres, email: string): Promise<boolean> {
  const found = await sql<{ taken: boolean }>`SELECT has_account(${email}) AS taken`.execute(postgres.db);
  return found.rows[0]?.taken ?? false;
}

/** 409 when it has one. */
export async function assertNoAccount(postgres: Postgres, email: string): Promise<void> {
  if (await hasAccount(postgres, email)) throw new AppError('email-taken');
}
