// Stand-ins of the APIs that are asked what a delivery only names, over HTTP as they are documented: Mercado Pago's `GET /v1/payments/{id}` with a bearer
// token, which answers 404 for the payments of others, and Nuvemshop's `GET /{store_id}/orders/{id}` with its `Authentication` header and its own user agent.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonObject } from '@tracker/schemas/checkouts/mapping';

export interface AskedCall {
  readonly path: string;
  readonly token: string;
}

export interface CheckoutApis {
  readonly baseUrl: string;
  /** All calls, also those that were refused. */
  readonly calls: AskedCall[];
  /** A payment or an order that a token opens; given again, it is in another state. */
  put(token: string, path: string, body: JsonObject): void;
  /** From now on all calls end so: a status, a connection that is cut, or an answer as text with 200. Undefined: as usual. */
  fail(how: number | 'cut' | string | undefined): void;
  close(): Promise<void>;
}

export async function startCheckoutApis(): Promise<CheckoutApis> {
  const resources = new Map<string, JsonObject>();
  const tokens = new Set<string>();
  const calls: AskedCall[] = [];
  let failure: number | 'cut' | string | undefined;

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? '';
    const { authorization = '', authentication } = request.headers;
    const shown = path.startsWith('/v1/payments/') ? authorization : String(authentication ?? '');
    const token = /^bearer (.+)$/i.exec(shown)?.[1] ?? '';
    calls.push({ path, token });
    if (failure === 'cut') {
      request.socket.destroy();
      return;
    }
    const [status, body] = meaningOf(request, path, token);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  }

  function meaningOf({ headers }: IncomingMessage, path: string, token: string): [status: number, body: unknown] {
    if (typeof failure === 'number') return [failure, { message: 'failure', status: failure }];
    if (failure !== undefined) return [200, failure];
    if (headers['user-agent'] === undefined) return [400, { message: 'Missing a valid User-Agent' }];
    if (!tokens.has(token)) return [401, { message: 'invalid access token', status: 401 }];
    const body = resources.get(`${token} ${path}`);
    return body ? [200, body] : [404, { message: 'Payment not found', status: 404 }];
  }

  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => answer(request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    calls,
    put(token, path, body) {
      tokens.add(token);
      resources.set(`${token} ${path}`, body);
    },
    fail(how) {
      failure = how;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
