// One client for the engine in this process and for a server. Settings are part of the SQL text, never separate: the embedded
// engine keeps separate settings in its session, and they leak into the next statements.
import { setTimeout as delay } from 'node:timers/promises';
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { createSemaphore, type SemaphoreOptions } from '../lifecycle/semaphore.ts';
import type { Logger } from '../telemetry/logger.ts';
import { type EmbeddedEngine, openEmbeddedEngine } from './embedded-engine.ts';
import { StoreError, toStoreError } from './errors.ts';
import { onCluster, QUORUM_SETTINGS } from './on-cluster.ts';
import { readOneReplica } from './one-replica.ts';
import { encodeParams, inlineParams } from './param-types.ts';

export interface QueryRequest {
  /** With `{name:Type}` placeholders; never built from input. */
  readonly sql: string;
  readonly params?: Readonly<Record<string, unknown>>;
  /** For errors and logs. */
  readonly name: string;
  /** By whose turn it runs; by default that of the tenant which `tenantId` names. */
  readonly turn?: string;
}

export interface InsertRequest {
  readonly table: string;
  readonly columns: readonly string[];
  /** One array per row, in the order of `columns`, of values that JSON can hold. */
  readonly rows: readonly (readonly unknown[])[];
}

/**
 * Raw access to the analytics store. Features go through `defineQuery` and `defineInsert`; only migrations, tests and the
 * operator's tools speak to this. All methods reject with `StoreError`.
 */
export interface ClickHouse {
  readonly embedded: boolean;
  /** Waits for the turn of who asks; 429 when too many of one wait. */
  query<Row>(request: QueryRequest): Promise<Row[]>;
  insert(request: InsertRequest): Promise<void>;
  command(sql: string, params?: Readonly<Record<string, unknown>>): Promise<void>;
  /** Rejects when the store does not answer; for readiness. */
  ping(): Promise<void>;
  /** Waits for running statements and, embedded, frees the data directory. Safe to call twice. */
  close(): Promise<void>;
}

export interface ClickHouseOptions {
  /** A server's URL with its credentials, `http://user:password@host:8123/database`. Without it the engine is embedded. */
  readonly url?: string;
  /** For https: the certificate (PEM) of an authority of its own. */
  readonly ca?: string;
  /** The server is a replica of this cluster (ADR 48): commands go to all of its replicas, inserts to a majority. */
  readonly cluster?: string;
  /** Where the embedded engine keeps its files. */
  readonly dataDir?: string;
  readonly logger: Logger;
}

/** A slow query must not cost a stopping program its ten seconds. */
const closeTimeoutMs = 2_000;
const requestTimeoutMs = 35_000; // above the longest max_execution_time, so that the store's own answer comes first

/** Of the connections to a server, as many as one tenant's questions may have leave some to the questions of others and to inserts. */
const CONNECTIONS = 10;
export const STATEMENTS_OF_TENANT_MAX = 7;
/** All the people of a tenant who look at all screens at once ask some hundred; what asks more does not wait for answers. */
export const STATEMENTS_WAITING_OF_TENANT_MAX = 1_000;

export async function openClickHouse(options: ClickHouseOptions): Promise<ClickHouse> {
  if (options.url !== undefined) {
    const client = createClient({
      url: options.url,
      max_open_connections: CONNECTIONS,
      request_timeout: requestTimeoutMs,
      compression: { request: false, response: false },
      // Look-ups of a batch carry thousands of keys: more than a URL holds.
      use_multipart_params_auto: true,
      // Errors are ours to log, once and scrubbed.
      log: { level: ClickHouseLogLevel.OFF },
      ...(options.ca !== undefined && { tls: { ca_cert: Buffer.from(options.ca) } }),
    });
    const { cluster } = options;
    const reads = { runningMax: CONNECTIONS, runningOfOneMax: STATEMENTS_OF_TENANT_MAX };
    return wrap({ embedded: false, cluster, reads, reader: client, writer: client, close: () => client.close() });
  }
  if (options.dataDir === undefined) throw new TypeError('openClickHouse needs a url or a dataDir');
  const openedAt = performance.now();
  const engine = await openEmbeddedEngine(options.dataDir);
  options.logger.debug(
    { dataDir: options.dataDir, durationMs: Math.round(performance.now() - openedAt) },
    'embedded analytics store opened',
  );
  const log = { level: ClickHouseLogLevel.OFF };
  return wrap({
    embedded: true,
    reads: { runningMax: engine.readers, runningOfOneMax: engine.readers - 1 },
    reader: createClient({ connection: injectable(engine.reader), log }),
    writer: createClient({ connection: injectable(engine.writer), log }),
    cancelReads: () => engine.cancelReads(),
    close: () => engine.close(),
  });
}

type Connection = NonNullable<NonNullable<Parameters<typeof createClient>[0]>['connection']>;

// The same interface in the copy of the types that chdb was built with, one release older.
const injectable = (connection: EmbeddedEngine['reader']) => connection as unknown as Connection;

// async_insert is on by default in the embedded engine and would acknowledge before the rows are stored; unknown columns would
// be swallowed; instants come as ISO 8601 with a zone.
const insertSettings = [
  'async_insert = 0',
  'input_format_skip_unknown_fields = 0',
  'input_format_null_as_default = 0',
  "date_time_input_format = 'best_effort'",
  // Facts may be 120 months old (`possibleClickMs`), and a batch may hold one of each.
  'max_partitions_per_insert_block = 130',
].join(', ');

/** The rows travel behind the statement, as arrays: a third less to write and to parse than objects. */
function insertSql({ table, columns, rows }: InsertRequest, settings: string): string {
  for (const name of [table, ...columns]) {
    if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new TypeError('not a name of a table or column');
  }
  const lines = rows.map((row) => JSON.stringify(row)).join('\n');
  return `INSERT INTO ${table} (${columns.join(', ')}) SETTINGS ${settings} FORMAT JSONCompactEachRow\n${lines}`;
}

// Types say so already; a caller without them would poison the session of all others.
function refuseSettings(request: object): void {
  if ('clickhouse_settings' in request) throw new TypeError('settings belong into the SQL text: SETTINGS name = value');
}

interface Clients {
  embedded: boolean;
  cluster?: string | undefined;
  /** Fewer of one tenant than run at all: slow questions of one leave a place to the others. */
  reads: Required<Pick<SemaphoreOptions, 'runningMax' | 'runningOfOneMax'>>;
  reader: ClickHouseClient;
  writer: ClickHouseClient;
  cancelReads?(): Promise<void>;
  close(): Promise<void>;
}

function wrap({ embedded, cluster, reads, reader, writer, cancelReads, close }: Clients): ClickHouse {
  const statements = createSemaphore({
    ...{ ...reads, waitingOfOneMax: STATEMENTS_WAITING_OF_TENANT_MAX },
    refusal: 'too-many-questions',
  });
  const oneReplica = cluster === undefined ? undefined : readOneReplica(reader);
  let closed: Promise<void> | undefined;
  const inFlight = new Set<Promise<unknown>>();

  /** Runs a statement unless the store is closing, and keeps the store open until it has ended. */
  async function run<T>(doing: string, statement: () => Promise<T>, columns?: readonly string[]): Promise<T> {
    if (closed)
      throw new StoreError(`${doing}: the analytics store is closed`, { kind: 'away', code: 0, type: 'CLOSED' });
    const running = statement();
    inFlight.add(running);
    try {
      return await running;
    } catch (error) {
      throw toStoreError(error, doing, columns);
    } finally {
      inFlight.delete(running);
    }
  }

  return {
    embedded,

    async query<Row>(request: QueryRequest): Promise<Row[]> {
      refuseSettings(request);
      const { sql, params = {} } = request;
      const statement = embedded
        ? { query: inlineParams(sql, params) }
        : { query: sql, query_params: encodeParams(sql, params) };
      const sender = request.turn ?? params.tenantId;
      const senders = typeof sender === 'string' ? [sender] : [];
      return statements.run(senders, () =>
        run(`query ${request.name} failed`, async () => {
          const ask = () => reader.query({ ...statement, format: 'JSONEachRow' });
          const result = await (oneReplica ? oneReplica.read(ask) : ask());
          return result.json<Row>();
        }),
      );
    },

    async insert(request: InsertRequest): Promise<void> {
      refuseSettings(request);
      if (request.rows.length === 0) return;
      const query = insertSql(
        request,
        cluster === undefined ? insertSettings : `${insertSettings}, ${QUORUM_SETTINGS}`,
      );
      await run(`insert into ${request.table} failed`, () => writer.command({ query }), request.columns);
    },

    async command(sql, params) {
      const query_params = params && encodeParams(sql, params);
      const query = cluster === undefined ? sql : onCluster(sql, cluster);
      const ask = () => writer.command({ query, query_params });
      await run('statement failed', () => (oneReplica ? oneReplica.command(ask) : ask()));
    },

    async ping(): Promise<void> {
      await run('ping failed', async () => {
        const answer = await reader.ping();
        if (!answer.success) throw answer.error;
      });
    },

    close() {
      closed ??= (async () => {
        let ended = false;
        const ends = Promise.allSettled(inFlight).then(() => {
          ended = true;
        });
        await Promise.race([ends, delay(closeTimeoutMs, undefined, { ref: false })]);
        // Embedded, the directory is only free when the last statement has ended. Reads that waited in the queue start
        // when the one before them is cancelled, hence again and again.
        while (cancelReads && !ended) {
          await cancelReads();
          await Promise.race([ends, delay(100)]);
        }
        await close();
      })();
      return closed;
    },
  };
}
