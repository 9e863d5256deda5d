import type { ChdbConnection } from 'chdb/connection';

/** What reading takes of a connection. */
export type Reader = Pick<ChdbConnection, 'query' | 'ping' | 'close'>;

/** Several connections as one: each runs one statement at a time, and the next statement goes to the one that has the fewest. */
export function spreadReads(connections: readonly Reader[]): Reader {
  const lanes = connections.map((connection) => ({ connection, running: 0 }));
  async function run<T>(ask: (connection: Reader) => Promise<T>): Promise<T> {
    const lane = lanes.reduce((least, one) => (one.running < least.running ? one : least));
    lane.running += 1;
    try {
      return await ask(lane.connection);
    } finally {
      lane.running -= 1;
    }
  }
  return {
    query: (params) => run((connection) => connection.query(params)),
    ping: (params) => run((connection) => connection.ping(params)),
    async close() {
      for (const { connection } of lanes) await connection.close();
    },
  };
}
