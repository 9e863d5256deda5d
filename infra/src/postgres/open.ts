import { isUnavailable } from '../errors/is-unavailable.ts';
import { StartError } from '../errors/start-error.ts';
import { type Logger, withoutCredentials } from '../telemetry/logger.ts';
import { assertTenantWall, createPostgres, type Postgres } from './client.ts';
import { migratePostgres } from './migrate.ts';

/** Opens the database of a program: migrates it, connects, and verifies that row level security protects the tenants. */
export async function openPostgres(options: { url: string; max?: number; logger: Logger }): Promise<Postgres> {
  await migratePostgres(options).catch((error: unknown) => {
    const reason = error instanceof Error ? withoutCredentials(error.message) : String(error);
    throw isUnavailable(error) ? new StartError(`The database of DATABASE_URL does not answer: ${reason}.`) : error;
  });
  const postgres = createPostgres(options);
  try {
    await assertTenantWall(postgres.sql);
  } catch (error) {
    await postgres.close();
    throw error;
  }
  return postgres;
}
