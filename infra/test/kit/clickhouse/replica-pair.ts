// Two engines that behave like the replicas of a cluster, as far as the statements of the product show: what is ON CLUSTER runs on both, in one
// order; what is inserted with a quorum is on both; other changes are refused, because they would split a real cluster. Keeper, lag and
// failures are not in it (ADR 48).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { eventually } from '../eventually.ts';
import { clearKilledRuns, freePorts } from '../server-processes.ts';

const PREFIX = 'tracker-replica-';
const PASSWORD = 'replica';

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
  await clearKilledRuns(PREFIX);
  const stops: (() => unknown)[] = [];
  const engines = await Promise.all([startEngine(stops), startEngine(stops)]);
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

async function startEngine(stops: (() => unknown)[]): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  const [port = 0] = await freePorts(1);
  const program = fileURLToPath(new URL('bridge-server.ts', import.meta.url));
  const engine = spawn(process.execPath, [program, dataDir, String(port), PASSWORD], { stdio: 'inherit' });
  writeFileSync(join(dataDir, 'pid'), String(engine.pid));
  const ended = once(engine, 'exit');
  const killAtExit = () => engine.kill('SIGKILL');
  process.once('exit', killAtExit);
  stops.push(async () => {
    process.off('exit', killAtExit);
    engine.kill('SIGKILL');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  });
  await eventually(() => fetch(`http://127.0.0.1:${port}/ping`), { timeoutMs: 40_000 });
  return `http://default:${PASSWORD}@127.0.0.1:${port}`;
}
