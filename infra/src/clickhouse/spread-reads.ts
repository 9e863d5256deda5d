import type { ChdbConnection } from 'chdb/connection';

/** What reading takes of a connection. */
export type Reader = Pick<ChdbConnection, 'query' | 'ping' | 'close'>;

interface Lane {
  connection: Reader | undefined;
  running: number;
  /** Resolves when the last of its statements has ended. */
  last: Promise<unknown>;
}

/**
 * Several connections as one: each runs one statement at a time, and the next statement goes to the one that has the fewest. After a statement that
 * failed its connection is another one: the rows that it had written until then would be the first ones of the next answer, which may be of
 * another tenant (chdb 3.4.0).
 */
export async function spreadReads(count: number, connect: () => Promise<Reader>): Promise<Reader> {
  const lanes: Lane[] = [];
  for (let index = 0; index < count; index += 1) {
    lanes.push({ connection: await connect(), running: 0, last: Promise.resolve() });
  }

  async function runIn<T>(lane: Lane, ask: (connection: Reader) => Promise<T>): Promise<T> {
    lane.connection ??= await connect();
    try {
      return await ask(lane.connection);
    } catch (error) {
      const failed = lane.connection;
      lane.connection = undefined;
      // What its caller must see is the statement's error.
      await failed.close().catch(() => undefined);
      throw error;
    }
  }

  async function run<T>(ask: (connection: Reader) => Promise<T>): Promise<T> {
    const lane = lanes.reduce((least, one) => (one.running < least.running ? one : least));
    const asked = lane.last.then(() => runIn(lane, ask));
    lane.last = asked.catch(() => undefined);
    lane.running += 1;
    try {
      return await asked;
    } finally {
      lane.running -= 1;
    }
  }

  return {
    query: (params) => run((connection) => connection.query(params)),
    ping: (params) => run((connection) => connection.ping(params)),
    async close() {
      for (const { connection } of lanes) await connection?.close();
    },
  };
}
