import type { SchemaCare } from '../config/config.ts';
import type { Logger } from '../telemetry/logger.ts';
import { assertTenantWall, createPostgres, type Postgres } from './client.ts';
import { checkPostgresSchema, migratePostgres } from './migrate.ts';
import { withQueryTimeout } from './query-timeout.ts';
import { startErrorOfPostgres } from './start-refusal.ts';

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
    throw startErrorOfPostgres(error, migrate === true && migrationUrl !== url ? 'MIGRATION_URL' : 'DATABASE_URL');
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
