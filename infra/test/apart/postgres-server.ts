// Postgres as a server of its own: the embedded one makes the cluster, but it would come back by itself when it is killed.
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  chooseServerUser,
  findBinaries,
  nameForServer,
  programOf,
  reachableBinaries,
} from '@tracker/infra/postgres/binaries';
import { connect } from '@tracker/infra/postgres/connect';
import { startEmbeddedPostgres } from '@tracker/infra/postgres/embedded';
import type { Logger } from '@tracker/infra/telemetry/logger';
import { copyDataDir } from '../kit/product.ts';
import { createServerProcess, makeServerDir, type Server } from './server.ts';

export interface PostgresServer extends Server {
  /** Its data, while it is stopped. */
  readonly clusterDir: string;
  /** Of the superuser. */
  readonly adminUrl: string;
  /** Of the owner of the tables, for MIGRATION_URL. */
  readonly ownerUrl: string;
  /** Of a login that may connect and nothing else, for DATABASE_URL. */
  readonly url: string;
}

const LOGIN = { name: 'programs', password: 'programs-password' };

/** `from`: the data directory of a stopped product, which is copied; by default an empty database. `changes`: of its settings. */
export async function startPostgresServer(
  logger: Logger,
  port: number,
  { from, changes = {} }: { from?: string; changes?: Readonly<Record<string, string | number>> } = {},
): Promise<PostgresServer> {
  const dir = makeServerDir('postgres');
  chmodSync(dir, 0o711); // The server's user must reach its files by a path that names this directory.
  const home = join(dir, 'postgres');
  const clusterDir = join(home, 'cluster');
  if (from === undefined) await (await startEmbeddedPostgres({ dataDir: dir, logger })).stop();
  else await copyDataDir(from, dir);
  const user = chooseServerUser(clusterDir);
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    wal_level: 'minimal',
    max_wal_senders: 0,
    timezone: 'UTC',
    log_timezone: 'UTC',
    cluster_name: dir, // in its command line: `clearKilledServers` looks for it
    ...changes,
  };
  const url = (name: string, password: string) => `postgres://${name}:${password}@127.0.0.1:${port}/tracker`;
  const passwords = JSON.parse(readFileSync(join(home, 'passwords.json'), 'utf8')) as Record<'admin' | 'owner', string>;
  const ownerUrl = url('tracker', passwords.owner);
  const server = createServerProcess({
    name: 'postgres',
    dir,
    command: () => ({
      file: programOf(reachableBinaries(user, findBinaries()), 'postgres'),
      args: [
        ...['-D', nameForServer(user, clusterDir)],
        ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      env: { PATH: '/usr/bin:/bin' },
      cwd: clusterDir,
      user,
    }),
    answers: () => asOwner((sql) => sql`SELECT 1`),
    stopSignal: 'SIGINT',
  });

  async function asOwner<T>(work: (sql: ReturnType<typeof connect>) => Promise<T>): Promise<T> {
    const sql = connect({ url: ownerUrl, logger, name: 'apart', max: 1, role: null });
    try {
      return await work(sql);
    } finally {
      await sql.end({ timeout: 0 });
    }
  }

  try {
    await server.start();
    await asOwner((sql) => sql.unsafe(`CREATE ROLE ${LOGIN.name} LOGIN PASSWORD '${LOGIN.password}'`));
  } catch (error) {
    await server.remove();
    throw error;
  }
  return {
    ...server,
    clusterDir,
    ownerUrl,
    adminUrl: url('postgres', passwords.admin),
    url: url(LOGIN.name, LOGIN.password),
  };
}
