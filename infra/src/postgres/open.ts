import { StartError } from '../errors/start-error.ts';
import { isUnavailable } from '../errors/store-errors.ts';
import { type Logger, withoutCredentials } from '../telemetry/logger.ts';
import { assertTenantWall, createPostgres, type Postgres } from './client.ts';
import { checkPostgresSchema, migratePostgres } from './migrate.ts';

export interface OpenPostgresOptions {
  readonly url: string;
  /** Of the owner of the tables, where `url` is not. */
  readonly migrationUrl?: string | undefined;
  /** False: the schema is only compared. */
  readonly migrate?: boolean;
  /** Connections of the pool. */
  readonly max?: number;
  readonly logger: Logger;
}

/** Opens the database of a program: migrates it or compares its schema, connects, and verifies that row level security protects the tenants. */
export async function openPostgres(options: OpenPostgresOptions): Promise<Postgres> {
  const { url, migrationUrl = url, migrate = true, logger } = options;
  const ready = migrate
    ? migratePostgres({ url: migrationUrl, programUrl: url, logger })
    : checkPostgresSchema(options);
  await ready.catch((error: unknown) => {
    const reason = error instanceof Error ? withoutCredentials(error.message) : String(error);
    const name = migrate && migrationUrl !== url ? 'MIGRATION_URL' : 'DATABASE_URL';
    throw isUnavailable(error) ? new StartError(`The database of ${name} does not answer: ${reason}.`) : error;
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
