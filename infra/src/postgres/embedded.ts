// A real PostgreSQL 18 inside DATA_DIR: loopback only, random scram passwords, run by an unprivileged user, also where that user cannot
// reach the project or DATA_DIR (ADR 20). The caller holds the lock of the data directory (lifecycle/data-dir.ts).
import { randomBytes, randomInt } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { startErrorForPath } from '../errors/start-error.ts';
import type { Logger } from '../telemetry/logger.ts';
import {
  type Binaries,
  chooseServerUser,
  findBinaries,
  nameForServer,
  programOf,
  reachableBinaries,
  run,
  type ServerUser,
} from './binaries.ts';
import { connect } from './connect.ts';
import { stopLeftOver } from './left-over.ts';
import { startFailure, supervise } from './supervise.ts';

export interface EmbeddedPostgres {
  /** For the role `tracker`: owner of the database, no superuser. */
  readonly url: string;
  /** Of the postmaster; undefined while it is away. For tests that kill it. */
  readonly pid: () => number | undefined;
  stop(): Promise<void>;
}

interface Passwords {
  readonly admin: string;
  readonly owner: string;
}

export async function startEmbeddedPostgres(options: {
  dataDir: string;
  logger: Logger;
  /** Called each time the server crashes; it restarts by itself. */
  onExit?: () => void;
  /** The installed ones when absent. */
  binaries?: Binaries;
  /** True when absent. Tests pass false, so that nothing waits for the disk; a killed server still loses nothing. */
  survivesPowerCut?: boolean;
}): Promise<EmbeddedPostgres> {
  const { logger, survivesPowerCut = true } = options;
  const home = resolve(options.dataDir, 'postgres');
  const clusterDir = join(home, 'cluster');
  const user = chooseServerUser(clusterDir);
  const binaries = reachableBinaries(user, options.binaries ?? findBinaries());
  const passwords = prepareHome(home);
  await stopLeftOver(clusterDir, logger);
  if (!existsSync(clusterDir))
    await makeCluster({ home, clusterDir, binaries, user, password: passwords.admin, survivesPowerCut });

  const logFile = join(home, 'server.log');
  const start = async () => {
    const port = await freePort();
    const args = serverArguments(nameForServer(user, clusterDir), port, survivesPowerCut);
    const command = { file: programOf(binaries, 'postgres'), args, user, cwd: clusterDir };
    return { port, ...(await supervise({ command, clusterDir, logFile, logger, onExit: options.onExit })) };
  };
  // Another process may have taken the port between the check and the start; a second retry is not needed.
  const server = await start().catch((error: Error) =>
    /could not (bind|create)/.test(error.message) ? start() : Promise.reject(error),
  );
  const urlFor = (role: string, password: string, database: string) =>
    `postgres://${role}:${password}@127.0.0.1:${server.port}/${database}`;
  try {
    await makeDatabase(urlFor('postgres', passwords.admin, 'postgres'), passwords.owner, logger);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return { url: urlFor('tracker', passwords.owner, 'tracker'), pid: server.pid, stop: server.stop };
}

function prepareHome(home: string): Passwords {
  const file = join(home, 'passwords.json');
  try {
    mkdirSync(home, { recursive: true });
    if (!existsSync(file)) {
      const random = () => randomBytes(24).toString('base64url');
      writeFileSync(`${file}.new`, JSON.stringify({ admin: random(), owner: random() }), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    }
    return JSON.parse(readFileSync(file, 'utf8')) as Passwords;
  } catch (error) {
    throw startErrorForPath(error, home) ?? error;
  }
}

async function makeCluster(options: {
  home: string;
  clusterDir: string;
  binaries: Binaries;
  user: ServerUser | null;
  password: string;
  survivesPowerCut: boolean;
}) {
  const { clusterDir, binaries, user } = options;
  // Created under a temporary name and renamed, so that a killed start leaves no incomplete cluster.
  const draft = `${clusterDir}.new`;
  const passwordFile = join(options.home, 'password.tmp');
  let password: number | undefined;
  try {
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { mode: 0o700 });
    chmodSync(draft, 0o700); // for any umask
    writeFileSync(passwordFile, options.password, { mode: 0o600 });
    if (user) for (const path of [draft, passwordFile]) chownSync(path, user.uid, user.gid);
    password = openSync(passwordFile, 'r');
    const args = [
      // The password as an open file: the server's user may not be able to reach it by its path.
      ...['-D', nameForServer(user, draft), '-U', 'postgres', '--pwfile=/dev/stdin', '--auth=scram-sha-256'],
      // One collation on every machine: bytes. Sorting for people is the screen's work.
      ...['--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8', '--no-instructions'],
      ...(options.survivesPowerCut ? [] : ['--no-sync']),
    ];
    const made = await run({ file: programOf(binaries, 'initdb'), args, user, cwd: draft }, password);
    if (!made.ok) throw startFailure(made.output, clusterDir);
    renameSync(draft, clusterDir);
  } catch (error) {
    throw startErrorForPath(error, options.home) ?? error;
  } finally {
    if (password !== undefined) closeSync(password);
    rmSync(passwordFile, { force: true });
  }
}

function serverArguments(dataDirectory: string, port: number, survivesPowerCut: boolean): string[] {
  const settings: Record<string, string | number> = {
    listen_addresses: '127.0.0.1', // the package ships OpenSSL 1.1: nothing but loopback
    port,
    fsync: survivesPowerCut ? 'on' : 'off',
    unix_socket_directories: '',
    max_connections: 120,
    shared_buffers: '128MB',
    max_wal_size: '1GB',
    wal_level: 'minimal',
    max_wal_senders: 0,
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    // A failed statement, and the key of a row that is there already, hold personal data; the client reports its errors.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
  };
  return ['-D', dataDirectory, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** The owner of the product's database is no superuser, so that nothing the product does can pass the tenant wall. */
async function makeDatabase(adminUrl: string, ownerPassword: string, logger: Logger) {
  const sql = connect({ url: adminUrl, logger, name: 'setup', max: 1, role: null });
  try {
    const [found] = await sql`SELECT 1 FROM pg_database WHERE datname = 'tracker'`;
    if (found) return;
    // The password is base64url, made by us: nothing in it needs quoting.
    await sql.unsafe(`
      DO $$ BEGIN CREATE ROLE tracker LOGIN CREATEROLE NOSUPERUSER; EXCEPTION WHEN duplicate_object THEN NULL; END $$;
      ALTER ROLE tracker PASSWORD '${ownerPassword}';`);
    await sql.unsafe('CREATE DATABASE tracker OWNER tracker');
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/**
 * Below the range from which systems take the ports of outgoing connections (32768 on Linux): a client that tries to come back to a
 * dead server's port could be given that very port for its own end, and the server could not be started on it again.
 */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolveFree) => {
    const probe = createServer();
    probe.once('error', () => resolveFree(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolveFree(true)));
  });
}
