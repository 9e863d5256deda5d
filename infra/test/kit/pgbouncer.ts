// A real PgBouncer for the tests, in front of a Postgres: the `pgbouncer` in PATH, on a free port and in a temporary directory.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from './eventually.ts';
import { programsAreHere } from './needed-programs.ts';
import { clearKilledRuns, freePorts } from './server-processes.ts';

const PREFIX = 'tracker-pgbouncer-';

export const pgBouncerIsAvailable = (): boolean => programsAreHere('pooler');

export interface PgBouncer {
  /** A URL of the Postgres behind it, through it. */
  through(url: string): string;
  stop(): Promise<void>;
}

/** `urls` are the logins that may pass, all of one server. `serverConnections` for each login and database. */
export async function startPgBouncer(options: {
  readonly urls: readonly string[];
  readonly poolMode: 'session' | 'transaction';
  readonly serverConnections: number;
}): Promise<PgBouncer> {
  await clearKilledRuns(PREFIX);
  const dir = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  chmodSync(dir, 0o755); // started as root, it becomes another user
  const [port = 0] = await freePorts(1);
  const logins = options.urls.map((url) => new URL(url));
  const users = logins.map(({ username, password }) => `"${username}" "${decodeURIComponent(password)}"\n`);
  writeFileSync(join(dir, 'users.txt'), users.join(''));
  const ini = join(dir, 'pgbouncer.ini');
  writeFileSync(
    ini,
    `[databases]
* = host=${logins[0]?.hostname} port=${logins[0]?.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(dir, 'users.txt')}
pool_mode = ${options.poolMode}
default_pool_size = ${options.serverConnections}
${process.getuid?.() === 0 ? 'user = nobody' : ''}
`,
  );
  const bouncer = spawn('pgbouncer', ['--quiet', ini], { stdio: ['ignore', 'ignore', 'pipe'] });
  let printed = '';
  bouncer.stderr.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  writeFileSync(join(dir, 'pid'), String(bouncer.pid));
  const killAtExit = () => bouncer.kill('SIGKILL');
  process.once('exit', killAtExit);
  await eventually(async () => {
    if (bouncer.exitCode !== null) throw new Error(`pgbouncer ended with ${bouncer.exitCode}: ${printed}`);
    const socket = net.connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.destroy();
  });
  return {
    through(url) {
      const through = new URL(url);
      through.hostname = '127.0.0.1';
      through.port = String(port);
      return through.href;
    },
    async stop() {
      process.off('exit', killAtExit);
      const ended = once(bouncer, 'exit');
      bouncer.kill('SIGKILL');
      await ended;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
