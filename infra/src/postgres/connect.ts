// Opens every connection to Postgres, because the driver's defaults are wrong for us in four ways: it never sets TCP_NODELAY
// (large statements stall 40 ms each), waits up to 20 s before it reconnects, prints notices, and looks up array types with a
// query whose failure is not caught.
import net from 'node:net';
import postgres from 'postgres';
import { PROGRAM_VERSION } from '../migrations/history.ts';
import type { Logger } from '../telemetry/logger.ts';
import { readDatabaseUrl } from './database-url.ts';

/** Owns nothing and is no superuser: row level security holds for it. Made by migrations/0001-roles.sql. */
export const APP_ROLE = 'tracker_app';

/** After a lost connection, the next attempt waits this long: short enough to be unnoticed after a restart of Postgres. */
const RECONNECT_SECONDS = 0.2;
const CONNECT_TIMEOUT_SECONDS = 5;

export interface ConnectOptions {
  readonly url: string;
  readonly logger: Logger;
  /** Names the connection in `pg_stat_activity`. */
  readonly name: string;
  readonly max?: number;
  /** Null: stay the login role of the URL (migrations only). Behind a pooler it is always the login role. */
  readonly role?: string | null;
  /** Behind a pooler there is none: it refuses this start-up parameter, too. */
  readonly statementTimeoutMs?: number;
  /** Called for each connection that ends, for any reason. */
  readonly onClose?: () => void;
}

/** Whole numbers of 64 bits and decimals come as text, so that none loses digits; arrays come as text too. */
export type Sql = postgres.Sql;

export function connect(options: ConnectOptions): Sql {
  const { href, isPooled, ssl } = readDatabaseUrl(options.url);
  const role = options.role === undefined ? APP_ROLE : options.role;
  const startUpParameters = {
    ...(role === null ? {} : { role }),
    ...(options.statementTimeoutMs === undefined ? {} : { statement_timeout: options.statementTimeoutMs }),
  };
  const driverOptions = {
    max: options.max ?? 10,
    backoff: () => RECONNECT_SECONDS,
    connect_timeout: CONNECT_TIMEOUT_SECONDS,
    max_lifetime: null,
    keep_alive: 15,
    fetch_types: false,
    connection: {
      // `ops doctor` reads the versions of the programs that are connected.
      application_name: `tracker ${options.name} ${PROGRAM_VERSION}`,
      ...(isPooled ? {} : startUpParameters),
    },
    ...(ssl ? { ssl } : {}),
    onnotice: (notice: postgres.Notice) => options.logger.debug({ notice: notice.message }, 'postgres notice'),
    ...(options.onClose ? { onclose: options.onClose } : {}),
    socket: openSocket, // absent from the driver's types
  };
  return postgres(href, driverOptions);
}

interface Address {
  readonly host: readonly string[];
  readonly port: readonly number[];
  readonly path?: string | false;
}

/**
 * Node allocates 64 KiB for each read, however little comes. At thousands of answers a second that is memory enough for the engine to
 * mark the whole heap several times a second, 10 to 20 ms each; one buffer for all reads, which are copied out at once, takes none.
 */
const readBuffer = Buffer.allocUnsafeSlow(64 * 1024);

function passOn(this: net.Socket, byteCount: number): boolean {
  this.emit('data', Buffer.from(readBuffer.subarray(0, byteCount)));
  return true;
}

export function openSocket(address: Address): net.Socket {
  const [host = '127.0.0.1'] = address.host;
  const [port = 5432] = address.port;
  // The driver reads `host` back to check a server's certificate.
  const socket = Object.assign(new net.Socket({ onread: { buffer: readBuffer, callback: passOn } }), { host, port });
  socket.setNoDelay(true);
  // The driver attaches its listeners after this function has returned; an address that fails at once must fail after that, or
  // its 'error' event would have no listener and end the process.
  queueMicrotask(() => {
    if (address.path) socket.connect(address.path);
    else socket.connect(port, host);
  });
  return socket;
}
