import type { SchemaCare } from '../config/config.ts';
import { withTimeout } from '../lifecycle/timeout.ts';
import type { Logger } from '../telemetry/logger.ts';
import { assertTenantWall, createPostgres, type Postgres } from './client.ts';
import { connect } from './connect.ts';
import { checkPostgresSchema, migratePostgres } from './migrate.ts';
import { withQueryTimeout } from './query-timeout.ts';
import { NoAnswerError, startErrorOfPostgres } from './start-refusal.ts';

export interface OpenPostgresOptions {
  readonly url: string;
  /** Of the owner of the tables, where `url` is not. */
  readonly migrationUrl?: string | undefined;
  readonly migrate?: SchemaCare;
  /** Connections of the pool. */
  readonly max?: number;
  readonly logger: Logger;
}

/** The driver connects again for as long as a server closes its connections, such as one of another kind: a start would hang. */
const ANSWER_WITHIN_MS = 20_000;

async function refuseSilentServer(url: string, logger: Logger): Promise<void> {
  const sql = connect({ url, logger, name: 'probe', max: 1, role: null });
  try {
    await withTimeout(
      ANSWER_WITHIN_MS,
      Promise.resolve(sql`SELECT 1`).then(() => undefined),
      () => {
        throw new NoAnswerError();
      },
    );
  } finally {
    await sql.end({ timeout: 0 });
  }
}

/** Opens the database of a program: migrates it or compares its schema, connects, and verifies that row level security protects the tenants. */
export async function openPostgres(options: OpenPostgresOptions): Promise<Postgres> {
  const { url, migrationUrl = url, migrate = true, logger } = options;
  const asSentence = (error: unknown): never => {
    throw startErrorOfPostgres(error, migrate === true && migrationUrl !== url ? 'MIGRATION_URL' : 'DATABASE_URL');
  };
  await refuseSilentServer(migrate === true ? migrationUrl : url, logger).catch(asSentence);
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
