/**
 * Sends as many requests as the server answers, from a process of its own, so that the server has a core to itself.
 * `generateLoad` starts it. It prints autocannon's result as one line of JSON.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';

export interface Load {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface LoadFigures {
  readonly requestsPerSecond: number;
  readonly answered: number;
  /** Errors, timeouts and responses other than 2xx. */
  readonly failed: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const self = fileURLToPath(import.meta.url);

export async function generateLoad(load: Load): Promise<LoadFigures> {
  const child = spawn(process.execPath, [self, JSON.stringify(load)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (code !== 0) throw new Error(`the load generator ended with ${code}`);
  return JSON.parse(output) as LoadFigures;
}

async function run(load: Load): Promise<LoadFigures> {
  const result = await autocannon({
    url: load.url,
    connections: load.connections,
    duration: load.seconds,
    headers: { ...load.headers },
  });
  return {
    requestsPerSecond: result['2xx'] / result.duration,
    answered: result['2xx'],
    failed: result.errors + result.timeouts + result.non2xx,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
  };
}

if (process.argv[1] === self) console.log(JSON.stringify(await run(JSON.parse(process.argv[2] ?? '{}') as Load)));
