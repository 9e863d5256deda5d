// Of which installation the event log is. The log in Postgres is in the database itself; the one in Kafka has a topic with the id.
import { StartError } from '../errors/start-error.ts';
import { type LogInstallation, LogUnavailableError } from '../event-log/event-log.ts';
import type { Sql } from '../postgres/connect.ts';
import type { Logger } from '../telemetry/logger.ts';
import { noteStore, readInstallation, tracesOf } from './installation.ts';
import { logInKafka, logInPostgres, newLog, otherLog, usedLog } from './refusals.ts';

/** The log is a table of this database. Rejects with `StartError` where its events are in Kafka. */
export async function refuseLogInPostgres(sql: Sql): Promise<void> {
  const installation = await readInstallation(sql);
  if (installation?.hasKafka) throw logInKafka(installation.id);
}

/**
 * Gives a new log the id of the database, unless `onlyLooks`. Rejects with `StartError` where the log is another installation's, or new next to an
 * old database.
 */
export async function joinLog(sql: Sql, log: LogInstallation, { onlyLooks = false } = {}): Promise<void> {
  const installation = await readInstallation(sql);
  if (!installation) return;
  const { id, hasKafka } = installation;
  let here = (await log.read()).id;
  if (here === undefined) {
    await refuseWithoutId(sql, { id, hasKafka, hasEvents: await log.hasEvents() });
    if (onlyLooks) return;
    await log.give(id);
    // Another installation may have come at the same moment, and then both read the same one.
    here = (await log.read()).id ?? id;
  }
  if (here !== id) throw otherLog(log.topic, { here, database: id });
  if (!hasKafka && !onlyLooks) await noteStore(sql, 'kafka');
}

async function refuseWithoutId(
  sql: Sql,
  { id, hasKafka, hasEvents }: { readonly id: string; readonly hasKafka: boolean; readonly hasEvents: boolean },
): Promise<void> {
  if (hasKafka) throw newLog(id);
  const database = await tracesOf(sql);
  if (hasEvents && !database.hasTenant) throw usedLog(id);
  if (!hasEvents && database.hasEvents) throw logInPostgres(id);
}

/** Kafka's words for a user that may not see or make the topic: its events are taken all the same. */
const NOT_ALLOWED = /^(?:TOPIC|CLUSTER|GROUP)_AUTHORIZATION_FAILED$/;

/** As `joinLog`, of a program that runs: what it refuses is away for it, so that events wait in the spool and are in no other log. */
export async function admitLog(sql: Sql, log: LogInstallation, logger: Logger): Promise<void> {
  try {
    await joinLog(sql, log);
  } catch (error) {
    if (error instanceof StartError) {
      logger.error(
        { event: 'kafka.log.refused', err: error },
        'Kafka log not used, it is of another installation; events wait in the spool',
      );
      throw new LogUnavailableError(error.message, { cause: error });
    }
    if (!isNotAllowed(error)) throw error;
    logger.warn(
      { event: 'kafka.log.unchecked', err: error, topic: log.topic },
      'Kafka log not compared with the installation, its topic is not open to this user; using the log',
    );
  }
}

const isNotAllowed = (error: unknown): boolean =>
  NOT_ALLOWED.test(String((error as { type?: unknown } | null)?.type ?? ''));
