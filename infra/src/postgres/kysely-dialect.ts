// Kysely on postgres.js. The published dialect takes a pool connection for every query and returns it even when it is lost;
// afterwards the pool hands out a dead connection. This one leaves single queries to the pool and transactions to `sql.begin`.
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type postgres from 'postgres';
import type { Sql } from './connect.ts';

export function postgresJsDialect(sql: Sql): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PostgresJsDriver(sql),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

class PostgresJsDriver implements Driver {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async init() {}

  async acquireConnection() {
    return new PostgresJsConnection(this.#sql);
  }

  async beginTransaction(connection: DatabaseConnection) {
    await asOurs(connection).begin();
  }

  async commitTransaction(connection: DatabaseConnection) {
    await asOurs(connection).end('commit');
  }

  async rollbackTransaction(connection: DatabaseConnection) {
    await asOurs(connection).end('rollback');
  }

  async releaseConnection() {}

  /** The creator of the pool closes it (client.ts). */
  async destroy() {}
}

function asOurs(connection: DatabaseConnection): PostgresJsConnection {
  if (connection instanceof PostgresJsConnection) return connection;
  throw new TypeError('a connection of another dialect');
}

/** Makes `sql.begin` roll back without being an error for anyone. */
class RollbackWanted extends Error {}

interface OpenTransaction {
  readonly sql: postgres.TransactionSql;
  readonly settle: (how: 'commit' | 'rollback') => void;
  /** Settles when the server has committed or rolled back; rejects when the connection was lost. */
  readonly done: Promise<void>;
  /** Set when the connection was lost: by then another transaction may have it. */
  lost?: unknown;
}

class PostgresJsConnection implements DatabaseConnection {
  readonly #sql: Sql;
  #open: OpenTransaction | undefined;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#open?.lost !== undefined) throw this.#open.lost;
    const run = this.#open?.sql ?? this.#sql;
    // Kysely's SQL texts are few and their values are parameters: prepared once per connection.
    const rows = await run.unsafe(query.sql, [...query.parameters] as postgres.ParameterOrJSON<never>[], {
      prepare: true,
    });
    const changed = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(rows.command);
    return { rows: rows as unknown as R[], ...(changed ? { numAffectedRows: BigInt(rows.count) } : {}) };
  }

  // biome-ignore lint/correctness/useYield: Kysely's interface asks for it; nothing here streams from Postgres.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('queries to Postgres are not streamed');
  }

  begin(): Promise<void> {
    return new Promise((resolve, reject) => {
      const done = this.#sql.begin(
        (sql) =>
          new Promise<void>((commit, rollback) => {
            const settle = (how: 'commit' | 'rollback') =>
              how === 'commit' ? commit() : rollback(new RollbackWanted());
            const open: OpenTransaction = { sql, settle, done: finished };
            this.#open = open;
            finished.catch((error) => {
              open.lost = error;
            });
            resolve();
          }),
      );
      const finished = done.then(
        () => undefined,
        (error) => {
          if (!(error instanceof RollbackWanted)) throw error;
        },
      );
      finished.catch(reject);
    });
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    const open = this.#open;
    if (!open) return;
    // The server rolled a lost transaction back; another statement would reach the connection's next user.
    if (open.lost === undefined) open.settle(how);
    try {
      await open.done;
    } catch (error) {
      if (how === 'commit') throw error;
    }
    this.#open = undefined;
  }
}
