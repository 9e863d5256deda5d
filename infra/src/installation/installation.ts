// An installation is one database and what belongs to it: the data directory, the analytics store, the event log. Each has the id of the
// database, and a start compares them (ADR 150): a setting that is missing or wrong would else begin an empty installation next to the old data.
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import type { Sql } from '../postgres/connect.ts';
import { hasTenant } from '../postgres/tables/first-tenant.ts';

export interface Installation {
  readonly id: string;
  /** An analytics store has had the id: one without it is new, or lost its data. */
  readonly hasAnalytics: boolean;
  /** The event log has been in Kafka. */
  readonly hasKafka: boolean;
}

/** SQLSTATE of a database without this table, and of a server that does not know the programs' role. */
const NOT_MADE = ['42P01', '22023'];

/** Undefined of a database that lacks the table: an older one, or an empty one. */
export async function readInstallation(sql: Sql): Promise<Installation | undefined> {
  try {
    const [row] = await sql<Installation[]>`
      SELECT id, has_analytics AS "hasAnalytics", has_kafka AS "hasKafka" FROM installation`;
    return row;
  } catch (error) {
    if (error instanceof Error && 'code' in error && NOT_MADE.includes(String(error.code))) return undefined;
    throw error;
  }
}

/** `has`: false when the store is given up on purpose. */
export async function noteStore(sql: Sql, store: 'analytics' | 'kafka', has = true): Promise<void> {
  const column = sql(`has_${store}`);
  await sql`UPDATE installation SET ${column} = ${has} WHERE ${column} <> ${has}`;
}

export interface Traces {
  /** Whether people registered. */
  readonly hasTenant: boolean;
  /** Whether the log in Postgres has ever had an event. */
  readonly hasEvents: boolean;
}

/** What an installation has that was made before it had an id. */
export async function tracesOf(sql: Sql): Promise<Traces> {
  const [row] = await sql<{ has: boolean }[]>`
    SELECT EXISTS (SELECT FROM log_head WHERE topic = ${EVENTS_TOPIC} AND next_position > 0) AS has`;
  return { hasTenant: await hasTenant({ sql }), hasEvents: row?.has ?? false };
}
