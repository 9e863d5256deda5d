import type { SchemaCare } from '../config/config.ts';
import { StartError } from '../errors/start-error.ts';
import { isUnavailable } from '../errors/store-errors.ts';
import { type Logger, withoutCredentials } from '../telemetry/logger.ts';
import { assertTenantWall, createPostgres, type Postgres } from './client.ts';
import { checkPostgresSchema, migratePostgres } from './migrate.ts';
import { withQueryTimeout } from './query-timeout.ts';

export interface OpenPostgresOptions {
  readonly url: string;
  /** Of the owner of the tables, where `url` is not. */
  readonly migrationUrl?: string | undefined;
  readonly migrate?: SchemaCare;
  /** Connections of the pool. */
  readonly max?: number;
  readonly logger: Logger;
}

/** Opens the database of a program: migrates it or compares its schema, connects, and verifies that row level security protects the tenants. */
export async function openPostgres(options: OpenPostgresOptions): Promise<Postgres> {
  const { url, migrationUrl = url, migrate = true, logger } = options;
  const asSentence = (error: unknown): never => {
    const reason = error instanceof Error ? withoutCredentials(error.message) : String(error);
    const name = migrate === true && migrationUrl !== url ? 'MIGRATION_URL' : 'DATABASE_URL';
    throw isUnavailable(error) ? new StartError(`The database of ${name} does not answer: ${reason}.`) : error;
  };
  if (migrate === true) await migratePostgres({ url: migrationUrl, programUrl: url, logger }).catch(asSentence);
  else if (migrate === false) await checkPostgresSchema(options).catch(asSentence);
  const postgres = createPostgres(options);
  try {
    const wall = assertTenantWall(postgres.sql);
    await (migrate === 'leave' ? withQueryTimeout(wall) : wall);
  } catch (error) {
    await postgres.close();
    return asSentence(error);
  }
  return postgres;
}
