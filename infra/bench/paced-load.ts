/**
 * Requests at a fixed rate from a process of its own. autocannon sends a second's requests as fast as it can and then pauses, so
 * its latencies at a rate are those of its bursts. Here each connection's requests are due at even distances, and the latency of one that
 * a slow server kept from being sent counts from when it was due. That this process itself was late is not the server's latency.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Load, LoadFigures } from './load.ts';

const self = fileURLToPath(import.meta.url);

export async function generatePacedLoad(load: Load & { readonly rate: number }): Promise<LoadFigures> {
  const child = spawn(process.execPath, [self, JSON.stringify(load)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (code !== 0) throw new Error(`the load generator ended with ${code}`);
  return JSON.parse(output) as LoadFigures;
}

interface Connection {
  dueAt: number;
  busySince: number | undefined;
  send(): void;
}

async function run(load: Load & { rate: number }): Promise<LoadFigures> {
  const url = new URL(load.url);
  const headers = Object.entries({ host: url.host, ...load.headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = Buffer.from(`GET ${url.pathname}${url.search} HTTP/1.1\r\n${headers.join('')}\r\n`);
  const latencies: number[] = [];
  let failed = 0;
  const buffer = Buffer.allocUnsafeSlow(64 * 1024);

  const intervalMs = (load.connections / load.rate) * 1_000;
  const send = (connection: Connection, since: number) => {
    connection.busySince = since;
    connection.dueAt += intervalMs;
    connection.send();
  };

  const open = async (): Promise<Connection> => {
    const connection: Connection = { dueAt: 0, busySince: undefined, send: () => socket.write(request) };
    // One small answer at a time: it comes in one piece. All are read into one buffer, since 64 KiB of garbage for each would make
    // this process pause, and its pauses would count as the server's.
    const callback = (_byteCount: number, bytes: Uint8Array): boolean => {
      if (connection.busySince === undefined) return true;
      const now = performance.now();
      latencies.push(now - connection.busySince);
      if (fine.compare(bytes, 0, fine.length) !== 0) failed += 1;
      connection.busySince = undefined;
      // What became due while it waited for the server.
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
    // A timer, because turning without a pause would take the server's core away.
    const turn = () => {
      const now = performance.now();
      if (now > endAt) return resolve();
      for (const connection of pool) {
        if (connection.busySince === undefined && connection.dueAt <= now) send(connection, performance.now());
      }
      setTimeout(turn, 1);
    };
    turn();
  });

  latencies.sort((a, b) => a - b);
  const at = (share: number) => Number((latencies[Math.floor(latencies.length * share)] ?? Number.NaN).toFixed(1));
  return {
    requestsPerSecond: latencies.length / load.seconds,
    answered: latencies.length - failed,
    failed,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
  };
}

const fine = Buffer.from('HTTP/1.1 200 OK');

if (process.argv[1] === self) {
  console.log(JSON.stringify(await run(JSON.parse(process.argv[2] ?? '{}') as Load & { rate: number })));
  process.exit(0);
}
