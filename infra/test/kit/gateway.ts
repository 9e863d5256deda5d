// The gateway of an installation whose programs run apart: the product's own nginx configuration, in a temporary directory.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { WEB_DIST } from '@tracker/standalone/web-build';
import { eventually } from './eventually.ts';
import { programsAreHere } from './needed-programs.ts';
import { clearKilledRuns, freePorts } from './server-processes.ts';

const PREFIX = 'tracker-gateway-';
const START = fileURLToPath(new URL('../../deploy/gateway/start.sh', import.meta.url));

export const gatewayIsAvailable = (): boolean => programsAreHere('gateway');

export interface Gateway {
  readonly url: string;
  /** A line for each request. */
  log(): string;
  /** What nginx says of its upstreams. */
  errors(): string;
  /** `start.sh reload`, with these settings over those of the start. */
  reload(...settings: readonly string[]): Promise<void>;
  stop(): Promise<void>;
}

/** Serves the built screens; `ingestUrl` and `apiUrl` may be the same product. */
export async function startGateway(given: {
  ingestUrl: string;
  apiUrl: string;
  publicUrl?: string;
  /** The name server that knows the hosts of these URLs; by default those of the machine. */
  resolver?: string;
  /** The screens; by default the built ones. */
  webDir?: string;
  /** Another proxy in front of it names the visitor. */
  trustProxy?: boolean;
  /** By default a free one. */
  port?: number;
}): Promise<Gateway> {
  await clearKilledRuns(PREFIX);
  const dir = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  const { port = (await freePorts(1))[0] } = given;
  const url = `http://127.0.0.1:${port}`;
  const settings = [
    `INGEST_URL=${given.ingestUrl}`,
    `API_URL=${given.apiUrl}`,
    `PUBLIC_URL=${given.publicUrl ?? ''}`,
    `RESOLVER=${given.resolver ?? ''}`,
    `TRUST_PROXY=${given.trustProxy ? '1' : ''}`,
    `PORT=127.0.0.1:${port}`,
    `WEB_DIR=${given.webDir ?? WEB_DIST}`,
    `RUN_DIR=${dir}`,
    // Node's pipes are sockets, which cannot be opened by a name.
    `ACCESS_LOG=${join(dir, 'access.log')}`,
  ];
  const child = spawn('env', [...settings, START], { stdio: ['ignore', 'pipe', 'pipe'] });
  // A killed nginx would leave its workers behind.
  const killAtExit = () => child.kill('SIGTERM');
  process.once('exit', killAtExit);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data: Buffer) => {
      printed += data.toString();
    });
  }
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`the gateway ended with ${child.exitCode}: ${printed}`);
    await fetch(`${url}/gateway-health`);
  });
  return {
    url,
    errors: () => printed,
    log: () => readFileSync(join(dir, 'access.log'), 'utf8'),
    async reload(...more) {
      await promisify(execFile)('env', [...settings, ...more, START, 'reload']);
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGQUIT');
      await ended;
      process.off('exit', killAtExit);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
