/**
 * How long a process takes to open an analytics store that is there, and its memory at rest and while it answers. `measureReopened` starts it
 * in a process of its own, since memory of what was before in this one would count.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openClickHouse } from '@tracker/infra/clickhouse/client';
import { openPostgres } from '@tracker/infra/postgres/open';
import { createKeyring } from '@tracker/infra/secrets/keyring';
import { createLogger } from '@tracker/infra/telemetry/logger';
import { answerOf, createBenchApi } from './bench-api.ts';

interface Reopening {
  readonly databaseUrl: string;
  readonly dataDir: string;
  /** In hex. */
  readonly key: string;
  readonly cookie: string;
  readonly nowMs: number;
  /** Of calls of the API. */
  readonly urls: readonly string[];
}

interface Reopened {
  readonly openMs: number;
  readonly restMib: number;
  /** The most while it answered. */
  readonly askedMib: number;
}

const ROUNDS = 5;
const REST_MS = 3_000;
const self = fileURLToPath(import.meta.url);

export async function measureReopened(reopening: Reopening): Promise<Reopened> {
  const child = spawn(process.execPath, [self, JSON.stringify(reopening)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (code !== 0) throw new Error(`the process that opens the store again ended with ${code}`);
  return JSON.parse(output) as Reopened;
}

const rssMib = () => Math.round(process.memoryUsage().rss / 2 ** 20);

async function run({ databaseUrl: url, dataDir, key, cookie, nowMs, urls }: Reopening): Promise<Reopened> {
  const logger = createLogger({ level: 'error', name: 'bench' });
  const clock = { now: () => nowMs };
  const begin = performance.now();
  const clickhouse = await openClickHouse({ dataDir, logger });
  await clickhouse.ping();
  const openMs = Math.round(performance.now() - begin);
  const postgres = await openPostgres({ url, max: 4, logger });
  const keyring = createKeyring([{ id: 'bench', key: Buffer.from(key, 'hex') }]);
  const api = await createBenchApi({ url, postgres, keyring, clock, logger });
  const app = await api.open(clickhouse);
  await delay(REST_MS);
  const restMib = rssMib();
  let askedMib = restMib;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const one of urls) {
      await answerOf(app, one, cookie);
      askedMib = Math.max(askedMib, rssMib());
    }
  }
  await app.close();
  await api.close();
  await Promise.all([clickhouse.close(), postgres.close()]);
  return { openMs, restMib, askedMib };
}

if (process.argv[1] === self) {
  console.log(JSON.stringify(await run(JSON.parse(process.argv[2] ?? '{}') as Reopening)));
  process.exit(0);
}
