// A ClickHouse that takes no row: the engine of the tests, behind a door that answers each write as a server would that is read-only or full.
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** Number and name of ErrorCodes.cpp. */
export type Refusal = readonly [code: number, name: string];

export interface RefusingServer {
  /** For CLICKHOUSE_URL. */
  readonly url: string;
  /** Answers each write with this from now on; undefined: takes them again. */
  refuse(refusal: Refusal | undefined): void;
  close(): void;
}

const WRITES = /\b(?:INSERT INTO|ALTER TABLE|CREATE|DROP|TRUNCATE|EXCHANGE|DELETE FROM)\b/;

/** `storeUrl`: of the engine behind it. */
export async function startRefusingServer(storeUrl: string): Promise<RefusingServer> {
  const target = new URL(storeUrl);
  let refusal: Refusal | undefined;

  async function answer(incoming: IncomingMessage, response: ServerResponse) {
    const { url = '/', method, headers } = incoming;
    const body = await buffer(incoming);
    const statement = new URL(url, target).searchParams.get('query') ?? body.toString('utf8');
    if (refusal && WRITES.test(statement)) return refuse(response, refusal);
    const { hostname, port } = target;
    const passed = request({ hostname, port, path: url, method, headers }, (answered) => {
      response.writeHead(answered.statusCode ?? 500, answered.headers);
      answered.pipe(response);
    });
    passed.on('error', () => response.destroy());
    passed.end(body);
  }

  const server = createServer((incoming, response) => {
    answer(incoming, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(storeUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    refuse(next) {
      refusal = next;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function refuse(response: ServerResponse, [code, name]: Refusal): void {
  response.writeHead(500, { 'X-ClickHouse-Exception-Code': code, 'Content-Type': 'text/plain; charset=UTF-8' });
  response.end(`Code: ${code}. DB::Exception: refused (${name}) (version 26.7.3.1)\n`);
}
