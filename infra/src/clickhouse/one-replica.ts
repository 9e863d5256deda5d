// In a cluster a program reads from one replica at a time, since another one may lack what was acknowledged a moment ago: a conversion that is
// recomputed from a part of its events is wrong for good. An address may move to another replica, as in a failover. Then that replica
// first catches up, and what was read meanwhile is read again (ADR 48).
import type { ClickHouseClient, ResponseHeaders } from '@clickhouse/client';
import { StoreError } from './errors.ts';

interface Answer {
  readonly response_headers: ResponseHeaders;
  /** Of a query whose rows are not read. */
  close?(): void;
}

export interface OneReplica {
  /** Asks until an answer comes from the replica that has caught up; rejects as 'busy' when the address moves on and on. */
  read<T extends Answer>(ask: () => Promise<T>): Promise<T>;
  /** A statement that may read by itself: rejects as 'busy', after it ran, when another replica ran it. */
  command<T extends Answer>(ask: () => Promise<T>): Promise<T>;
}

/** An address that spreads statements over replicas would move for ever. */
const MOVES_MAX = 3;
const TABLES = `SELECT name FROM system.tables WHERE database = currentDatabase() AND startsWith(engine, 'Replicated') ORDER BY name`;

export function readOneReplica(client: ClickHouseClient): OneReplica {
  /** The one that has caught up. */
  let current: string | undefined;

  async function catchUp(replica: string): Promise<void> {
    const tables = await client.query({ query: TABLES, format: 'JSONEachRow' });
    for (const { name } of await tables.json<{ name: string }>()) {
      await client.command({ query: `SYSTEM SYNC REPLICA ${name} LIGHTWEIGHT` });
    }
    current = replica;
  }

  async function read<T extends Answer>(ask: () => Promise<T>): Promise<T> {
    for (let moves = 0; moves <= MOVES_MAX; moves += 1) {
      const answer = await ask();
      const replica = replicaOf(answer);
      if (replica === current) return answer;
      answer.close?.();
      await catchUp(replica);
    }
    throw movedError();
  }

  return {
    read,
    async command(ask) {
      if (current === undefined) (await read(() => client.query({ query: 'SELECT 1' }))).close();
      const answer = await ask();
      const replica = replicaOf(answer);
      if (replica === current) return answer;
      await catchUp(replica);
      throw movedError();
    },
  };
}

/** The server's own name; '' from a proxy that leaves it out, and then a move is not noticed. */
const replicaOf = ({ response_headers }: Answer): string =>
  String(response_headers['x-clickhouse-server-display-name'] ?? '');

const movedError = () =>
  new StoreError('another replica answers than before', { kind: 'busy', code: 0, type: 'REPLICA_CHANGED' });
