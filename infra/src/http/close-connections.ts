// Closes the connections of a stopping server in time. Node ends only those that are idle at that moment and waits for all
// others: silent connections that browsers opened in advance (up to a minute), connections that become idle later, and slow
// request bodies, since their timeouts no longer run. A stop may take 10 s.
//
// A client that sends on a kept connection at that moment would get a reset instead of an answer. So every client first gets an
// answer with `connection: close`, which Fastify sends as soon as it begins to close.
import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** The time in which busy connections get their answer with `connection: close`; it ends early when none is left. */
const SAY_GOODBYE_MS = 200;
const LOOK_EVERY_MS = 20;
const CUT_IDLE_EVERY_MS = 50;
/** The time for clients that were sending when the server began to close. */
const SLOW_AFTER_MS = 3_000;

/** Returns a promise to await before the server closes. Requests in work are not touched. */
export function prepareToClose(server: HttpServer): () => Promise<void> {
  /** With the last request of each; null before the first. */
  const connections = new Map<Socket, IncomingMessage | null>();
  server.on('connection', (socket) => {
    connections.set(socket, null);
    socket.once('close', () => connections.delete(socket));
  });
  server.on('request', (request) => {
    if (connections.has(request.socket)) connections.set(request.socket, request);
  });

  function cut(isUseless: (request: IncomingMessage | null) => boolean) {
    for (const [socket, request] of connections) if (isUseless(request)) socket.destroy();
  }

  return async () => {
    const deadline = performance.now() + SAY_GOODBYE_MS;
    while (connections.size > 0 && performance.now() < deadline) await delay(LOOK_EVERY_MS);
    const silent = setTimeout(() => cut((request) => request === null), SAY_GOODBYE_MS).unref();
    const timer = setInterval(() => server.closeIdleConnections(), CUT_IDLE_EVERY_MS).unref();
    const slow = setTimeout(() => cut((request) => !request?.complete), SLOW_AFTER_MS).unref();
    server.once('close', () => {
      clearInterval(timer);
      clearTimeout(slow);
      clearTimeout(silent);
    });
  };
}
