// Serves the embedded engine over ClickHouse's HTTP protocol, on loopback with a password. The engine belongs to one process;
// the bridge lets several processes share it (test workers; separate programs on a machine without Docker), and any ClickHouse
// client can inspect it. Not for production: every response is held in memory.
import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import type { DataFormat } from '@clickhouse/client';
import { type EmbeddedEngine, openEmbeddedEngine } from '@tracker/infra/clickhouse/embedded-engine';
import type { Logger } from '@tracker/infra/telemetry/logger';
import { readHttpParams } from './http-params.ts';

export interface HttpBridge {
  /** For `openClickHouse({ url })` and CLICKHOUSE_URL; holds the password. */
  readonly url: string;
  /** Finishes running statements, then releases the data directory. */
  close(): Promise<void>;
}

const user = 'default';
const bodyMax = 512 * 1024 * 1024;
// Parameters that clients send and the bridge ignores. Any other would have to become a session setting, and would leak.
const ignoredParams = new Set([
  'query',
  'query_id',
  'user',
  'password',
  'default_format',
  'database',
  'wait_end_of_query',
  'send_progress_in_http_headers',
  'enable_http_compression',
  'buffer_size',
]);
const writes =
  /^\s*(?:\/\*.*?\*\/\s*|--[^\n]*\n\s*)*(?:INSERT|CREATE|ALTER|DROP|TRUNCATE|OPTIMIZE|RENAME|EXCHANGE|DELETE|UPDATE|SYSTEM)\b/is;

export async function startHttpBridge(options: {
  dataDir: string;
  logger: Logger;
  port?: number;
  /** A random one when absent. */
  password?: string;
}): Promise<HttpBridge> {
  const engine = await openEmbeddedEngine(options.dataDir);
  // Tests create and drop many tables, and none has to survive a power cut.
  await engine.writer.command({ query: 'SET fsync_metadata = 0' });
  const { password = randomBytes(18).toString('base64url') } = options;
  const server = createServer((request, response) => {
    answer(engine, password, request, response).catch((error: unknown) => fail(response, error));
  });
  // Clients keep connections for 10 s between statements; a shorter time here would reset them.
  server.keepAliveTimeout = 30_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  options.logger.debug({ port }, 'embedded analytics store serves HTTP');
  let closed: Promise<void> | undefined;
  return {
    url: `http://${user}:${password}@127.0.0.1:${port}`,
    close() {
      closed ??= (async () => {
        const ended = new Promise((resolve) => server.close(resolve));
        server.closeIdleConnections();
        await ended;
        await engine.close();
      })();
      return closed;
    },
  };
}

async function answer(engine: EmbeddedEngine, password: string, request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url ?? '/', 'http://bridge');
  if (url.pathname === '/ping' || url.pathname === '/replicas_status') return void response.end('Ok.\n');
  if (url.pathname !== '/') throw new BridgeError(404, 'There is no handle here', 0, 'NOT_FOUND');
  if (!isAuthorized(request, url, password)) {
    throw new BridgeError(403, 'default: Authentication failed: password is incorrect', 516, 'AUTHENTICATION_FAILED');
  }
  const { sql, params } = await readStatement(request, url);
  if (sql.trim() === '') return void response.end('Ok.\n');

  const queryId = url.searchParams.get('query_id') ?? randomUUID();
  response.setHeader('X-ClickHouse-Query-Id', queryId);
  response.setHeader('X-ClickHouse-Timezone', 'UTC');
  const connection = writes.test(sql) ? engine.writer : engine.reader;
  const result = await connection.query({
    query: sql,
    query_params: params.size === 0 ? {} : readHttpParams(sql, params),
    // The one setting that the connection takes as an option of the call and not of the session.
    clickhouse_settings: { default_format: (url.searchParams.get('default_format') ?? 'TabSeparated') as DataFormat },
  });
  const bytes = await buffer(result.stream);
  response.setHeader('Content-Type', 'application/octet-stream');
  response.setHeader('Content-Length', bytes.byteLength);
  response.end(bytes);
}

/** The statement is in `?query=`, in the body, or split between both (an insert and its rows); parameters are in the query. */
async function readStatement(
  request: IncomingMessage,
  url: URL,
): Promise<{ sql: string; params: Map<string, string> }> {
  const params = new Map<string, string>();
  for (const [name, value] of url.searchParams) {
    if (name.startsWith('param_')) params.set(name.slice(6), value);
    else if (!ignoredParams.has(name)) {
      throw new BridgeError(
        400,
        `Setting ${name} must stand in the SQL text: it would leak here`,
        115,
        'UNKNOWN_SETTING',
      );
    }
  }
  const database = url.searchParams.get('database') ?? 'default';
  if (database !== 'default') throw new BridgeError(404, `Database ${database} does not exist`, 81, 'UNKNOWN_DATABASE');

  const body = await readBody(request);
  const contentType = request.headers['content-type'] ?? '';
  if (contentType.startsWith('multipart/form-data')) {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData();
    for (const [name, value] of form) {
      if (name.startsWith('param_') && typeof value === 'string') params.set(name.slice(6), value);
    }
    return { sql: String(form.get('query') ?? url.searchParams.get('query') ?? ''), params };
  }
  const sql = [url.searchParams.get('query') ?? '', body.toString('utf8')].filter((part) => part !== '').join('\n');
  return { sql, params };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const source = request.headers['content-encoding'] === 'gzip' ? request.pipe(createGunzip()) : request;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > bodyMax) throw new BridgeError(413, 'The body is too large', 307, 'TOO_MANY_BYTES');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function isAuthorized(request: IncomingMessage, url: URL, password: string): boolean {
  const basic = /^Basic (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  const given =
    basic === undefined
      ? `${request.headers['x-clickhouse-user'] ?? url.searchParams.get('user') ?? user}:${request.headers['x-clickhouse-key'] ?? url.searchParams.get('password') ?? ''}`
      : Buffer.from(basic, 'base64').toString('utf8');
  const expected = Buffer.from(`${user}:${password}`);
  const actual = Buffer.from(given);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

class BridgeError extends Error {
  readonly status: number;
  readonly code: number;
  readonly type: string;

  constructor(status: number, message: string, code: number, type: string) {
    super(message);
    this.status = status;
    this.code = code;
    this.type = type;
  }
}

/** In a server's format, from which clients parse code and type. */
function fail(response: ServerResponse, error: unknown): void {
  if (response.headersSent) return void response.destroy();
  const message = error instanceof Error ? error.message : String(error);
  const given = typeof error === 'object' && error !== null ? error : {};
  const code =
    'code' in given && /^\d+$/.test(String(given.code)) ? Number(given.code) : error instanceof TypeError ? 457 : 1000;
  const type =
    'type' in given && given.type !== undefined
      ? String(given.type)
      : error instanceof TypeError
        ? 'BAD_QUERY_PARAMETER'
        : 'POCO_EXCEPTION';
  response.statusCode = error instanceof BridgeError ? error.status : error instanceof TypeError ? 400 : 500;
  response.setHeader('Content-Type', 'text/plain; charset=UTF-8');
  response.setHeader('X-ClickHouse-Exception-Code', code);
  // The rest of a rejected body is not read.
  if (response.statusCode === 413) response.setHeader('Connection', 'close');
  response.end(`Code: ${code}. DB::Exception: ${message} (${type}) (version 26.7.3.1 (embedded))\n`);
}
