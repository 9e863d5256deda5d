// The sentences with which a start ends whose stores do not belong together. Each names both installations and the setting that decides.
import { StartError } from '../errors/start-error.ts';

/** The id of an installation, as a sentence has it. */
const of = (id: string | undefined) => (id === undefined ? 'of none yet' : `of the installation ${id}`);
const accept = (store: string) =>
  `If both are meant, \`npx -y pnpm@12 ops installation accept ${store}\` gives it to the one of the database.`;

export const DATA_DIR_FILE = 'installation';

export const otherDataDir = (path: string, ids: { readonly here: string; readonly database: string | undefined }) =>
  new StartError(
    `The data directory ${path} is ${of(ids.here)}, and the database is ${of(ids.database)}: DATABASE_URL or DATA_DIR names the wrong one. ${accept('data-dir')}`,
  );

export const databaseElsewhere = (path: string, id: string) =>
  new StartError(
    `DATABASE_URL is not set, and the data directory ${path} is ${of(id)}, whose database is not in it: a new, empty one would be made. Set DATABASE_URL; for a new installation, set DATA_DIR to an empty directory.`,
  );

export const dataWithoutDatabase = (path: string, what: string) =>
  new StartError(
    `DATABASE_URL is not set, and the data directory ${path} has a ${what} but no database: a new, empty one would be made next to old data. Set DATABASE_URL; for a new installation, set DATA_DIR to an empty directory.`,
  );

const ANALYTICS = 'The analytics store (CLICKHOUSE_URL; without it, the one in DATA_DIR)';

export const otherAnalytics = (here: string, database: string) =>
  new StartError(
    `${ANALYTICS} is ${of(here)}, and the database (DATABASE_URL) ${of(database)}: one of the settings names the wrong one. ${accept('analytics')}`,
  );

export const newAnalytics = (database: string) =>
  new StartError(
    `${ANALYTICS} is new, and the database is ${of(database)}, which has another one: set CLICKHOUSE_URL to that one. If it was lost or is replaced, run \`npx -y pnpm@12 ops installation accept analytics --yes\`, then fill it by \`npx -y pnpm@12 ops replay run\`.`,
  );

export const usedAnalytics = (database: string) =>
  new StartError(
    `${ANALYTICS} has the data of an installation, and the database (DATABASE_URL), ${of(database)}, is new: one of the settings names the wrong one. ${accept('analytics')}`,
  );

export const otherLog = (topic: string, ids: { readonly here: string; readonly database: string }) =>
  new StartError(
    `The log in Kafka is ${of(ids.here)} (topic ${topic}), and the database (DATABASE_URL) ${of(ids.database)}: another installation's log is not used. Set KAFKA_BROKERS or KAFKA_TOPIC_PREFIX. ${accept('log')}`,
  );

export const newLog = (database: string) =>
  new StartError(
    `The log in Kafka is new, and the database is ${of(database)}, which has another one: set KAFKA_BROKERS and KAFKA_TOPIC_PREFIX to that one. If it was lost or is replaced, run \`npx -y pnpm@12 ops installation accept log --yes\`.`,
  );

export const usedLog = (database: string) =>
  new StartError(
    `The log in Kafka has the events of an installation, and the database (DATABASE_URL), ${of(database)}, is new: another installation's log is not used. Set KAFKA_BROKERS or KAFKA_TOPIC_PREFIX. ${accept('log')}`,
  );

export const logInPostgres = (database: string) =>
  new StartError(
    `The log in Kafka is new, and the events of the database, ${of(database)}, are in its own log: take KAFKA_BROKERS away. If the log begins anew in Kafka, run \`npx -y pnpm@12 ops installation accept log --yes\`.`,
  );

export const logInKafka = (database: string) =>
  new StartError(
    `KAFKA_BROKERS is not set, and the log of the database, ${of(database)}, is in Kafka: set it. If the log begins anew in Postgres, run \`npx -y pnpm@12 ops installation accept log --yes\`.`,
  );
