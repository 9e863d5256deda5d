// Two engines that behave like the replicas of a cluster, as far as the statements of the product show: what is ON CLUSTER runs on both, in one
// order; what is inserted with a quorum is on both; other changes are refused, because they would split a real cluster. Keeper, lag and
// failures are not in it (ADR 48).
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { startEngineProcess } from './engine-process.ts';

export interface ReplicaPair {
  /** For CLICKHOUSE_URL, together with any CLICKHOUSE_CLUSTER. */
  readonly urls: readonly [string, string];
  /** The engines themselves, without a cluster. */
  readonly engines: readonly [string, string];
  /** What each replica was asked, one line a statement: `0 SELECT …`. */
  readonly asked: string[];
  stop(): Promise<void>;
}

const CHANGES = /^(?:\s*--.*\n)*\s*(?:CREATE|ALTER|DROP|EXCHANGE|RENAME|TRUNCATE|OPTIMIZE|DELETE)\b/;

/** The same statement for an engine without a Keeper. */
const forOneServer = (sql: string) =>
  sql
    .replace(/ ON CLUSTER '[^']+'/, '')
    .replace(/Replicated(\w+)\('\/clickhouse\/tables\/\{uuid\}\/\{shard\}', '\{replica\}'(?:, )?/, '$1(')
    .replace("startsWith(engine, 'Replicated')", "endsWith(engine, 'MergeTree')");

export async function startReplicaPair(): Promise<ReplicaPair> {
  const started = await Promise.all([startEngineProcess(), startEngineProcess()]);
  const engines = started.map(({ url }) => url);
  const stops: (() => unknown)[] = started.map(({ stop }) => stop);
  const asked: string[] = [];
  let queue: Promise<unknown> = Promise.resolve();

  function onBoth(own: string, ask: (engine: string) => Promise<Response>): Promise<Response> {
    const both = queue.then(async () => {
      const answers = await Promise.all(engines.map(ask));
      return answers.find(({ ok }) => !ok) ?? answers[engines.indexOf(own)]!;
    });
    queue = both.catch(() => undefined);
    return both;
  }

  async function answer(own: string, request: IncomingMessage): Promise<Response> {
    const sql = await text(request);
    asked.push(`${engines.indexOf(own)} ${sql}`);
    const ask = (engine: string) => {
      const { username, password, origin } = new URL(engine);
      const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
      const type = request.headers['content-type'] ?? 'text/plain';
      const { method = 'GET' } = request;
      return fetch(`${origin}${request.url}`, {
        method,
        headers: { authorization, 'content-type': type },
        ...(method === 'POST' ? { body: forOneServer(sql) } : {}),
      });
    };
    if (sql.includes('ON CLUSTER')) return onBoth(own, ask);
    if (CHANGES.test(sql)) return new Response(`Code: 36. DB::Exception: not ON CLUSTER: ${sql}`, { status: 400 });
    if (sql.startsWith('INSERT')) {
      if (sql.includes("insert_quorum = 'auto'")) return onBoth(own, ask);
      return new Response('Code: 36. DB::Exception: an insert without a quorum', { status: 400 });
    }
    return sql.startsWith('SYSTEM SYNC REPLICA') ? new Response('') : ask(own);
  }

  const urls = await Promise.all(
    engines.map(async (engine) => {
      const server = createServer((request, response) => {
        answer(engine, request).then(
          async (from) => {
            const code = from.headers.get('x-clickhouse-exception-code');
            response.writeHead(from.status, {
              'x-clickhouse-server-display-name': new URL(engine).host,
              ...(code !== null && { 'x-clickhouse-exception-code': code }),
            });
            response.end(Buffer.from(await from.arrayBuffer()));
          },
          (error: unknown) => response.destroy(error as Error),
        );
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      stops.push(() => {
        server.closeAllConnections();
        server.close();
      });
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    }),
  );
  return {
    urls: urls as unknown as ReplicaPair['urls'],
    engines: engines as unknown as ReplicaPair['engines'],
    asked,
    stop: async () => {
      for (const stop of stops.reverse()) await stop();
    },
  };
}
