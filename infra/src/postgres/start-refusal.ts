import { StartError, systemCode } from '../errors/start-error.ts';
import { isUnavailable } from '../errors/store-errors.ts';
import { withoutCredentials } from '../telemetry/logger.ts';
import { APP_ROLE, type Sql } from './connect.ts';

/** Migrations and statements use what came with it. */
const SERVER_MIN = 18;

/** Before the first migration: an older server would take some of them, and stop in the middle. */
export async function refuseOldServer(sql: Sql, oldest = SERVER_MIN): Promise<void> {
  const [server] = await sql<{ version: string }[]>`SELECT current_setting('server_version') AS version`;
  if (server !== undefined && Number.parseInt(server.version, 10) >= oldest) return;
  throw new StartError(
    `The database is PostgreSQL ${server?.version}; the product needs ${oldest} or newer. Nothing was changed.`,
  );
}

/** What listens there accepts connections and says nothing of PostgreSQL's. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

/**
 * What the server answered while a program opened the database, as the sentence that ends the start. `setting`: the one that names the login. Errors that
 * are none of the server's stay as they are.
 */
export function startErrorOfPostgres(error: unknown, setting: 'DATABASE_URL' | 'MIGRATION_URL'): unknown {
  if (error instanceof StartError || !(error instanceof Error)) return error;
  if (error instanceof NoAnswerError) {
    return new StartError(
      `What listens at the address of ${setting} closes or keeps each connection without an answer: is it PostgreSQL, and are host and port right?`,
    );
  }
  const reason = withoutCredentials(error.message).replace(/\.$/, '');
  if (isUnavailable(error) && !isAnswer(error)) {
    return new StartError(`The database of ${setting} does not answer: ${reason}.`);
  }
  if (!isAnswer(error)) return error;
  return new StartError(
    `The database of ${setting} refuses the start: ${reason}.${wayOn(systemCode(error) ?? '', setting)}`,
  );
}

/** SQLSTATE: five characters. */
const isAnswer = (error: Error): boolean => error.name === 'PostgresError' && 'code' in error;

/** A wrong user, password or database: waiting at a start does not mend it, though it is away for a program that runs. */
export const isRefusedLogin = (error: Error): boolean => isAnswer(error) && /^(?:28|3D)/.test(systemCode(error) ?? '');

function wayOn(code: string, setting: string): string {
  switch (code) {
    case '28P01':
    case '28000':
      return ` Is the user or the password in ${setting} wrong?`;
    case '3D000':
      return ` Create it, or name another one in ${setting}.`;
    case '25006':
      return ' It is read-only: a replica, or a server without room. Name the one that is written to.';
    case '42704':
      return ` The role ${APP_ROLE} or another one of a dump that was restored without its roles is missing: restore them first ("pg_dumpall --roles-only"), then the dump again; \`npx -y pnpm@12 ops backup\` needs no such step.`;
    case '42501':
      return ` The login lacks a right; give MIGRATION_URL for the owner of the tables, and restore a dump together with its roles and grants.`;
    case '53300':
      return ' Its connections are used up; wait, or raise max_connections.';
    default:
      return ` (SQLSTATE ${code})`;
  }
}
