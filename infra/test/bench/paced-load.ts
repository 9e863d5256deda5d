/**
 * Sends requests at a fixed rate from a process of its own. autocannon sends the requests of a second in one burst and then
 * pauses, so that its latencies are those of bursts. Here the requests of a connection are evenly spaced. It records two
 * latencies: from the time a request was sent, and from the time it was due. The second one includes the wait for an earlier
 * slow response, so that one short pause of the server appears in it many times.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Load, LoadFigures } from './load.ts';
import { percentile } from './report.ts';

const self = fileURLToPath(import.meta.url);

export interface PacedFigures extends LoadFigures {
  readonly p99FromDueMs: number;
}

export async function generatePacedLoad(load: Load & { readonly rate: number }): Promise<PacedFigures> {
  const child = spawn(process.execPath, [self, JSON.stringify(load)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (code !== 0) throw new Error(`the load generator ended with ${code}`);
  return JSON.parse(output) as PacedFigures;
}

interface Connection {
  dueAt: number;
  /** When the request in flight was sent, and when it was due. */
  busy: { readonly sentAt: number; readonly dueAt: number } | undefined;
  send(): void;
}

async function run(load: Load & { rate: number }): Promise<PacedFigures> {
  const url = new URL(load.url);
  const headers = Object.entries({ host: url.host, ...load.headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = Buffer.from(`GET ${url.pathname}${url.search} HTTP/1.1\r\n${headers.join('')}\r\n`);
  const latencies: number[] = [];
  const latenciesFromDue: number[] = [];
  let failed = 0;
  const buffer = Buffer.allocUnsafeSlow(64 * 1024);

  const intervalMs = (load.connections / load.rate) * 1_000;
  /** `dueAt`: the present time when this process itself was late. */
  const send = (connection: Connection, dueAt: number) => {
    connection.busy = { sentAt: performance.now(), dueAt };
    connection.dueAt += intervalMs;
    connection.send();
  };

  const open = async (): Promise<Connection> => {
    const connection: Connection = { dueAt: 0, busy: undefined, send: () => socket.write(request) };
    // One small response at a time arrives in one piece. All connections share one buffer: 64 KiB of garbage for each would
    // cause pauses here that would count as the server's.
    const callback = (_byteCount: number, bytes: Uint8Array): boolean => {
      if (connection.busy === undefined) return true;
      const now = performance.now();
      latencies.push(now - connection.busy.sentAt);
      latenciesFromDue.push(now - connection.busy.dueAt);
      if (fine.compare(bytes, 0, fine.length) !== 0) failed += 1;
      connection.busy = undefined;
      // Requests that became due while the connection waited for the server.
      if (connection.dueAt <= now) send(connection, connection.dueAt);
      return true;
    };
    const socket = new Socket({ onread: { buffer, callback } });
    socket.setNoDelay(true);
    socket.connect(Number(url.port), url.hostname);
    await once(socket, 'connect');
    return connection;
  };

  const pool = await Promise.all(Array.from({ length: load.connections }, open));
  const startAt = performance.now();
  const endAt = startAt + load.seconds * 1_000;
  for (const [place, connection] of pool.entries())
    connection.dueAt = startAt + (place / load.connections) * intervalMs;

  await new Promise<void>((resolve) => {
    // A timer, because a busy loop would take the server's core.
    const turn = () => {
      const now = performance.now();
      if (now > endAt) return resolve();
      for (const connection of pool) {
        if (connection.busy === undefined && connection.dueAt <= now) send(connection, performance.now());
      }
      setTimeout(turn, 1);
    };
    turn();
  });

  return {
    requestsPerSecond: latencies.length / load.seconds,
    answered: latencies.length - failed,
    failed,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    p99FromDueMs: percentile(latenciesFromDue, 0.99),
  };
}

const fine = Buffer.from('HTTP/1.1 200 OK');

if (process.argv[1] === self) {
  console.log(JSON.stringify(await run(JSON.parse(process.argv[2] ?? '{}') as Load & { rate: number })));
  process.exit(0);
}
