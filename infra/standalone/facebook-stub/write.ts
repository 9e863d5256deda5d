import type { ServerResponse } from 'node:http';
import type { Fault } from './faults.ts';

/** Writes the response, or what a fault leaves of it. */
export function write(
  response: ServerResponse,
  status: number,
  headers: Record<string, string>,
  text: string,
  fault: Fault | undefined,
): void {
  switch (fault?.kind) {
    case 'hang':
      return;
    case 'reset':
      response.socket?.resetAndDestroy();
      return;
    case 'cut':
      response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) });
      response.write(text.slice(0, text.length / 2), () => response.destroy());
      return;
    case 'truncated':
      response.writeHead(status, headers).end(text.slice(0, text.length / 2));
      return;
    case 'not-json':
      response.writeHead(502, { 'content-type': 'text/html' }).end('<html><h1>502 Bad Gateway</h1></html>');
      return;
    case 'slow':
      setTimeout(() => response.writeHead(status, headers).end(text), fault.ms);
      return;
    case 'held':
      void fault.until.then(() => response.writeHead(status, headers).end(text));
      return;
    default:
      response.writeHead(status, headers).end(text);
  }
}
